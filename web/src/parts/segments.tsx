// A choice of one of a few values, shown side by side.
import { useLanguage, type Words } from '../language.tsx'

interface Choices {
  legend: Words
  choices: readonly (readonly [name: string, words: Words, ...more: unknown[]])[]
  chosen: string
  choose: (name: string) => void
}

export function Segments({ legend, choices, chosen, choose }: Choices) {
  const { say } = useLanguage()
  return (
    <fieldset className="segments">
      <legend className="hidden">{say(legend)}</legend>
      {choices.map(([name, words]) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => choose(name)}>
          {say(words)}
        </button>
      ))}
    </fieldset>
  )
}

// A filter of a list: one of several values, or all. A filtered list shows that it is filtered.
import { useSearchParams } from 'wouter'
import { useLanguage, type Words } from '../language.tsx'

export type Choice = readonly [value: string, words: Words]

interface Offered {
  title: Words
  name: string
  /** The text while nothing is chosen. */
  all: Words
  choices: readonly Choice[]
}

/** The only filter of its list: the address has what is chosen, under the name. Another choice begins at the first page. */
export function OnlyPick(offered: Offered) {
  const [query, setQuery] = useSearchParams()
  const { name } = offered
  return (
    <Pick
      {...offered}
      chosen={query.get(name) ?? ''}
      choose={(value) => setQuery(value === '' ? {} : { [name]: value })}
    />
  )
}

export function Pick({
  title,
  name,
  all,
  choices,
  chosen,
  choose,
}: Offered & {
  /** Empty for all. */
  chosen: string
  choose: (value: string) => void
}) {
  const { say } = useLanguage()
  return (
    <label className={chosen ? 'pick here' : 'pick'}>
      <span>{say(title)}</span>{' '}
      <select name={name} value={chosen} onChange={({ target }) => choose(target.value)}>
        <Choices all={all} choices={choices} />
      </select>
    </label>
  )
}

/** The choices of a select, beginning with all. */
export function Choices({ all, choices }: { all: Words; choices: readonly Choice[] }) {
  const { say } = useLanguage()
  return (
    <>
      <option value="">{say(all)}</option>
      {choices.map(([one, words]) => (
        <option key={one} value={one}>
          {say(words)}
        </option>
      ))}
    </>
  )
}

export const STATE: Words = ['Estado', 'State']
export const ALL: Words = ['Todas', 'All']

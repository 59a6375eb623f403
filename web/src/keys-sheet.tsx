// The keys of the console, on `?`.
import { useLanguage, type Words } from './language.tsx'
import { Sheet } from './parts/sheet.tsx'
import type { NamedView } from './view.ts'

const KEYS: readonly (readonly [keys: readonly string[], words: Words])[] = [
  [
    ['Ctrl', 'K'],
    ['Buscar en todo', 'Look through everything'],
  ],
  [['/'], ['Buscar en esta página', 'Search in this page']],
  [['Esc'], ['Cerrar', 'Close']],
  [['?'], ['Ver los atajos', 'Show the keys']],
]

export function KeysSheet({ seen, onClose }: { seen: NamedView[]; onClose: () => void }) {
  const { say } = useLanguage()
  const all = [
    ...KEYS,
    ...seen.flatMap(({ letter, title }) => (letter === undefined ? [] : [[['g', letter], title] as const])),
  ]
  return (
    <Sheet title={say(['Atajos del teclado', 'Keys'])} onClose={onClose}>
      <dl className="keys">
        {all.map(([keys, words]) => (
          <div key={words[1]}>
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{say(words)}</dd>
          </div>
        ))}
      </dl>
      <div className="row">
        <button type="button" onClick={onClose}>
          {say(['Cerrar', 'Close'])}
        </button>
      </div>
    </Sheet>
  )
}

// The search of a list: one field, which Enter sends. The key / leads into it.
import { Search as Glass } from 'lucide-react'
import { useLanguage } from '../language.tsx'
import { textIn } from './text-in.ts'

export function Search({
  what,
  text,
  focused = false,
  onSearch,
}: {
  /** What can be searched for. */
  what: string
  /** The present search. */
  text: string
  /** The field has the focus at once. */
  focused?: boolean
  onSearch: (text: string) => void
}) {
  const { say } = useLanguage()
  return (
    <search>
      <form
        className="find"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(textIn(new FormData(event.currentTarget), 'q'))
        }}
      >
        <label>
          <Glass aria-hidden="true" size={16} />
          <span className="hidden">
            {say(['Buscar:', 'Search:'])} {what} ( / )
          </span>
          <input
            key={text}
            type="search"
            name="q"
            maxLength={250}
            defaultValue={text}
            placeholder={what}
            // biome-ignore lint/a11y/noAutofocus: whoever pressed / elsewhere came here to search.
            autoFocus={focused}
          />
        </label>
      </form>
    </search>
  )
}

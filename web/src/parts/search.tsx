// A form with one search field.
import { useLanguage } from '../language.tsx'
import { textIn } from './text-in.ts'

export function Search({
  label,
  text = '',
  focused = false,
  onSearch,
}: {
  label: string
  /** The present search. */
  text?: string
  /** In a sheet: the field has the focus at once. */
  focused?: boolean
  onSearch: (text: string) => void
}) {
  const { say } = useLanguage()
  return (
    <search className="wide">
      <form
        className="row"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(textIn(new FormData(event.currentTarget), 'q'))
        }}
      >
        <label className="field">
          <span>{label}</span>
          <input
            key={text}
            data-first={focused || undefined}
            name="q"
            type="search"
            maxLength={200}
            defaultValue={text}
          />
        </label>
        <button type="submit">{say(['Buscar', 'Search'])}</button>
      </form>
    </search>
  )
}

// A form with one search field; and the search for a payment from any view, over it.
import { useLocation } from 'wouter'
import { useLanguage } from '../language.tsx'
import { Sheet } from './sheet.tsx'

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
          onSearch(String(new FormData(event.currentTarget).get('q') ?? '').trim())
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

/** What was typed in the view stays: it is left only for the results. */
export function SearchSheet({ onClose }: { onClose: () => void }) {
  const { say } = useLanguage()
  const [, go] = useLocation()
  return (
    <Sheet title={say(['Buscar un pago', 'Search for a payment'])} onClose={onClose}>
      <Search
        focused
        label={say(['Referencia, monto, nombre, correo, tarjeta …', 'Reference, amount, name, e-mail, card …'])}
        onSearch={(text) => {
          onClose()
          if (text !== '') go(`/operations?q=${encodeURIComponent(text)}`)
        }}
      />
    </Sheet>
  )
}

// Views that a person keeps: a name for filters, kept by this browser for this person and account. The filters themselves are the address.
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import { useLanguage } from '../language.tsx'
import { Field } from '../parts/ask.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { useSession } from '../session.tsx'

interface Kept {
  name: string
  query: string
}

const MOST = 20

export function SavedViews({ narrowed }: { narrowed: Record<string, string> }) {
  const { say } = useLanguage()
  const { session } = useSession()
  const place = `cobro-views ${session.account.id} ${session.person.id}`
  const [views, setViews] = useState<Kept[]>(() => read(place))
  const [asking, setAsking] = useState(false)
  const query = new URLSearchParams(narrowed).toString()
  const write = (next: Kept[]) => {
    setViews(next)
    try {
      localStorage.setItem(place, JSON.stringify(next))
    } catch {
      // A browser that keeps nothing has them until the page is left.
    }
  }
  const keep = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim()
    if (name === '') return
    write([...views.filter((one) => one.name !== name), { name, query }].slice(-MOST))
    setAsking(false)
  }
  const isNew = query !== '' && !views.some((one) => one.query === query)
  if (views.length === 0 && !isNew) return null
  return (
    <nav className="saved" aria-label={say(['Vistas guardadas', 'Saved views'])}>
      {views.map((one) => (
        <span key={one.name} className={one.query === query ? 'chip here' : 'chip'}>
          <Link href={`/operations?${one.query}`} aria-current={one.query === query ? 'true' : undefined}>
            {one.name}
          </Link>
          <button
            type="button"
            className="plain"
            aria-label={say(['Quitar la vista {name}', 'Remove the view {name}'], { name: one.name })}
            onClick={() => write(views.filter((other) => other !== one))}
          >
            ×
          </button>
        </span>
      ))}
      {isNew && (
        <button type="button" className="plain" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          {say(['Guardar esta vista', 'Save this view'])}
        </button>
      )}
      {asking && (
        <Sheet title={say(['Guardar esta vista', 'Save this view'])} onClose={() => setAsking(false)}>
          <form className="stack" onSubmit={keep}>
            <p>
              {say([
                'Se guarda en este navegador, para ti. Para compartirla copia la dirección de la página.',
                'It is kept in this browser, for you. To share it copy the address of the page.',
              ])}
            </p>
            <Field label={say(['Nombre', 'Name'])}>
              <input name="name" maxLength={40} required />
            </Field>
            <div className="row">
              <button type="submit" className="main">
                {say(['Guardar', 'Keep'])}
              </button>
              <button type="button" onClick={() => setAsking(false)}>
                {say(['Cancelar', 'Cancel'])}
              </button>
            </div>
          </form>
        </Sheet>
      )}
    </nav>
  )
}

function read(place: string): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    if (!Array.isArray(kept)) return []
    return kept.filter((one) => typeof one?.name === 'string' && typeof one?.query === 'string')
  } catch {
    return []
  }
}

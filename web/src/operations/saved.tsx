// Views that a person keeps: a name for filters, stored by the service for this person and account. The filters are the address's query.
import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useLanguage } from '../language.tsx'
import { Field } from '../parts/ask.tsx'
import { DraftForm, useDrafts } from '../parts/draft-form.tsx'
import { useFault } from '../parts/fault.tsx'
import { Press } from '../parts/press.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { Alert } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { useChange, useRead } from '../read.ts'
import { useSession } from '../session.tsx'

interface Kept {
  id: string
  name: string
  query: string
}

const PATH = '/v1/console/views'

export function SavedViews({ narrowed }: { narrowed: Record<string, string> }) {
  const { say } = useLanguage()
  const { data } = useRead<{ views: Kept[] }>(PATH, 60_000)
  const changing = useChange<Kept>()
  const [asking, setAsking] = useState(false)
  const drafts = useDrafts()
  useKeptByBrowser(data !== undefined)
  const views = data?.views ?? []
  const query = new URLSearchParams(narrowed).toString()
  const keep = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = textIn(new FormData(event.currentTarget), 'name')
    if (name === '') return
    try {
      await changing.mutateAsync({ method: 'PUT', path: PATH, body: { name, query } })
      drafts.forget(PATH)
      setAsking(false)
    } catch {
      // The refusal is shown below.
    }
  }
  const isNew = query !== '' && data !== undefined && !views.some((one) => one.query === query)
  const fault = changing.error
  const failure = useFault()
  if (views.length === 0 && !isNew) return null
  return (
    <nav className="saved" aria-label={say(['Vistas guardadas', 'Saved views'])}>
      {views.map((one) => (
        <span key={one.id} className={one.query === query ? 'chip here' : 'chip'}>
          <Link href={`/operations?${one.query}`} aria-current={one.query === query ? 'true' : undefined}>
            {one.name}
          </Link>
          <button
            type="button"
            className="plain"
            aria-label={say(['Quitar la vista {name}', 'Remove the view {name}'], { name: one.name })}
            disabled={changing.isPending}
            onClick={() => changing.mutate({ method: 'DELETE', path: `${PATH}/${one.id}` })}
          >
            ×
          </button>
        </span>
      ))}
      {isNew && (
        <button
          type="button"
          className="plain"
          aria-haspopup="dialog"
          onClick={() => {
            changing.reset()
            setAsking(true)
          }}
        >
          {say(['Guardar esta vista', 'Save this view'])}
        </button>
      )}
      {!asking && <Alert>{failure(fault)}</Alert>}
      {asking && (
        <Sheet title={say(['Guardar esta vista', 'Save this view'])} onClose={() => setAsking(false)}>
          <DraftForm name={PATH} onSubmit={(event) => void keep(event)}>
            <p>
              {say([
                'La verás en cada navegador en que entres a esta cuenta, solo tú. Para compartirla copia la dirección de la página.',
                'Only you see it, in each browser in which you sign in to this account. To share it, copy the address of the page.',
              ])}
            </p>
            <Field label={say(['Nombre', 'Name'])}>
              <input name="name" maxLength={40} required />
            </Field>
            <Alert>{failure(fault)}</Alert>
            <div className="row">
              <Press className="main" isUnderWay={changing.isPending}>
                {say(['Guardar', 'Save'])}
              </Press>
              <button type="button" onClick={() => setAsking(false)}>
                {say(['Cancelar', 'Cancel'])}
              </button>
            </div>
          </DraftForm>
        </Sheet>
      )}
    </nav>
  )
}

/** Views from the time when this browser stored them are handed over, once. */
function useKeptByBrowser(isReady: boolean): void {
  const { session } = useSession()
  const place = `cobro-views ${session.account.id} ${session.person.id}`
  const { mutate } = useChange<Kept>()
  useEffect(() => {
    if (!isReady) return
    for (const { name, query } of takenFrom(place)) mutate({ method: 'PUT', path: PATH, body: { name, query } })
  }, [isReady, place, mutate])
}

function takenFrom(place: string): Omit<Kept, 'id'>[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place) ?? '[]')
    localStorage.removeItem(place)
    if (!Array.isArray(kept)) return []
    return kept.filter((one) => typeof one?.name === 'string' && typeof one?.query === 'string')
  } catch {
    return []
  }
}

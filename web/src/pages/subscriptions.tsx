// Subscriptions: every subscriber of a plan, including those whose card was declined and those who have left.
import { useSearchParams } from 'wouter'
import { useLanguage } from '../language.tsx'
import { Field } from '../parts/ask.tsx'
import { useOffset } from '../parts/pages.tsx'
import { Subscriptions } from '../subscription/list.tsx'

export function Page() {
  const { say } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const offset = useOffset()
  const status = query.get('status') ?? ''
  return (
    <>
      <div className="head">
        <h1>{say(['Suscripciones', 'Subscriptions'])}</h1>
        <Field label={say(['Estado', 'State'])}>
          <select
            value={status}
            onChange={(event) => setQuery(event.target.value === '' ? {} : { status: event.target.value })}
          >
            <option value="">{say(['Todas', 'All'])}</option>
            <option value="active">{say(['Activas', 'Active'])}</option>
            <option value="paused">{say(['En pausa', 'Paused'])}</option>
            <option value="cancelled">{say(['Terminadas', 'Ended'])}</option>
          </select>
        </Field>
      </div>
      <section className="card">
        <Subscriptions
          of={{ status: status || 'all' }}
          offset={offset}
          empty={{
            title: say(['Nadie', 'Nobody']),
            text: say([
              'Un cliente con una tarjeta guardada se suscribe a un plan en su página.',
              'Subscribe a customer with a saved card on the customer’s page.',
            ]),
          }}
        />
      </section>
    </>
  )
}

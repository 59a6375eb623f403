// Subscriptions: every subscriber of a plan, including those whose card was declined and those who have left.
import { Link, useSearchParams } from 'wouter'
import { useLanguage } from '../language.tsx'
import { useOffset } from '../parts/pages.tsx'
import { ALL, type Choice, OnlyPick, STATE } from '../parts/pick.tsx'
import { Subscriptions } from '../subscription/list.tsx'

const CHOICES: Choice[] = [
  ['active', ['Activas', 'Active']],
  ['paused', ['En pausa', 'Paused']],
  ['cancelled', ['Terminadas', 'Ended']],
]

export function Page() {
  const { say } = useLanguage()
  const [query] = useSearchParams()
  const offset = useOffset()
  const status = query.get('status') ?? ''
  return (
    <>
      <div className="head">
        <h1>{say(['Suscripciones', 'Subscriptions'])}</h1>
        <OnlyPick name="status" title={STATE} all={ALL} choices={CHOICES} />
      </div>
      <section className="card">
        <Subscriptions
          of={{ status: status || 'all' }}
          offset={offset}
          empty={{
            before: status === '',
            children: (
              <Link className="button" href="/customers">
                {say(['Ver los clientes', 'See the customers'])}
              </Link>
            ),
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

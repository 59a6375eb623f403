// Plans: amount and interval of each; and one with its subscriptions.
import { Link } from 'wouter'
import type { Plan } from '../../../client/src/types.ts'
import { count, moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { Copied } from '../parts/copy.tsx'
import { Facts } from '../parts/facts.tsx'
import { PagedList } from '../parts/paged-list.tsx'
import { PAGE, useOffset } from '../parts/pages.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import { Subscriptions } from '../subscription/list.tsx'
import { periods } from '../subscription/subscribed.ts'
import { ItemTitle } from '../title.ts'
import type { Calls, CountedPlan } from '../wire.ts'

export function Page() {
  const { say } = useLanguage()
  const { can } = useSession()
  const offset = useOffset()
  const read = useRead<Calls['GET /v1/console/plans']['result']>(`/v1/console/plans?limit=${PAGE}&offset=${offset}`)
  return (
    <>
      <div className="head">
        <h1>{say(['Planes', 'Plans'])}</h1>
        {can('charge') && <Create />}
      </div>
      <section className="card">
        <Read of={read}>
          {({ total, plans }) => (
            <PagedList<CountedPlan>
              total={total}
              rows={plans}
              idOf={({ id }) => id}
              caption={[
                ['{total} plan', '{total} plan'],
                ['{total} planes', '{total} plans'],
              ]}
              empty={{
                title: ['Ningún plan', 'No plans'],
                text: [
                  'Un plan cobra lo mismo cada periodo a la tarjeta guardada de quien se suscribe.',
                  'A plan charges each subscriber’s saved card the same amount every period.',
                ],
              }}
              columns={[
                {
                  head: ['Plan', 'Plan'],
                  area: 'first',
                  long: true,
                  sort: ({ name }) => name,
                  cell: ({ id, name }) => <RowLink href={`/plans/${id}`}>{name}</RowLink>,
                },
                {
                  head: ['Monto', 'Amount'],
                  area: 'second',
                  right: true,
                  sort: ({ amount }) => Number(amount.amount),
                  cell: ({ amount, period }) => `${money(amount.amount)} ${say(periods[period] ?? [period, period])}`,
                },
                {
                  head: ['Se les cobra', 'Charged'],
                  area: 'third',
                  told: ['se les cobra a', 'charged:'],
                  right: true,
                  sort: ({ active }) => active,
                  cell: ({ active }) => count(active),
                },
                {
                  head: ['En pausa', 'Paused'],
                  area: 'when',
                  told: ['en pausa', 'paused:'],
                  right: true,
                  sort: ({ paused }) => paused,
                  cell: ({ paused }) => count(paused),
                },
              ]}
            />
          )}
        </Read>
      </section>
    </>
  )
}

function Create() {
  const { say } = useLanguage()
  return (
    <Ask
      button={say(['Crear plan', 'Create a plan'])}
      title={say(['Crear un plan', 'Create a plan'])}
      text={say([
        'No se cobra a nadie hasta que alguien se suscriba. El monto y el periodo no cambian después.',
        'Nobody is charged until a customer subscribes. Amount and period cannot be changed later.',
      ])}
      confirm={say(['Crear', 'Create'])}
      change={(form) => {
        const text = (name: string) => textIn(form, name)
        return {
          method: 'POST',
          path: '/v1/plan',
          body: { name: text('name'), amount: text('amount'), period: text('period') },
        }
      }}
    >
      <Field label={say(['Nombre', 'Name'])}>
        <input name="name" maxLength={100} required />
      </Field>
      <Field label={say(['Monto de cada cobro, en pesos', 'Amount of each charge, in pesos'])}>
        <input name="amount" inputMode="decimal" maxLength={20} required />
      </Field>
      <Field label={say(['Se cobra una vez', 'Charged once'])}>
        <select name="period" defaultValue="month">
          {Object.entries(periods).map(([period, words]) => (
            <option key={period} value={period}>
              {say(words)}
            </option>
          ))}
        </select>
      </Field>
    </Ask>
  )
}

export function One({ id }: { id: string }) {
  const { say, language } = useLanguage()
  const offset = useOffset()
  const read = useRead<Plan>(`/v1/plan/${encodeURIComponent(id)}`)
  return (
    <>
      <p>
        <Link href="/plans">{say(['← Planes', '← Plans'])}</Link>
      </p>
      <Read of={read} alone>
        {({ name, amount, period, date_create }) => (
          <>
            <ItemTitle of={name} />
            <h1>{name}</h1>
            <section className="card">
              <Facts
                facts={[
                  [
                    ['Cobra', 'Charges'],
                    <span key="amount" data-figure="plan-amount">
                      {money(amount.amount)} {say(periods[period] ?? [period, period])}
                    </span>,
                  ],
                  [['Creado', 'Made'], moment(date_create, language)],
                  [['Identificador', 'Identifier'], <Copied key="id" text={id} />],
                ]}
              />
            </section>
            <section className="card">
              <h2>{say(['Quién está', 'Subscribers'])}</h2>
              <Subscriptions
                of={{ plan: id }}
                offset={offset}
                without="plan"
                empty={{
                  title: say(['Nadie todavía', 'Nobody yet']),
                  text: say([
                    'Suscribe a un cliente en su página: necesita una tarjeta guardada.',
                    'Subscribe a customer on the customer’s page: it takes a saved card.',
                  ]),
                }}
              />
            </section>
          </>
        )}
      </Read>
    </>
  )
}

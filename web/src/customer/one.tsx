// One customer: the CLABE to pay into, saved cards, plans and payments.
import { Link } from 'wouter'
import type { Customer, CustomerWithSourcesAndCards, Operation, SPEISource } from '../../../client/src/types.ts'
import { operationStateWords } from '../../../src/operations/code-words.ts'
import { count, moment, money } from '../format.ts'
import { counted, useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { Copied } from '../parts/copy.tsx'
import { Facts } from '../parts/facts.tsx'
import { List } from '../parts/list.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { rails } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import { CardChoice } from '../subscription/actions.tsx'
import { Subscriptions } from '../subscription/list.tsx'
import { periods } from '../subscription/subscribed.ts'
import { ItemTitle } from '../title.ts'
import type { Calls } from '../wire.ts'
import { Cards } from './cards.tsx'

export function CustomerOne({ id }: { id: string }) {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const read = useRead<CustomerWithSourcesAndCards>(`/v1/customer/${encodeURIComponent(id)}`)
  return (
    <>
      <p>
        <Link href="/customers">{say(['← Clientes', '← Customers'])}</Link>
      </p>
      <Read of={read} alone>
        {({ name, email, active, date_create, sources, cards, deactivated_cards }) => (
          <>
            <ItemTitle of={name} />
            <div className="head">
              <h1>
                {name} {!active && <span className="badge">{say(['Borrado', 'Deleted'])}</span>}
              </h1>
              {active && can('charge') && (
                <div className="row">
                  {cards.length > 0 && <Subscribe customer={id} name={name} />}
                  <Change customer={{ id, name, email }} />
                </div>
              )}
            </div>
            <section className="card">
              <Facts
                facts={[
                  [['Correo', 'E-mail'], email],
                  [['Cliente desde', 'Customer since'], moment(date_create, language)],
                  [['Identificador', 'Identifier'], <Copied key="id" text={id} />],
                  [['CLABE para pagarte', 'CLABE to pay you'], <Sources key="sources" sources={sources} />],
                ]}
              />
            </section>
            <Cards customer={id} cards={cards} removed={deactivated_cards} />
            <section className="card">
              <h2>{say(['Suscripciones', 'Subscriptions'])}</h2>
              <Subscriptions
                of={{ customer: id }}
                without="customer"
                empty={{ title: say(['Ninguna', 'None']), text: say(['No está en ningún plan.', 'On no plan.']) }}
              />
            </section>
            <Payments customer={id} />
          </>
        )}
      </Read>
    </>
  )
}

function Sources({ sources }: { sources: SPEISource[] }) {
  if (sources.length === 0) return '—'
  return sources.map(({ id, clabe, bank_name }) => (
    <div key={id}>
      <Copied text={clabe} name="clabe" /> {bank_name}
    </div>
  ))
}

/** The newest payments; a link leads to all of them. */
function Payments({ customer }: { customer: string }) {
  const { say, language } = useLanguage()
  const read = useRead<{ total: number; sales: string; operations: Operation[] }>(
    `/v1/operations?customer=${encodeURIComponent(customer)}&status=ALL&limit=10`,
  )
  return (
    <section className="card">
      <div className="head">
        <h2>{say(['Sus pagos', 'Their payments'])}</h2>
        <Link href={`/operations?customer=${encodeURIComponent(customer)}`}>{say(['Ver todos', 'See all'])}</Link>
      </div>
      <Read of={read}>
        {({ total, sales, operations }) =>
          operations.length === 0 ? (
            <Empty title={say(['Ninguno todavía', 'None yet'])} />
          ) : (
            <List<Operation>
              caption={say(
                counted(
                  total,
                  ['{total} operación · ventas {sales}', '{total} operation · sales {sales}'],
                  ['{total} operaciones · ventas {sales}', '{total} operations · sales {sales}'],
                ),
                { total: count(total), sales: money(sales) },
              )}
              isTitled
              rows={operations}
              idOf={({ transaction }) => transaction}
              hrefOf={({ transaction }) => `/operations/${transaction}`}
              columns={[
                {
                  head: ['Monto', 'Amount'],
                  area: 'first',
                  right: true,
                  cell: ({ transaction, total: { amount } }) => (
                    <RowLink className="amount" href={`/operations/${transaction}`}>
                      {money(amount)}
                    </RowLink>
                  ),
                },
                {
                  head: ['Descripción', 'Description'],
                  area: 'second',
                  cut: true,
                  cell: ({ reference }) => reference.description || '—',
                },
                {
                  head: ['Forma', 'Way'],
                  area: 'third',
                  whole: true,
                  cell: ({ payment_method, card }) =>
                    `${say(rails[payment_method])} ${card.number ? `•${card.number}` : ''}`,
                },
                {
                  head: ['Estado', 'State'],
                  area: 'state',
                  cell: ({ status }) => <State of={status} words={operationStateWords} />,
                },
                {
                  head: ['Cuándo', 'When'],
                  area: 'when',
                  whole: true,
                  cell: ({ timestamp }) => moment(timestamp, language),
                },
              ]}
            />
          )
        }
      </Read>
    </section>
  )
}

function Subscribe({ customer, name }: { customer: string; name: string }) {
  const { say } = useLanguage()
  const plans = useRead<Calls['GET /v1/console/plans']['result']>('/v1/console/plans?limit=500')
  return (
    <Ask
      button={say(['Suscribir', 'Subscribe'])}
      title={say(['Suscribir a {name}', 'Put {name} on a plan'], { name })}
      text={say([
        'El monto del plan se cobra a la tarjeta el primer día, y otra vez al empezar cada periodo, hasta que lo pauses o termines. Sin fecha, el primer cobro es ahora.',
        'The plan’s amount is charged to the card on the first day, and again as each period begins, until you pause or end it. Without a date the first charge is now.',
      ])}
      confirm={say(['Suscribir', 'Subscribe'])}
      never={
        plans.data?.plans.length === 0
          ? say(['Para suscribir hace falta un plan: créalo en Planes.', 'To subscribe, first create a plan at Plans.'])
          : undefined
      }
      change={(form) => {
        const text = (field: string) => textIn(form, field)
        return {
          method: 'POST',
          path: `/v1/plan/${encodeURIComponent(text('plan'))}/customers`,
          body: {
            customer,
            card: text('card'),
            ...(text('start_date') !== '' && { start_date: text('start_date') }),
          },
        }
      }}
    >
      <Field label={say(['Plan', 'Plan'])}>
        <select name="plan" required>
          {plans.data?.plans.map(({ id, name: plan, amount, period }) => (
            <option key={id} value={id}>
              {plan}: {money(amount.amount)} {say(periods[period] ?? [period, period])}
            </option>
          ))}
        </select>
      </Field>
      <CardChoice customer={customer} />
      <Field label={say(['Primer cobro', 'First charge'])}>
        <input name="start_date" type="date" />
      </Field>
    </Ask>
  )
}

function Change({ customer: { id, name, email } }: { customer: Pick<Customer, 'id' | 'name' | 'email'> }) {
  const { say } = useLanguage()
  return (
    <Ask
      button={say(['Cambiar', 'Change'])}
      title={say(['Cambiar a {name}', 'Change {name}'], { name })}
      text={say([
        'Su CLABE, sus tarjetas y sus suscripciones siguen igual.',
        'The CLABE, cards and subscriptions stay as they are.',
      ])}
      confirm={say(['Guardar', 'Save'])}
      change={(form) => {
        const text = (field: string) => textIn(form, field)
        return { method: 'PUT', path: `/v1/customer/${id}`, body: { name: text('name'), email: text('email') } }
      }}
    >
      <Field label={say(['Nombre', 'Name'])}>
        <input name="name" defaultValue={name} maxLength={250} required />
      </Field>
      <Field label={say(['Correo', 'E-mail'])}>
        <input name="email" type="email" defaultValue={email} maxLength={254} required />
      </Field>
    </Ask>
  )
}

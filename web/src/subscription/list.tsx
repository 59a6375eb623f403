// Who is on a plan: when each is charged next, and pausing, resuming, ending that, or charging another card.
import { Link } from 'wouter'
import type { SavedCard, Subscription } from '../../../client/src/types.ts'
import { count, moment, money } from '../format.ts'
import { counted, useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { List } from '../parts/list.tsx'
import { PAGE, Pages } from '../parts/pages.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { State } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'

export interface Subscribed extends Subscription {
  plan_name: string
  amount: string
  period: string
  customer_name: string
  card_last4: string
  card_gone: boolean
  under_way: boolean
  resumed_charge: string | null
}

export interface SubscriptionsRead {
  total: number
  subscriptions: Subscribed[]
}

export const periods: Record<string, Words> = {
  day: ['al día', 'a day'],
  week: ['a la semana', 'a week'],
  month: ['al mes', 'a month'],
  year: ['al año', 'a year'],
}

/** The path of a page of them; `of` narrows it. */
export function subscriptionsPath(of: Record<string, string>, offset = 0): string {
  return `/v1/console/subscriptions?${new URLSearchParams({ limit: String(PAGE), offset: String(offset), ...of })}`
}

export function Subscriptions({
  of,
  offset = 0,
  without,
  empty,
}: {
  of: Record<string, string>
  offset?: number
  /** What the page says already. */
  without?: 'plan' | 'customer'
  empty: { title: string; text?: string }
}) {
  const { say, language } = useLanguage()
  const read = useRead<SubscriptionsRead>(subscriptionsPath(of, offset))
  return (
    <Read of={read}>
      {({ total, subscriptions }) =>
        subscriptions.length === 0 ? (
          <Empty {...empty} />
        ) : (
          <>
            <List<Subscribed>
              caption={say(
                counted(
                  total,
                  ['{total} suscripción', '{total} subscription'],
                  ['{total} suscripciones', '{total} subscriptions'],
                ),
                { total: count(total) },
              )}
              rows={subscriptions}
              idOf={({ id }) => id}
              columns={[
                ...(without === 'customer'
                  ? []
                  : [
                      {
                        head: ['Cliente', 'Customer'],
                        sort: (row: Subscribed) => row.customer_name,
                        cell: (row: Subscribed) => <Link href={`/customers/${row.customer}`}>{row.customer_name}</Link>,
                      } as const,
                    ]),
                ...(without === 'plan'
                  ? []
                  : [
                      {
                        head: ['Plan', 'Plan'],
                        sort: (row: Subscribed) => row.plan_name,
                        cell: (row: Subscribed) => <Link href={`/plans/${row.plan}`}>{row.plan_name}</Link>,
                      } as const,
                    ]),
                {
                  head: ['Monto', 'Amount'],
                  right: true,
                  sort: ({ amount }) => Number(amount),
                  cell: ({ amount, period }) => `${money(amount)} ${say(periods[period] ?? [period, period])}`,
                },
                { head: ['Estado', 'State'], sort: ({ status }) => status, cell: (row) => <Standing of={row} /> },
                {
                  head: ['Próximo cobro', 'Next charge'],
                  whole: true,
                  sort: ({ next_charge }) => next_charge ?? '',
                  cell: ({ next_charge, under_way }) =>
                    under_way
                      ? say(['Cobrándose', 'Being charged'])
                      : next_charge
                        ? moment(next_charge, language)
                        : '—',
                },
                {
                  head: ['Tarjeta', 'Card'],
                  cell: ({ card_last4, card_gone }) => (
                    <>
                      {card_last4 && `•${card_last4} `}
                      {card_gone && <span className="badge bad">{say(['Quitada', 'Removed'])}</span>}
                    </>
                  ),
                },
                { head: ['Acciones', 'Actions'], cell: (row) => <Actions of={row} /> },
              ]}
            />
            <Pages shown={subscriptions.length} total={total} />
          </>
        )
      }
    </Read>
  )
}

/** Its state, and why it is paused. */
function Standing({ of: { status, paused_because, attempts } }: { of: Subscribed }) {
  const { say } = useLanguage()
  return (
    <span className="badges">
      <State of={status} />
      {paused_because === 'declined' && (
        <span className="badge bad">{say(['Tarjeta declinada', 'Card declined'])}</span>
      )}
      {status === 'active' && attempts > 0 && (
        <span className="badge bad">
          {say(
            counted(
              attempts,
              ['{attempts} intento declinado', '{attempts} try declined'],
              ['{attempts} intentos declinados', '{attempts} tries declined'],
            ),
            { attempts },
          )}
        </span>
      )}
    </span>
  )
}

function Actions({ of }: { of: Subscribed }) {
  const { say, language } = useLanguage()
  const { can } = useSession()
  if (!can('charge')) return null
  const { plan, customer, status, next_charge, resumed_charge, under_way } = of
  const path = `/v1/plan/${encodeURIComponent(plan)}/customers/${encodeURIComponent(customer)}`
  const values = {
    name: of.customer_name,
    plan: of.plan_name,
    amount: money(of.amount),
    next: next_charge ? moment(next_charge, language) : '',
    resumed: resumed_charge ? moment(resumed_charge, language) : '',
    card: of.card_last4 ? `•${of.card_last4}` : '',
  }
  const underWay = under_way && (
    <p>
      {say([
        'Hay un cobro en camino: si el banco lo aprueba, queda pagado.',
        'A charge is under way: if the bank approves it, it is paid.',
      ])}
    </p>
  )
  const notMade = next_charge && !under_way && (
    <p>
      {say(['El cobro de {amount} del {next} no se hace.', 'The charge of {amount} on {next} is not made.'], values)}
    </p>
  )
  return (
    <span className="badges">
      {status === 'active' ? (
        <Ask
          plain
          button={say(['Pausar', 'Pause'])}
          title={say(['¿Pausar {plan} de {name}?', 'Pause {plan} of {name}?'], values)}
          text={
            <>
              {notMade}
              {underWay}
              <p>
                {say([
                  'No se cobra nada hasta que la reanudes. Lo ya pagado se queda como está.',
                  'Nothing is charged until you resume it. What was paid stays as it is.',
                ])}
              </p>
            </>
          }
          confirm={say(['Sí, pausar', 'Yes, pause'])}
          change={() => ({ method: 'POST', path: `${path}/pause`, body: {} })}
        />
      ) : (
        <Ask
          plain
          button={say(['Reanudar', 'Resume'])}
          title={say(['¿Reanudar {plan} de {name}?', 'Resume {plan} of {name}?'], values)}
          text={
            <>
              {underWay || (
                <p>
                  {say(
                    [
                      'El siguiente cobro es de {amount} a la tarjeta {card}, el {resumed}.',
                      'The next charge is {amount} to the card {card}, on {resumed}.',
                    ],
                    values,
                  )}
                </p>
              )}
              <p>
                {say([
                  'Los periodos que empezaron en la pausa no se cobran.',
                  'Periods that began during the pause are not charged.',
                ])}
              </p>
            </>
          }
          confirm={say(['Sí, reanudar', 'Yes, resume'])}
          change={() => ({ method: 'POST', path: `${path}/resume`, body: {} })}
        />
      )}
      <OtherCard of={of} path={path} />
      <Ask
        plain
        danger
        button={say(['Terminar', 'End'])}
        title={say(['¿Sacar a {name} de {plan}?', 'Take {name} off {plan}?'], values)}
        text={
          <>
            {notMade}
            {underWay}
            <p>
              {say([
                'No se le vuelve a cobrar. Lo ya pagado no se devuelve: eso se hace en cada operación. Para volver hay que suscribirse otra vez.',
                'They are not charged again. What was paid is not given back: that is done at each operation. To come back they subscribe again.',
              ])}
            </p>
          </>
        }
        confirm={say(['Sí, terminar', 'Yes, end it'])}
        change={() => ({ method: 'DELETE', path })}
      />
    </span>
  )
}

/** Reads the customer's cards once it is opened. */
function OtherCard({ of, path }: { of: Subscribed; path: string }) {
  const { say } = useLanguage()
  return (
    <Ask
      plain
      button={say(['Otra tarjeta', 'Other card'])}
      title={say(['La tarjeta de {plan}', 'The card of {plan}'], { plan: of.plan_name })}
      text={
        of.status === 'active' && of.attempts > 0 && !of.under_way
          ? say(
              [
                'La anterior fue declinada: a la nueva se le cobran {amount} ahora mismo.',
                'The one before was declined: the new one is charged {amount} at once.',
              ],
              { amount: money(of.amount) },
            )
          : say([
              'Se cobra desde el siguiente cobro. Ahora no se mueve dinero.',
              'It is charged from the next charge on. No money moves now.',
            ])
      }
      confirm={say(['Cambiar', 'Change'])}
      change={(form) => ({ method: 'PUT', path, body: { card: String(form.get('card') ?? '') } })}
    >
      <CardChoice customer={of.customer} now={of.card} />
    </Ask>
  )
}

/** One of a customer's saved cards. */
export function CardChoice({ customer, now }: { customer: string; now?: string }) {
  const { say } = useLanguage()
  const read = useRead<SavedCard[]>(`/v1/customer/${encodeURIComponent(customer)}/cards`)
  return (
    <Read of={read}>
      {(cards) => (
        <Field label={say(['Tarjeta', 'Card'])}>
          <select name="card" defaultValue={now} required>
            {cards.map(({ token, type, number }) => (
              <option key={token} value={token}>
                {brands[type] ?? type} •{number.slice(-4)}
              </option>
            ))}
          </select>
        </Field>
      )}
    </Read>
  )
}

export const brands: Record<string, string> = {
  VISA: 'Visa',
  MAST: 'Mastercard',
  AMEX: 'American Express',
  CRNT: 'Carnet',
}

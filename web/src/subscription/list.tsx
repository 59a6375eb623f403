// A list of subscriptions: the amount, the next charge, and the actions on each.
import { pauseWords, subscriptionStateWords } from '../../../src/plans/code-words.ts'
import { count, moment, money } from '../format.ts'
import { counted, useLanguage } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import { List } from '../parts/list.tsx'
import { Pages } from '../parts/pages.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import type { Calls, SubscriptionShown } from '../wire.ts'
import { Actions } from './actions.tsx'
import { periods, subscriptionsPath } from './subscribed.ts'

export function Subscriptions({
  of,
  offset = 0,
  without,
  empty,
}: {
  of: Record<string, string>
  offset?: number
  /** The column that the page shows already. */
  without?: 'plan' | 'customer'
  empty: Parameters<typeof Empty>[0]
}) {
  const { say, language } = useLanguage()
  const read = useRead<Calls['GET /v1/console/subscriptions']['result']>(subscriptionsPath(of, offset))
  return (
    <Read of={read}>
      {({ total, subscriptions }) =>
        subscriptions.length === 0 ? (
          <Empty {...empty} />
        ) : (
          <>
            <List<SubscriptionShown>
              caption={say(
                counted(
                  total,
                  ['{total} suscripción', '{total} subscription'],
                  ['{total} suscripciones', '{total} subscriptions'],
                ),
                { total: count(total) },
              )}
              isTitled
              rows={subscriptions}
              idOf={({ id }) => id}
              columns={[
                ...(without === 'customer'
                  ? []
                  : [
                      {
                        head: ['Cliente', 'Customer'],
                        area: 'first',
                        long: true,
                        sort: (row: SubscriptionShown) => row.customer_name,
                        cell: (row: SubscriptionShown) => (
                          <RowLink href={`/customers/${row.customer}`}>{row.customer_name}</RowLink>
                        ),
                      } as const,
                    ]),
                ...(without === 'plan'
                  ? []
                  : [
                      {
                        head: ['Plan', 'Plan'],
                        area: without === 'customer' ? 'first' : 'second',
                        long: true,
                        sort: (row: SubscriptionShown) => row.plan_name,
                        cell: (row: SubscriptionShown) => (
                          <RowLink href={`/plans/${row.plan}`}>{row.plan_name}</RowLink>
                        ),
                      } as const,
                    ]),
                {
                  head: ['Monto', 'Amount'],
                  area: 'third',
                  right: true,
                  sort: ({ amount }) => Number(amount),
                  cell: ({ amount, period, card_last4 }) => (
                    <>
                      {money(amount)} {say(periods[period] ?? [period, period])}
                      {card_last4 && <span className="on-phone quiet"> · •{card_last4}</span>}
                    </>
                  ),
                },
                {
                  head: ['Estado', 'State'],
                  area: 'state',
                  sort: ({ status }) => status,
                  cell: (row) => <Standing of={row} />,
                },
                {
                  head: ['Próximo cobro', 'Next charge'],
                  area: 'when',
                  sort: ({ next_charge }) => next_charge ?? '',
                  cell: ({ next_charge, under_way }) =>
                    under_way
                      ? say(['Cobrándose', 'Being charged'])
                      : next_charge && (
                          <>
                            <span className="on-phone quiet">{say(['próximo cobro', 'next charge'])} </span>
                            {moment(next_charge, language)}
                          </>
                        ),
                },
                {
                  head: ['Tarjeta', 'Card'],
                  whole: true,
                  cell: ({ card_last4, card_gone }) => (
                    <>
                      {card_last4 && `•${card_last4} `}
                      {card_gone && <span className="badge bad">{say(['Quitada', 'Removed'])}</span>}
                    </>
                  ),
                },
                { head: ['Acciones', 'Actions'], area: 'acts', whole: true, cell: (row) => <Actions of={row} /> },
              ]}
            />
            <Pages shown={subscriptions.length} total={total} />
          </>
        )
      }
    </Read>
  )
}

/** The state, and the reason of a pause. */
function Standing({ of: { status, paused_because, attempts } }: { of: SubscriptionShown }) {
  const { say } = useLanguage()
  return (
    <span className="badges">
      <State of={status} words={subscriptionStateWords} />
      {paused_because !== '' && paused_because !== 'asked' && <State of={paused_because} words={pauseWords} />}
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

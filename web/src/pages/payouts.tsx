// Payouts: the amounts sent to the account's bank, and how each adds up, with a link to every line.
import { Link } from 'wouter'
import type { Payout } from '../../../client/src/types.ts'
import { bankNameOf } from '../../../src/core/banks/clabe.ts'
import { payoutStateWords } from '../../../src/payouts/code-words.ts'
import { count, day, money, nearMoment } from '../format.ts'
import { counted, useLanguage } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import { ExportList } from '../parts/export.tsx'
import { List } from '../parts/list.tsx'
import { PAGE, Pages, useOffset } from '../parts/pages.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Empty, NotFound, Read } from '../parts/states.tsx'
import { ChangeOfAccount } from '../payout/account.tsx'
import { NextOfPayouts } from '../payout/next-lines.tsx'
import { ReportOf } from '../payout/report.tsx'
import { ARRIVED } from '../payout/sent.tsx'
import { useRead } from '../read.ts'

export function Page() {
  const { say, language } = useLanguage()
  const offset = useOffset()
  const read = useRead<{ total: number; amount: { amount: string }; payouts: Payout[] }>(
    `/v1/payouts?limit=${PAGE}&offset=${offset}`,
  )
  return (
    <>
      <div className="head">
        <h1>{say(['Liquidaciones', 'Payouts'])}</h1>
        <ExportList list="/v1/payouts" query={{}} />
      </div>
      <NextOfPayouts />
      <ChangeOfAccount />
      <section className="card">
        <Read of={read}>
          {({ total, amount, payouts }) =>
            payouts.length === 0 ? (
              <Empty
                before
                title={say(['Ninguna liquidación todavía', 'No payouts yet'])}
                text={say([
                  'La primera sale al día hábil siguiente de un pago.',
                  'The first goes out on the business day after a payment.',
                ])}
              />
            ) : (
              <>
                <List<Payout>
                  caption={say(
                    counted(
                      total,
                      ['{total} liquidación por {amount}', '{total} payout of {amount}'],
                      ['{total} liquidaciones por {amount}', '{total} payouts of {amount}'],
                    ),
                    {
                      total: count(total),
                      amount: money(amount.amount),
                    },
                  )}
                  rows={payouts}
                  idOf={({ id }) => id}
                  hrefOf={({ date }) => `/payouts/${date}`}
                  columns={[
                    {
                      head: ['Monto', 'Amount'],
                      area: 'first',
                      right: true,
                      sort: ({ amount: { amount: one } }) => Number(one),
                      cell: ({ date, amount: { amount: one } }) => (
                        <RowLink className="amount" href={`/payouts/${date}`}>
                          {money(one)}
                        </RowLink>
                      ),
                    },
                    {
                      head: ['Día', 'Day'],
                      area: 'second',
                      whole: true,
                      sort: ({ date }) => date,
                      cell: ({ date, from_date, to_date }) => (
                        <>
                          {day(date, language, 'dated')}
                          <br />
                          <span className="quiet small">
                            {say(['paga', 'pays'])}{' '}
                            {from_date === to_date
                              ? day(from_date, language)
                              : `${day(from_date, language)} – ${day(to_date, language)}`}
                          </span>
                        </>
                      ),
                    },
                    {
                      head: ['Estado', 'State'],
                      area: 'state',
                      sort: ({ status }) => status,
                      cell: ({ status }) => <State of={status} words={payoutStateWords} />,
                    },
                    {
                      head: ['Llegada', 'Arrival'],
                      area: 'when',
                      cell: ({ status, status_timestamp }) => (
                        <span className="quiet">
                          {status === 'paid' ? '' : `${say(ARRIVED[status])} `}
                          {nearMoment(status_timestamp, language)}
                        </span>
                      ),
                    },
                    {
                      head: ['Cuenta y clave de rastreo', 'Account, tracking key'],
                      area: 'third',
                      whole: true,
                      cell: ({ clabe }) => (
                        <span className="quiet">
                          {[bankNameOf(clabe), `•${clabe.slice(-4)}`].filter(Boolean).join(' ')}
                        </span>
                      ),
                      below: ({ tracking_key }) => (
                        <div>
                          <code className="quiet">{tracking_key}</code>
                        </div>
                      ),
                    },
                  ]}
                />
                <Pages shown={payouts.length} total={total} />
              </>
            )
          }
        </Read>
      </section>
    </>
  )
}

/** The address of a payout is its day. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

export function One({ id }: { id: string }) {
  const { say } = useLanguage()
  return (
    <>
      <p>
        <Link href="/payouts">{say(['← Liquidaciones', '← Payouts'])}</Link>
      </p>
      {isDay(id) ? (
        <>
          <h1>{say(['Liquidación', 'Payout'])}</h1>
          <ReportOf date={id} />
        </>
      ) : (
        <NotFound />
      )}
    </>
  )
}

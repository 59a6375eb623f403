// Payouts: the amounts sent to the account's bank, and how each adds up, with a link to every line.

import { Link } from 'wouter'
import type { Payout, ReportLine, ReportTotals } from '../../../client/src/types.ts'
import { at } from '../base.ts'
import { centavos, count, day, moment, money, nearMoment, negative } from '../format.ts'
import { counted, useLanguage, type Words } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import { ExportList } from '../parts/export.tsx'
import { List } from '../parts/list.tsx'
import { PAGE, Pages, useOffset } from '../parts/pages.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { lineTypes, rails } from '../parts/words.tsx'
import { PayoutAccount } from '../payout/account.tsx'
import { ARRIVED, Sent } from '../payout/sent.tsx'
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
      <PayoutAccount />
      <section className="card">
        <Read of={read}>
          {({ total, amount, payouts }) =>
            payouts.length === 0 ? (
              <Empty
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
                        <Link className="amount" href={`/payouts/${date}`}>
                          {money(one)}
                        </Link>
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
                      cell: ({ status }) => <State of={status} />,
                    },
                    {
                      head: ['Llegada', 'Arrival'],
                      area: 'when',
                      whole: true,
                      cell: ({ status, status_timestamp }) => (
                        <span className="quiet">
                          {status === 'paid' ? '' : `${say(ARRIVED[status])} `}
                          {nearMoment(status_timestamp, language)}
                        </span>
                      ),
                    },
                    {
                      head: ['CLABE y clave de rastreo', 'CLABE and tracking key'],
                      area: 'third',
                      cell: ({ clabe, tracking_key }) => (
                        <>
                          <code>{clabe}</code>
                          <br />
                          <code className="quiet">{tracking_key}</code>
                        </>
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

export interface Report {
  date: string
  payout: Payout | null
  totals: ReportTotals
  lines: ReportLine[]
  next: string | null
}

interface Posted {
  sales: string
  returned: string
  disputed: string
}

interface Part {
  name: string
  words: Words
  /** Signed as it adds up: deductions are negative. */
  amount: string
  /** A sum of the lines before it. */
  sum?: boolean
}

/** From the sales to what is paid out, line by line. */
function partsOf(totals: ReportTotals, posted: Posted): Part[] {
  const went = centavos(posted.sales) - centavos(posted.returned) - centavos(posted.disputed)
  const rest = ((centavos(totals.total) - went) / 100).toFixed(2)
  const parts: Part[] = [
    { name: 'sales', words: ['Ventas', 'Sales'], amount: posted.sales },
    {
      name: 'returned',
      words: ['Devoluciones y cancelaciones', 'Refunds and reversals'],
      amount: negative(posted.returned),
    },
    { name: 'disputed', words: ['Aclaraciones', 'Disputes'], amount: negative(posted.disputed) },
    { name: 'rest', words: ['Reserva y ajustes', 'Reserve and adjustments'], amount: rest },
    { name: 'fee', words: ['Comisiones', 'Fees'], amount: negative(totals.fee) },
    { name: 'iva', words: ['IVA de las comisiones', 'IVA of the fees'], amount: negative(totals.iva) },
    { name: 'affiliate', words: ['De afiliados', 'Of affiliates'], amount: negative(totals.affiliate) },
    { name: 'net', words: ['Neto', 'Net'], amount: totals.net, sum: true },
    { name: 'carried', words: ['De días anteriores', 'From earlier days'], amount: totals.carried },
    { name: 'payout', words: ['Liquidación', 'Payout'], amount: totals.payout, sum: true },
  ]
  const always = ['sales', 'fee', 'iva', 'net', 'payout']
  return parts.filter(({ name, amount }) => always.includes(name) || centavos(amount) !== 0)
}

function Parts({ totals, payout }: { totals: ReportTotals; payout: Payout | null }) {
  const { say, language } = useLanguage()
  const days = payout && `from=${payout.from_date}&to=${payout.to_date}`
  const posted = useRead<Posted>(days ? `/v1/console/posted?${days}` : undefined)
  if (payout === null) return null
  return (
    <section className="card">
      <Read of={posted}>
        {(sums) => (
          <table className="sum">
            <caption>
              {payout.from_date === payout.to_date
                ? say(['Lo que pasó el {from}', 'What happened on {from}'], { from: day(payout.from_date, language) })
                : say(['Lo que pasó del {from} al {to}', 'What happened from {from} to {to}'], {
                    from: day(payout.from_date, language),
                    to: day(payout.to_date, language),
                  })}
            </caption>
            <tbody>
              {partsOf(totals, sums).map(({ name, words, amount, sum }) => (
                <tr key={name} className={sum ? 'sum' : undefined}>
                  <th scope="row">{say(words)}</th>
                  <td className="right" data-figure={name}>
                    {money(amount)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </Read>
    </section>
  )
}

/** One day's payout, identified by its day: it is a report. */
export function ReportOf({ date }: { date: string }) {
  const { say, language } = useLanguage()
  const read = useRead<Report>(`/v1/settlement/report?limit=500&date=${encodeURIComponent(date)}`)
  return (
    <Read of={read}>
      {({ payout, totals, lines, date: of, next }) => (
        <>
          <div className="head">
            <h2 className="capital">{day(of, language, 'long')}</h2>
            <a className="button" href={at(`/v1/settlement/report.csv?date=${of}`)} download>
              {say(['Descargar CSV', 'Download CSV'])}
            </a>
          </div>
          <div className="two">
            {payout && <Sent payout={payout} />}
            <Parts totals={totals} payout={payout} />
          </div>
          <section className="card">
            {lines.length === 0 ? (
              <Empty title={say(['Este día no se liquidó nada', 'Nothing was paid out on this day'])} />
            ) : (
              <List<ReportLine>
                caption={
                  next === null
                    ? say(['Cada pago y cada devolución que suma', 'Every payment and return that adds to it'])
                    : say([
                        'Las primeras 500 líneas; el CSV las tiene todas',
                        'The first 500 lines; the CSV has them all',
                      ])
                }
                rows={lines}
                idOf={({ transaction, type, refund, dispute, timestamp }) =>
                  `${transaction} ${type} ${refund} ${dispute} ${timestamp}`
                }
                hrefOf={({ transaction, type, payment_method }) =>
                  isOperation(type, payment_method) ? `/operations/${transaction}` : undefined
                }
                columns={[
                  {
                    head: ['Monto', 'Amount'],
                    area: 'first',
                    right: true,
                    cell: ({ transaction, total, type, payment_method }) =>
                      isOperation(type, payment_method) ? (
                        <Link className="amount" href={`/operations/${transaction}`}>
                          {money(total)}
                        </Link>
                      ) : (
                        <strong>{money(total)}</strong>
                      ),
                  },
                  {
                    head: ['Qué', 'What'],
                    area: 'second',
                    cell: ({ type, dispute, description, reference_number: reference }) => {
                      const words = say(lineTypes[type] ?? [type, type])
                      return (
                        <>
                          {dispute === '' ? words : <Link href={`/disputes/${dispute}`}>{words}</Link>}
                          <span className="quiet">
                            {[description, reference].filter(Boolean).map((one) => ` · ${one}`)}
                          </span>
                        </>
                      )
                    },
                  },
                  {
                    head: ['Forma', 'Way'],
                    area: 'third',
                    cell: ({ payment_method: method }) => (method === '' ? '—' : say(rails[method])),
                  },
                  {
                    head: ['Cuándo', 'When'],
                    area: 'when',
                    whole: true,
                    cell: ({ timestamp }) => <span className="quiet">{moment(timestamp, language)}</span>,
                  },
                  { head: ['Comisión', 'Fee'], right: true, cell: ({ fee }) => money(fee) },
                  { head: ['IVA', 'IVA'], right: true, cell: ({ iva }) => money(iva) },
                  { head: ['Neto', 'Net'], area: 'state', right: true, cell: ({ net }) => money(net) },
                ]}
              />
            )}
          </section>
        </>
      )}
    </Read>
  )
}

/** Moves of the reserve and roundings have no operation. */
function isOperation(type: ReportLine['type'], method: string): boolean {
  return method !== '' && type !== 'reserve' && type !== 'iva_rounding'
}

export function One({ id }: { id: string }) {
  const { say } = useLanguage()
  return (
    <>
      <p>
        <Link href="/payouts">{say(['← Liquidaciones', '← Payouts'])}</Link>
      </p>
      <h1>{say(['Liquidación', 'Payout'])}</h1>
      <ReportOf date={id} />
    </>
  )
}

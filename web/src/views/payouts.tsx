// Payouts: what went to the account's bank, and of each how it adds up, with every line a click away.
import { Link } from 'wouter'
import type { Payout, ReportLine, ReportTotals, SettlementAccount } from '../../../client/src/types.ts'
import { count, day, moment, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { List } from '../parts/list.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { State } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import type { View } from '../view.ts'

function Page() {
  const { say, language } = useLanguage()
  const read = useRead<{ total: number; amount: { amount: string }; payouts: Payout[] }>('/v1/payouts?limit=50')
  const account = useRead<SettlementAccount>('/v1/settlement/account')
  return (
    <>
      <h1>{say(['Liquidaciones', 'Payouts'])}</h1>
      <section className="card">
        <Read of={account}>
          {({ clabe, bank_name }) => (
            <p>
              {clabe === null
                ? say([
                    'Todavía no hay cuenta a dónde liquidar: las liquidaciones esperan.',
                    'There is no account to pay out to yet: payouts wait.',
                  ])
                : say(['Van a la CLABE {clabe}, {bank}.', 'They go to the CLABE {clabe}, {bank}.'], {
                    clabe,
                    bank: bank_name,
                  })}
            </p>
          )}
        </Read>
      </section>
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
              <List<Payout>
                caption={say(['{total} liquidaciones por {amount}', '{total} payouts of {amount}'], {
                  total: count(total),
                  amount: money(amount.amount),
                })}
                rows={payouts}
                idOf={({ id }) => id}
                columns={[
                  {
                    head: ['Día', 'Day'],
                    sort: ({ date }) => date,
                    cell: ({ date }) => <Link href={`/payouts/${date}`}>{day(date, language)}</Link>,
                  },
                  {
                    head: ['Monto', 'Amount'],
                    right: true,
                    sort: ({ amount: { amount: one } }) => Number(one),
                    cell: ({ amount: { amount: one } }) => money(one),
                  },
                  { head: ['Estado', 'State'], cell: ({ status }) => <State of={status} /> },
                  {
                    head: ['Paga del', 'Pays from'],
                    cell: ({ from_date, to_date }) => `${day(from_date, language)} – ${day(to_date, language)}`,
                  },
                  { head: ['CLABE', 'CLABE'], cell: ({ clabe }) => <code>{clabe}</code> },
                  {
                    head: ['Clave de rastreo', 'Tracking key'],
                    cell: ({ tracking_key }) => <code>{tracking_key}</code>,
                  },
                ]}
              />
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

const sums: [keyof ReportTotals, Words][] = [
  ['total', ['Ventas menos devoluciones', 'Sales less returns']],
  ['fee', ['Comisiones', 'Fees']],
  ['iva', ['IVA de las comisiones', 'VAT of the fees']],
  ['affiliate', ['De afiliados', 'Of affiliates']],
  ['net', ['Neto', 'Net']],
  ['carried', ['De días anteriores', 'From earlier days']],
  ['payout', ['Liquidación', 'Payout']],
]

/** One day's payout, by its day: it is a report. */
export function ReportOf({ date }: { date: string }) {
  const { say, language } = useLanguage()
  const read = useRead<Report>(`/v1/settlement/report?limit=500&date=${encodeURIComponent(date)}`)
  return (
    <Read of={read}>
      {({ payout, totals, lines, date: of, next }) => (
        <>
          <div className="head">
            <h2>
              {day(of, language, 'long')} {payout && <State of={payout.status} />}
            </h2>
            <a className="button" href={`/v1/settlement/report.csv?date=${of}`} download>
              {say(['Descargar CSV', 'Download CSV'])}
            </a>
          </div>
          <dl className="figures">
            {sums.map(([name, words]) => (
              <div key={name}>
                <dt>{say(words)}</dt>
                <dd data-figure={name}>{money(String(totals[name]))}</dd>
              </div>
            ))}
          </dl>
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
                idOf={({ transaction, type }) => `${transaction} ${type}`}
                columns={[
                  {
                    head: ['Operación', 'Operation'],
                    cell: ({ transaction, timestamp }) => (
                      <Link href={`/operations/${transaction}`}>{moment(timestamp, language)}</Link>
                    ),
                  },
                  {
                    head: ['Qué', 'What'],
                    cell: ({ type }) => (type === 'payment' ? say(['Pago', 'Payment']) : say(['Devolución', 'Return'])),
                  },
                  { head: ['Monto', 'Amount'], right: true, cell: ({ total }) => money(total) },
                  { head: ['Comisión', 'Fee'], right: true, cell: ({ fee }) => money(fee) },
                  { head: ['IVA', 'VAT'], right: true, cell: ({ iva }) => money(iva) },
                  { head: ['Neto', 'Net'], right: true, cell: ({ net }) => money(net) },
                  { head: ['Referencia', 'Reference'], cell: ({ reference_number }) => reference_number || '—' },
                ]}
              />
            )}
          </section>
        </>
      )}
    </Read>
  )
}

function One({ id }: { id: string }) {
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

export const view: View = {
  path: '/payouts',
  group: 'money',
  order: 3,
  title: ['Liquidaciones', 'Payouts'],
  needs: ['read'],
  letter: 'l',
  Page,
  One,
}

// The payout of one day as a bank's statement: what was sent, how it adds up, and the payments in it.
import type { Payout, ReportLine, ReportTotals } from '../../../client/src/types.ts'
import { shopReference } from '../../../src/core/shop-reference.ts'
import { lineTypeWords } from '../../../src/payouts/code-words.ts'
import { at } from '../base.ts'
import { capital } from '../capital.ts'
import { day, moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { List } from '../parts/list.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { rails } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { ItemTitle } from '../title.ts'
import { Parts } from './parts.tsx'
import { Sent } from './sent.tsx'

interface Report {
  date: string
  payout: Payout | null
  totals: ReportTotals
  lines: ReportLine[]
  next: string | null
}

/** One day's payout, identified by its day: it is a report. */
export function ReportOf({ date }: { date: string }) {
  const { say, language } = useLanguage()
  const read = useRead<Report>(`/v1/settlement/report?limit=500&date=${encodeURIComponent(date)}`)
  return (
    <Read of={read}>
      {({ payout, totals, lines, date: of, next }) => (
        <>
          <ItemTitle of={day(of, language, 'dated')} />
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
                        <RowLink className="amount" href={`/operations/${transaction}`}>
                          {money(total)}
                        </RowLink>
                      ) : (
                        <strong>{money(total)}</strong>
                      ),
                  },
                  {
                    head: ['Qué', 'What'],
                    area: 'second',
                    cell: ({ type, dispute, description, reference_number: number }) => {
                      const reference = shopReference(number)
                      const words = capital(say(lineTypeWords[type]))
                      return (
                        <>
                          {dispute === '' ? words : <RowLink href={`/disputes/${dispute}`}>{words}</RowLink>}
                          <span className="quiet">
                            {description && ` · ${description}`}
                            {reference && (
                              <>
                                {' · '}
                                <span className="id">{reference}</span>
                              </>
                            )}
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
                  {
                    head: ['Neto', 'Net'],
                    area: 'state',
                    right: true,
                    cell: ({ net }) => (
                      <>
                        <span className="quiet small on-phone">{say(['neto', 'net'])} </span>
                        {money(net)}
                      </>
                    ),
                  },
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

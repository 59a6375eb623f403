// How a payout adds up: from the sales of its days to what is paid out, line by line.
import type { Payout, ReportTotals } from '../../../client/src/types.ts'
import { centavos, day, money, negative } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import type { PostedSums } from '../wire.ts'

interface Part {
  name: string
  words: Words
  /** Signed as it adds up: deductions are negative. */
  amount: string
  /** A sum of the lines before it. */
  sum?: boolean
}

/** From the sales to what is paid out, line by line. */
function partsOf(totals: ReportTotals, posted: PostedSums): Part[] {
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
  // Without earlier days the net amount is the payout.
  const always = ['sales', 'fee', 'iva', 'payout', ...(centavos(totals.carried) === 0 ? [] : ['net'])]
  return parts.filter(({ name, amount }) => always.includes(name) || (name !== 'net' && centavos(amount) !== 0))
}

export function Parts({ totals, payout }: { totals: ReportTotals; payout: Payout | null }) {
  const { say, language } = useLanguage()
  const days = payout && `from=${payout.from_date}&to=${payout.to_date}`
  const posted = useRead<PostedSums>(days ? `/v1/console/posted?${days}` : undefined)
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

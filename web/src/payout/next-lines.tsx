// How the next payout adds up so far, and the account that it goes to.
import { centavos, money, pesos } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import type { NextPayout } from '../wire.ts'
import { PayoutAccount } from './account.tsx'
import { Amount, Hindered, PATH } from './next.tsx'

interface Line {
  name: string
  words: Words
  centavos: number
}

/** From what was sold to what would be sent; lines of nothing are left out. */
function linesOfNext({ sums, carried, due, amount }: NextPayout): Line[] {
  const signed = (text: string) => -centavos(text) || 0
  const lines: Line[] = [
    { name: 'next-sales', words: ['Ventas', 'Sales'], centavos: centavos(sums.sales) },
    {
      name: 'next-returned',
      words: ['Devoluciones y cancelaciones', 'Refunds and reversals'],
      centavos: signed(sums.returned),
    },
    { name: 'next-disputed', words: ['Aclaraciones', 'Disputes'], centavos: signed(sums.disputed) },
    { name: 'next-fees', words: ['Comisiones con IVA', 'Fees with IVA'], centavos: signed(sums.fees) },
    {
      name: 'next-dispute-fees',
      words: ['Comisiones por aclaraciones, con IVA', 'Fees of disputes, with IVA'],
      centavos: signed(sums.dispute_fees),
    },
    {
      name: 'next-carried',
      words: ['De liquidaciones que no llegaron', 'Of payouts that did not arrive'],
      centavos: centavos(carried),
    },
  ]
  const rest = centavos(due) - lines.reduce((sum, line) => sum + line.centavos, 0)
  const all: Line[] = [
    ...lines,
    {
      name: 'next-rest',
      words: ['Afiliados, reserva y ajustes', 'Affiliates, reserve and adjustments'],
      centavos: rest,
    },
    lineOfRest(centavos(amount) - centavos(due)),
  ]
  return all.filter((line) => line.name === 'next-sales' || line.centavos !== 0)
}

/** What is owed and not sent; of a balance below zero, which nothing is sent of, what is owed to the service. */
function lineOfRest(rest: number): Line {
  return rest > 0
    ? {
        name: 'next-owed',
        words: ['Lo que debes: lo cubren tus ventas', 'What you owe: your sales cover it'],
        centavos: rest,
      }
    : { name: 'next-kept', words: ['Se queda en tu saldo', 'Stays on your balance'], centavos: rest }
}

/** Of the page of payouts: with every line, and the account that it goes to. */
export function NextOfPayouts() {
  const { say } = useLanguage()
  const read = useRead<NextPayout>(PATH)
  return (
    <Read of={read}>
      {(next) => {
        const lines = linesOfNext(next)
        const isSomething = lines.some(({ centavos: amount }) => amount !== 0)
        return (
          <section className="card beside-lines" aria-labelledby="next-payout">
            <div className="stack">
              <Amount next={next} />
              <Hindered next={next} />
              <PayoutAccount next={next.amount} />
            </div>
            {isSomething && (
              <dl className="lines" aria-label={say(['Cómo se suma', 'How it adds up'])}>
                {lines.map(({ name, words, centavos: amount }) => (
                  <div key={name}>
                    <dt>{say(words)}</dt>
                    <dd data-figure={name}>{pesos(amount)}</dd>
                  </div>
                ))}
                <div className="sum">
                  <dt>{say(['Liquidación', 'Payout'])}</dt>
                  <dd data-figure="next-payout">{money(next.amount)}</dd>
                </div>
              </dl>
            )}
          </section>
        )
      }}
    </Read>
  )
}

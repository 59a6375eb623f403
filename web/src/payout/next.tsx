// The next payout before it is made: its day, its amount so far, how that adds up, and what hinders it.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { centavos, day, money, pesos } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import type { NextPayout } from '../wire.ts'

const PATH = '/v1/console/next-payout'

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

const HINDERED: Record<NonNullable<NextPayout['hindrance']>, Words> = {
  suspended: [
    'La cuenta está suspendida: la liquidación espera hasta que el operador la reanude.',
    'The account is suspended: the payout waits until the operator resumes it.',
  ],
  'account-missing': [
    'Falta la cuenta de tu banco: la liquidación espera hasta que la pongas.',
    'Your bank account is missing: the payout waits until you set it.',
  ],
  'below-minimum': [
    'No llega a tu mínimo de {minimum}: espera a la siguiente.',
    'It is below your minimum of {minimum}: it waits for the one after.',
  ],
  'nothing-owed': ['Todavía no hay nada que liquidar.', 'There is nothing to pay out yet.'],
}

/** The day and the days that it pays. Sample: `Sale el vie, 26 de feb de 2027 · paga jue 25 de feb, que todavía corre`. */
function useNextWords(next: NextPayout): string {
  const { say, language } = useLanguage()
  const { date, from_date, to_date, open } = next
  const pays =
    from_date === to_date
      ? say(['paga lo del {from}', 'pays for {from}'], { from: day(from_date, language) })
      : say(['paga del {from} al {to}', 'pays for {from} to {to}'], {
          from: day(from_date, language),
          to: day(to_date, language),
        })
  return [
    say(['Sale el {date}', 'Goes out on {date}'], { date: day(date, language, 'dated') }),
    pays,
    open && say(['todavía cambia con lo que cobres', 'it still changes with what you sell']),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** What hinders it. */
function Hindered({ next }: { next: NextPayout }) {
  const { say } = useLanguage()
  if (next.hindrance === null) return null
  return <p className="notice">{say(HINDERED[next.hindrance], { minimum: money(next.minimum) })}</p>
}

/** Of the page of payouts: with every line. */
export function NextOfPayouts() {
  const { say } = useLanguage()
  const read = useRead<NextPayout>(PATH)
  return (
    <Read of={read}>
      {(next) => (
        <section className="card beside-lines" aria-labelledby="next-payout">
          <div className="stack">
            <Amount next={next} />
            <Hindered next={next} />
          </div>
          <dl className="lines" aria-label={say(['Cómo se suma', 'How it adds up'])}>
            {linesOfNext(next).map(({ name, words, centavos: amount }) => (
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
        </section>
      )}
    </Read>
  )
}

/** Of the first page. */
export function NextOfToday() {
  const { say } = useLanguage()
  const next = useRead<NextPayout>(PATH).data
  if (next === undefined) return null
  return (
    <section className="card next" aria-labelledby="next-payout">
      <Amount next={next}>
        <Link href="/payouts">{say(['Cómo se suma', 'How it adds up'])}</Link>
      </Amount>
      <Hindered next={next} />
    </section>
  )
}

function Amount({ next, children }: { next: NextPayout; children?: ReactNode }) {
  const { say } = useLanguage()
  return (
    <div>
      <div className="head">
        <h2 id="next-payout" className={children === undefined ? 'eyebrow' : undefined}>
          {say(['Próxima liquidación', 'Next payout'])}
        </h2>
        {children}
      </div>
      <p className="second" data-figure="next">
        {money(next.amount)}
      </p>
      <p className="quiet">{useNextWords(next)}</p>
    </div>
  )
}

// The next payout before it is made: its day, its amount so far, and what hinders it.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { day, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { useRead } from '../read.ts'
import type { NextPayout } from '../wire.ts'

export const PATH = '/v1/console/next-payout'

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
export function Hindered({ next }: { next: NextPayout }) {
  const { say } = useLanguage()
  if (next.hindrance === null) return null
  return <p className="notice">{say(HINDERED[next.hindrance], { minimum: money(next.minimum) })}</p>
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

export function Amount({ next, children }: { next: NextPayout; children?: ReactNode }) {
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

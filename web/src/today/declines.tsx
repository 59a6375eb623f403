// What banks approve of the card payments of some days, and why they decline the others.
import { Link } from 'wouter'
import { count } from '../format.ts'
import { counted, useLanguage } from '../language.tsx'
import { useSession } from '../session.tsx'
import type { ApprovalCounts, CardApprovals } from '../wire.ts'

/** Sample: of 93 approved and 7 declined, `93.0 %`; without payments, undefined. */
function rateOf({ approved, declined }: ApprovalCounts): string | undefined {
  const all = approved + declined
  return all === 0 ? undefined : `${((approved / all) * 100).toFixed(1)} %`
}

export function Declines({
  cards,
  isCompared,
  days,
}: {
  cards: CardApprovals
  /** With as many days before. */
  isCompared: boolean
  days: string[]
}) {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const rate = rateOf(cards)
  if (rate === undefined || !can('cards')) return null
  const before = isCompared ? rateOf(cards.before) : undefined
  const most = cards.reasons[0]?.payments ?? 1
  const values = { tried: count(cards.approved + cards.declined), before: before ?? '', days: days.length }
  const list = `/operations?status=D&start_date=${days[0]}&end_date=${days.at(-1)}`
  return (
    <section className="card approval" aria-labelledby="approval">
      <div className="head">
        <h2 id="approval">{say(['Tarjetas aprobadas', 'Cards approved'])}</h2>
        {cards.declined > 0 && <Link href={list}>{say(['Las declinadas', 'The declined ones'])}</Link>}
      </div>
      <div>
        <p className="second" data-figure="approval">
          {rate}
        </p>
        <p className="quiet">
          {say(['de {tried} cobros en {days} días', 'of {tried} charges in {days} days'], values)}
          {before !== undefined && ` · ${say(['antes {before}', 'before {before}'], values)}`}
        </p>
      </div>
      {cards.reasons.length > 0 && (
        <>
          <h3>{say(['Por qué no pasaron', 'Why the others did not pass'])}</h3>
          <ul className="reasons">
            {cards.reasons.map(({ code, text, payments, banks }) => (
              <li key={code} className="reason">
                <span>{text[language]}</span>
                <span className="amount">{count(payments)}</span>
                <meter className="part-of" aria-label={text[language]} max={most} value={payments} />
                {banks.length > 0 && (
                  <span className="quiet">
                    {banks.map(({ name, payments: its }) => `${name} ${count(its)}`).join(' · ')}
                  </span>
                )}
              </li>
            ))}
          </ul>
          {cards.read < cards.declined && (
            <p className="quiet">
              {say(
                counted(
                  cards.read,
                  ['De la más nueva.', 'Of the newest one.'],
                  ['De las {read} más nuevas.', 'Of the newest {read}.'],
                ),
                { read: count(cards.read) },
              )}
            </p>
          )}
        </>
      )}
    </section>
  )
}

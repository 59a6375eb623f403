// What came in of an operation, what its fee took, what went back, and the payout that it went into.
import { Link } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { payoutStateWords } from '../../../src/payouts/code-words.ts'
import { centavos, day, pesos } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import type { OperationAbout } from '../wire.ts'

interface Line {
  name: string
  words: Words
  centavos: number
  sum?: boolean
}

/** From what the payer paid to what is left for the account. */
function linesOf(
  { total, commission, refunded, disputed, status, hasDevolution }: Operation,
  known: OperationAbout,
): Line[] {
  const gross = centavos(total.amount)
  const share = centavos(known.affiliate?.amount ?? '0.00')
  // A fee that was given back with a reversal is not taken off; nothing is left of the payment.
  const isReversed = status === 'C'
  const returned = isReversed ? (hasDevolution ? gross : 0) : centavos(refunded.amount)
  const lines: Line[] = [
    { name: 'gross', words: ['Bruto', 'Gross'], centavos: gross },
    { name: 'fee', words: ['Comisión con IVA', 'Fee with IVA'], centavos: share - centavos(commission.amount) },
    { name: 'affiliate', words: ['Del afiliado', 'Of the affiliate'], centavos: -share },
    { name: 'net', words: ['Neto', 'Net'], centavos: centavos(known.net), sum: true },
    { name: 'refunded', words: ['Devuelto', 'Given back'], centavos: -returned },
    { name: 'disputed', words: ['En aclaración', 'Disputed'], centavos: -centavos(disputed.amount) },
  ]
  const always = ['gross', 'fee', 'net']
  const shown = lines.filter(({ name, centavos: amount }) => always.includes(name) || amount !== 0)
  const left = gross - returned - centavos(disputed.amount)
  if (status !== 'N' || left === gross) return shown
  return [...shown, { name: 'left', words: ['Queda por devolver', 'Left to give back'], centavos: left, sum: true }]
}

/** What is said of a payment whose money never came. */
const NO_MONEY: Partial<Record<Operation['status'], Words>> = {
  P: ['Todavía no se paga: así quedaría.', 'Not paid yet: this is how it would be.'],
  A: [
    'Autorizada y sin capturar: así quedaría si se captura toda.',
    'Authorised and not captured: this is how it would be if all of it is.',
  ],
  E: ['Venció sin pagarse: no entró dinero.', 'It expired unpaid: no money came in.'],
  D: ['No se cobró: no entró dinero.', 'It was not charged: no money came in.'],
  C: ['Se canceló antes de cobrarse: no entró dinero.', 'It was cancelled before it was charged: no money came in.'],
}

export function Money({ operation, known }: { operation: Operation; known: OperationAbout | undefined }) {
  const { say, language } = useLanguage()
  if (known === undefined) return null
  const { status, paid_at } = operation
  // A payment that was reversed did come in.
  const cameIn = status === 'C' && paid_at !== null
  const isNone = ['E', 'D', 'C'].includes(status) && !cameIn
  const { payout } = known
  return (
    <section className="card" aria-labelledby="money">
      <h2 id="money">{say(['El dinero', 'The money'])}</h2>
      {!cameIn && NO_MONEY[status] && <p className="quiet">{say(NO_MONEY[status])}</p>}
      {!isNone && (
        <dl className="lines">
          {linesOf(operation, known).map(({ name, words, centavos: amount, sum }) => (
            <div key={name} className={sum ? 'sum' : undefined}>
              <dt>{say(words)}</dt>
              <dd data-figure={name}>{pesos(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
      {status === 'N' && (
        <p className="quiet">
          {payout === null ? (
            known.payout_due !== null &&
            say(['Le toca la liquidación del {date}.', 'It goes into the payout of {date}.'], {
              date: day(known.payout_due, language, 'dated'),
            })
          ) : (
            <>
              {say(['En la liquidación del', 'In the payout of'])}{' '}
              <Link href={`/payouts/${payout.date}`}>{day(payout.date, language, 'dated')}</Link>{' '}
              <State of={payout.status} words={payoutStateWords} />
              {known.payout_due !== null && (
                <>
                  {' '}
                  {say(['Se paga otra vez con la del {date}.', 'It is paid again with the one of {date}.'], {
                    date: day(known.payout_due, language, 'dated'),
                  })}
                </>
              )}
            </>
          )}
        </p>
      )}
    </section>
  )
}

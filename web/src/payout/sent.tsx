// A payout as the bank's statement has it: how much, into which account, under which tracking key, and when it arrived.
import type { Payout } from '../../../client/src/types.ts'
import { payoutStateWords } from '../../../src/payouts/code-words.ts'
import { day, moment, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import { Copied } from '../parts/copy.tsx'
import { Facts } from '../parts/facts.tsx'

/** What the last change of its state is. */
export const ARRIVED: Record<Payout['status'], Words> = {
  pending: ['Desde', 'Since'],
  paid: ['Llegó', 'Arrived'],
  failed: ['El banco la rechazó', 'The bank refused it'],
  returned: ['El banco la devolvió', 'The bank sent it back'],
}

export function Sent({ payout }: { payout: Payout }) {
  const { say, language } = useLanguage()
  const { amount, clabe, beneficiary, tracking_key, status, status_timestamp, from_date, to_date } = payout
  const isBack = status === 'failed' || status === 'returned'
  return (
    <section className="card statement">
      <div>
        <p className="hero">{money(amount.amount)}</p>
        <p className="quiet">
          <State of={status} words={payoutStateWords} /> {say(ARRIVED[status])} {moment(status_timestamp, language)}
        </p>
      </div>
      {isBack && (
        <p className="notice bad">
          {say([
            'El dinero es tuyo otra vez: va en la siguiente liquidación. Revisa que la cuenta sea la correcta.',
            'The money is yours again: the next payout includes it. Check that the account is the right one.',
          ])}
        </p>
      )}
      <Facts
        facts={[
          [['CLABE', 'CLABE'], <Copied key="clabe" text={clabe} name="payout-clabe" />],
          [['A nombre de', 'Account holder'], beneficiary || '—'],
          [
            ['Clave de rastreo', 'Tracking key'],
            <Copied key="tracking" text={tracking_key} name="payout-tracking-key" />,
          ],
          [
            ['Paga', 'Pays'],
            from_date === to_date
              ? day(from_date, language, 'dated')
              : `${day(from_date, language)} – ${day(to_date, language, 'dated')}`,
          ],
        ]}
      />
    </section>
  )
}

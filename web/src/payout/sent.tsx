// Where a payout was sent, and what its bank is asked about it by.
import type { Payout } from '../../../client/src/types.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Facts } from '../parts/facts.tsx'

export function Sent({ payout: { clabe, beneficiary, tracking_key, status_timestamp } }: { payout: Payout }) {
  const { language } = useLanguage()
  return (
    <section className="card">
      <Facts
        facts={[
          [
            ['CLABE', 'CLABE'],
            <code key="clabe" data-figure="payout-clabe">
              {clabe}
            </code>,
          ],
          [['A nombre de', 'Account holder'], beneficiary || '—'],
          [
            ['Clave de rastreo', 'Tracking key'],
            <code key="tracking" data-figure="payout-tracking-key">
              {tracking_key}
            </code>,
          ],
          [['Estado desde', 'In this state since'], moment(status_timestamp, language)],
        ]}
      />
    </section>
  )
}

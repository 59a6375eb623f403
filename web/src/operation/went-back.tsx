// The returned parts of a payment: its refunds, with the actions for one that waits or failed, and its disputes.
import type { Dispute, Refund } from '../../../client/src/types.ts'
import { Disputes } from '../dispute/list.tsx'
import { useLanguage } from '../language.tsx'
import { useRead } from '../read.ts'
import { Refunds } from './refund-list.tsx'

export function ReturnedMoney({ transaction }: { transaction: string }) {
  const { say } = useLanguage()
  const id = encodeURIComponent(transaction)
  const refunds = useRead<{ refunds: Refund[] }>(`/v1/operations/${id}/refunds?limit=100`, 5_000).data?.refunds ?? []
  const disputes = useRead<{ disputes: Dispute[] }>(`/v1/disputes?operation=${id}&limit=20`, 5_000).data?.disputes ?? []
  return (
    <>
      {refunds.length > 0 && (
        <section className="card">
          <h2>{say(['Devoluciones', 'Refunds'])}</h2>
          <Refunds inside caption={['Cada una con lo que le pasó', 'Each with what became of it']} rows={refunds} />
        </section>
      )}
      {disputes.length > 0 && (
        <section className="card">
          <h2>{say(['Aclaraciones', 'Disputes'])}</h2>
          <Disputes
            inside
            caption={['Lo que el banco pregunta o retira', 'What the bank asks about or takes back']}
            rows={disputes}
          />
        </section>
      )}
    </>
  )
}

// The returned parts of a payment: its refunds, with the actions for one that waits or failed, and its disputes.
import type { Dispute, Refund } from '../../../client/src/types.ts'
import { disputeStageWords, disputeStateWords } from '../../../src/disputes/code-words.ts'
import { capital } from '../capital.ts'
import { moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import { List } from '../parts/list.tsx'
import { shownReason } from '../parts/reason.ts'
import { RowLink } from '../parts/row-link.tsx'
import { useRead } from '../read.ts'
import { RefundActs, RefundDestination, RefundState, waits } from './refund-acts.tsx'

export function ReturnedMoney({ transaction }: { transaction: string }) {
  const id = encodeURIComponent(transaction)
  const refunds = useRead<{ refunds: Refund[] }>(`/v1/operations/${id}/refunds?limit=100`, 5_000)
  const disputes = useRead<{ disputes: Dispute[] }>(`/v1/disputes?operation=${id}&limit=20`, 5_000)
  return (
    <>
      {refunds.data && refunds.data.refunds.length > 0 && <Refunds refunds={refunds.data.refunds} />}
      {disputes.data && disputes.data.disputes.length > 0 && <Disputes disputes={disputes.data.disputes} />}
    </>
  )
}

function Refunds({ refunds }: { refunds: Refund[] }) {
  const { say, language } = useLanguage()
  return (
    <section className="card">
      <h2>{say(['Devoluciones', 'Refunds'])}</h2>
      <List<Refund>
        caption={say(['Cada una con lo que le pasó', 'Each with what became of it'])}
        rows={refunds}
        idOf={({ id }) => id}
        columns={[
          { head: ['Cuándo', 'When'], whole: true, cell: ({ timestamp }) => moment(timestamp, language) },
          { head: ['Monto', 'Amount'], right: true, cell: ({ amount }) => money(amount.amount) },
          {
            head: ['Estado', 'State'],
            cell: (refund) => <RefundState refund={refund} />,
          },
          {
            head: ['A dónde', 'Where to'],
            long: true,
            cell: (refund) => <RefundDestination refund={refund} />,
          },
          {
            head: ['Motivo', 'Reason'],
            long: true,
            cell: ({ reason, failure }) => shownReason(failure, language) || reason || '—',
          },
          ...(refunds.some(waits)
            ? [{ head: ['Decidir', 'Decide'], cell: (refund: Refund) => <RefundActs refund={refund} /> } as const]
            : []),
        ]}
      />
    </section>
  )
}

function Disputes({ disputes }: { disputes: Dispute[] }) {
  const { say, language } = useLanguage()
  return (
    <section className="card">
      <h2>{say(['Aclaraciones', 'Disputes'])}</h2>
      <List<Dispute>
        caption={say(['Lo que el banco pregunta o retira', 'What the bank asks about or takes back'])}
        rows={disputes}
        idOf={({ id }) => id}
        columns={[
          {
            head: ['Cuándo', 'When'],
            whole: true,
            cell: ({ id, timestamp }) => <RowLink href={`/disputes/${id}`}>{moment(timestamp, language)}</RowLink>,
          },
          { head: ['Monto', 'Amount'], right: true, cell: ({ amount }) => money(amount.amount) },
          { head: ['Etapa', 'Stage'], cell: ({ stage }) => capital(say(disputeStageWords[stage])) },
          { head: ['Estado', 'State'], cell: ({ status }) => <State of={status} words={disputeStateWords} /> },
          { head: ['Motivo', 'Reason'], long: true, cell: ({ reason }) => reason.text[language] },
        ]}
      />
    </section>
  )
}

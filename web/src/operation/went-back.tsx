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
        isTitled
        rows={refunds}
        idOf={({ id }) => id}
        columns={[
          {
            head: ['Monto', 'Amount'],
            area: 'first',
            right: true,
            cell: ({ amount }) => <strong>{money(amount.amount)}</strong>,
          },
          {
            head: ['Cuándo', 'When'],
            area: 'when',
            whole: true,
            cell: ({ timestamp }) => moment(timestamp, language),
          },
          {
            head: ['Estado', 'State'],
            area: 'state',
            cell: (refund) => <RefundState refund={refund} />,
          },
          {
            head: ['A dónde', 'Where to'],
            area: 'second',
            long: true,
            cell: (refund) => <RefundDestination refund={refund} />,
          },
          {
            head: ['Motivo', 'Reason'],
            area: 'third',
            long: true,
            cell: ({ reason, failure }) => shownReason(failure, language) || reason || '—',
          },
          {
            head: ['Decidir', 'Decide'],
            area: 'acts',
            cell: (refund) => waits(refund) && <RefundActs refund={refund} />,
          },
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
        isTitled
        rows={disputes}
        hrefOf={({ id }) => `/disputes/${id}`}
        idOf={({ id }) => id}
        columns={[
          {
            head: ['Monto', 'Amount'],
            area: 'first',
            right: true,
            cell: ({ id, amount }) => (
              <RowLink className="amount" href={`/disputes/${id}`}>
                {money(amount.amount)}
              </RowLink>
            ),
          },
          {
            head: ['Cuándo', 'When'],
            area: 'when',
            whole: true,
            cell: ({ timestamp }) => moment(timestamp, language),
          },
          { head: ['Etapa', 'Stage'], area: 'third', cell: ({ stage }) => capital(say(disputeStageWords[stage])) },
          {
            head: ['Estado', 'State'],
            area: 'state',
            cell: ({ status }) => <State of={status} words={disputeStateWords} />,
          },
          { head: ['Motivo', 'Reason'], area: 'second', long: true, cell: ({ reason }) => reason.text[language] },
        ]}
      />
    </section>
  )
}

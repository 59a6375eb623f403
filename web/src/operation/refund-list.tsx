// Refunds in rows: where each goes, what became of it, and what a person can do about it.
import type { Refund } from '../../../client/src/types.ts'
import { moment, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { List } from '../parts/list.tsx'
import { shownReason } from '../parts/reason.ts'
import { RowLink } from '../parts/row-link.tsx'
import { RefundActs, RefundDestination, RefundState, waits } from './refund-acts.tsx'

export function Refunds({
  caption,
  rows,
  inside = false,
}: {
  caption: Words
  rows: Refund[]
  /** On the page of their payment. */
  inside?: boolean
}) {
  const { say, language } = useLanguage()
  return (
    <List<Refund>
      caption={say(caption)}
      isTitled
      rows={rows}
      idOf={({ id }) => id}
      columns={[
        {
          head: ['Monto', 'Amount'],
          area: 'first',
          right: true,
          cell: ({ transaction, amount }) =>
            inside ? (
              <strong>{money(amount.amount)}</strong>
            ) : (
              <RowLink className="amount" href={`/operations/${transaction}`}>
                {money(amount.amount)}
              </RowLink>
            ),
        },
        {
          head: ['A dónde', 'Where to'],
          area: 'second',
          long: true,
          cell: (refund) => <RefundDestination refund={refund} />,
        },
        {
          head: ['Estado', 'State'],
          area: 'state',
          cell: (refund) => <RefundState refund={refund} />,
        },
        {
          head: ['Motivo', 'Reason'],
          area: 'third',
          long: true,
          cell: ({ reason, failure }) => shownReason(failure, language) || reason || '—',
        },
        {
          head: ['Cuándo', 'When'],
          area: 'when',
          whole: true,
          cell: ({ timestamp }) => <span className="quiet">{moment(timestamp, language)}</span>,
        },
        {
          head: ['Decidir', 'Decide'],
          area: 'acts',
          cell: (refund) => waits(refund) && <RefundActs refund={refund} />,
        },
      ]}
    />
  )
}

// Disputes in rows: what must be answered by when, and why; a press opens one.
import type { Dispute } from '../../../client/src/types.ts'
import { disputeStageWords, disputeStateWords } from '../../../src/disputes/code-words.ts'
import { capital } from '../capital.ts'
import { money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import { List } from '../parts/list.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Deadline } from './deadline.tsx'

export function Disputes({
  caption,
  rows,
  inside = false,
}: {
  caption: Words
  rows: Dispute[]
  /** On the page of their payment. */
  inside?: boolean
}) {
  const { say, language } = useLanguage()
  return (
    <List<Dispute>
      caption={say(caption)}
      isTitled
      rows={rows}
      hrefOf={({ id }) => `/disputes/${id}`}
      idOf={({ id }) => id}
      columns={[
        {
          head: ['Monto', 'Amount'],
          area: 'first',
          right: true,
          sort: ({ amount }) => Number(amount.amount),
          cell: ({ id, amount }) => (
            <RowLink className="amount" href={`/disputes/${id}`}>
              {money(amount.amount)}
            </RowLink>
          ),
        },
        {
          head: ['Responder antes de', 'Answer before'],
          area: 'second',
          told: ['responder antes de', 'answer before'],
          whole: true,
          sort: ({ respond_by }) => respond_by,
          cell: (dispute) => <Deadline dispute={dispute} />,
        },
        {
          head: ['Estado', 'State'],
          area: 'state',
          sort: ({ status }) => status,
          cell: ({ status }) => <State of={status} words={disputeStateWords} />,
        },
        {
          head: ['Etapa', 'Stage'],
          cell: ({ stage }) => !inside && capital(say(disputeStageWords[stage])),
        },
        {
          head: ['Motivo', 'Reason'],
          area: 'third',
          cell: ({ reason, stage }) => (
            <>
              {/* Beside its payment there is no room for a column of the stage. */}
              <span className={inside ? undefined : 'on-phone'}>{capital(say(disputeStageWords[stage]))} · </span>
              {reason.text[language]}
            </>
          ),
        },
        {
          head: ['Operación', 'Operation'],
          area: 'acts',
          cell: ({ transaction }) =>
            !inside && <RowLink href={`/operations/${transaction}`}>{say(['Ver el pago', 'See the payment'])}</RowLink>,
        },
      ]}
    />
  )
}

// Disputes: payments that a cardholder's bank asks about or takes back, newest first; and one with its evidence.
import { useSearchParams } from 'wouter'
import type { Dispute } from '../../../client/src/types.ts'
import { disputeStageWords, disputeStateWords } from '../../../src/disputes/code-words.ts'
import { capital } from '../capital.ts'
import { Deadline } from '../dispute/deadline.tsx'
import { money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import { ExportList } from '../parts/export.tsx'
import { List } from '../parts/list.tsx'
import { Next, useCursor } from '../parts/next.tsx'
import { ALL, type Choice, OnlyPick, STATE } from '../parts/pick.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'

const CHOICES: Choice[] = [
  ['open', ['Esperan tu respuesta', 'Wait for your answer']],
  ['under_review', ['En revisión del banco', 'Under review by the bank']],
  ['won', ['Ganadas', 'Won']],
  ['lost', ['Perdidas', 'Lost']],
  ['accepted', ['Aceptadas', 'Accepted']],
]

export function Page() {
  const { say, language } = useLanguage()
  const [query] = useSearchParams()
  const status = query.get('status') ?? ''
  const narrowed = status === '' ? '' : `&status=${encodeURIComponent(status)}`
  const read = useRead<{ disputes: Dispute[]; next: string | null }>(`/v1/disputes?${useCursor()}${narrowed}`)
  return (
    <>
      <div className="head">
        <h1>{say(['Aclaraciones', 'Disputes'])}</h1>
        <div className="row">
          <OnlyPick name="status" title={STATE} all={ALL} choices={CHOICES} />
          <ExportList list="/v1/disputes" query={status === '' ? {} : { status }} />
        </div>
      </div>
      <section className="card">
        <Read of={read}>
          {({ disputes }) =>
            disputes.length === 0 ? (
              <Empty
                title={say(['Ninguna aclaración', 'No disputes'])}
                text={say([
                  'Cuando el banco de un tarjetahabiente pregunte por un pago o lo retire, lo ves aquí con su fecha límite.',
                  'A payment that a cardholder’s bank asks about or takes back is here, with its deadline.',
                ])}
              />
            ) : (
              <List<Dispute>
                caption={say(['Las más nuevas primero', 'Newest first'])}
                isTitled
                rows={disputes}
                hrefOf={({ id }) => `/disputes/${id}`}
                idOf={({ id }) => id}
                columns={[
                  {
                    head: ['Responder antes de', 'Answer before'],
                    area: 'second',
                    whole: true,
                    sort: ({ respond_by }) => respond_by,
                    cell: (dispute) => (
                      <RowLink href={`/disputes/${dispute.id}`}>
                        <Deadline dispute={dispute} />
                      </RowLink>
                    ),
                  },
                  {
                    head: ['Monto', 'Amount'],
                    area: 'first',
                    right: true,
                    sort: ({ amount }) => Number(amount.amount),
                    cell: ({ amount }) => money(amount.amount),
                  },
                  {
                    head: ['Estado', 'State'],
                    area: 'state',
                    sort: ({ status: one }) => one,
                    cell: ({ status: one }) => <State of={one} words={disputeStateWords} />,
                  },
                  {
                    head: ['Etapa', 'Stage'],
                    cell: ({ stage }) => capital(say(disputeStageWords[stage])),
                  },
                  {
                    head: ['Motivo', 'Reason'],
                    area: 'third',
                    cell: ({ reason, stage }) => (
                      <>
                        <span className="on-phone">{capital(say(disputeStageWords[stage]))} · </span>
                        {reason.text[language]}
                      </>
                    ),
                  },
                  {
                    head: ['Operación', 'Operation'],
                    area: 'acts',
                    cell: ({ transaction }) => (
                      <RowLink href={`/operations/${transaction}`}>{say(['Ver el pago', 'See the payment'])}</RowLink>
                    ),
                  },
                ]}
              />
            )
          }
        </Read>
        <Next list={read.data} />
      </section>
    </>
  )
}

export { DisputeOne as One } from '../dispute/one.tsx'

// Disputes: payments that a cardholder's bank asks about or takes back; first those that wait, by their deadline; and one with its evidence.
import { Link, useSearchParams } from 'wouter'
import type { DisputeList } from '../../../client/src/types.ts'
import { isOpen } from '../dispute/deadline.tsx'
import { Disputes } from '../dispute/list.tsx'
import { useLanguage, type Words } from '../language.tsx'
import { ExportList } from '../parts/export.tsx'
import { Next, useCursor } from '../parts/next.tsx'
import { ALL, type Choice, OnlyPick, STATE } from '../parts/pick.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'

const CHOICES: Choice[] = [
  ['open', ['Esperan tu respuesta', 'Wait for your answer']],
  ['under_review', ['En revisión del banco', 'Under review by the bank']],
  ['won', ['Ganadas', 'Won']],
  ['lost', ['Perdidas', 'Lost']],
  ['accepted', ['Aceptadas', 'Accepted']],
]

const OPEN = 'status=open&order=deadline'
const BY_DEADLINE: Words = [
  'Esperan tu respuesta: primero las que vencen antes',
  'Wait for your answer: those that end first come first',
]
const OTHERS: Words = ['Las demás: primero las más nuevas', 'The others: newest first']
const NEWEST: Words = ['Las más nuevas primero', 'Newest first']

export function Page() {
  const { say } = useLanguage()
  const [query] = useSearchParams()
  const status = query.get('status') ?? ''
  const isFirst = status === '' && !query.has('after')
  const narrowed =
    status === '' ? '' : `&status=${encodeURIComponent(status)}${status === 'open' ? '&order=deadline' : ''}`
  const waiting = useRead<DisputeList>(isFirst ? `/v1/disputes?${OPEN}` : undefined)
  const read = useRead<DisputeList>(`/v1/disputes?${useCursor()}${narrowed}`)
  return (
    <>
      <div className="head">
        <h1>{say(['Aclaraciones', 'Disputes'])}</h1>
        <div className="row">
          <OnlyPick name="status" title={STATE} all={ALL} choices={CHOICES} />
          <ExportList list="/v1/disputes" query={status === '' ? {} : { status }} />
        </div>
      </div>
      {isFirst ? (
        <Read of={waiting}>
          {({ disputes: open, next }) => (
            <>
              {open.length > 0 && (
                <section className="card">
                  <Disputes caption={BY_DEADLINE} rows={open} />
                  {next !== null && (
                    <p>
                      <Link className="button" href="/disputes?status=open">
                        {say(['Todas las que esperan', 'All that wait'])}
                      </Link>
                    </p>
                  )}
                </section>
              )}
              <Listed read={read} beside={open.length > 0} isAll />
            </>
          )}
        </Read>
      ) : (
        <Listed read={read} caption={status === 'open' ? BY_DEADLINE : NEWEST} />
      )}
    </>
  )
}

/** A page of the list. Beside those that wait, it has only the others. */
function Listed({
  read,
  beside = false,
  isAll = false,
  caption = NEWEST,
}: {
  read: ReturnType<typeof useRead<DisputeList>>
  beside?: boolean
  /** The first page, without a filter. */
  isAll?: boolean
  caption?: Words
}) {
  const { say } = useLanguage()
  return (
    <Read of={read}>
      {(list) => {
        const rows = beside ? list.disputes.filter((one) => !isOpen(one)) : list.disputes
        if (beside && rows.length === 0) return <Next list={list} />
        return (
          <section className="card">
            {rows.length === 0 ? (
              <Empty
                before={isAll}
                title={say(['Ninguna aclaración', 'No disputes'])}
                text={say([
                  'Cuando el banco de un tarjetahabiente pregunte por un pago o lo retire, lo ves aquí con su fecha límite.',
                  'A payment that a cardholder’s bank asks about or takes back is here, with its deadline.',
                ])}
              />
            ) : (
              <Disputes caption={beside ? OTHERS : caption} rows={rows} />
            )}
            <Next list={list} />
          </section>
        )
      }}
    </Read>
  )
}

export { DisputeOne as One } from '../dispute/one.tsx'

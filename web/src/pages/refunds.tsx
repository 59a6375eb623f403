// Refunds: those that wait for somebody first, each with its button, then any by its state.
import { Link, useSearchParams } from 'wouter'
import type { Refund } from '../../../client/src/types.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Refunds } from '../operation/refund-list.tsx'
import { Segments } from '../parts/segments.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'

/** The queries of each choice; the address has the choice. */
type Choice = readonly [name: string, words: Words, filters: readonly [string, ...string[]]]
const WAITING: Choice = [
  '',
  ['Te necesitan', 'Need you'],
  ['status=failed', 'status=returned', 'waits_for=details', 'waits_for=balance'],
]
const CHOICES: readonly Choice[] = [
  WAITING,
  ['sent', ['En camino', 'On their way'], ['status=sent', 'status=pending']],
  ['settled', ['Hechas', 'Done'], ['status=settled']],
  ['all', ['Todas', 'All'], ['']],
]

const PAGE = 100

export function Page() {
  const { say } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const [chosen, , filters] = CHOICES.find(([name]) => name === query.get('state')) ?? WAITING
  // An account without refunds has nothing to choose from.
  const any = useRead<{ refunds: Refund[] }>('/v1/refunds?limit=1', 10_000)
  const isNone = any.data?.refunds.length === 0
  return (
    <>
      <div className="head">
        <h1>{say(['Devoluciones', 'Refunds'])}</h1>
        {!isNone && (
          <Segments
            legend={['Cuáles', 'Which']}
            choices={CHOICES}
            chosen={chosen}
            choose={(name) => setQuery(name === '' ? {} : { state: name })}
          />
        )}
      </div>
      <section className="card">
        <Found key={chosen} filters={filters} isWaiting={chosen === '' && !isNone} />
      </section>
    </>
  )
}

function Found({ filters, isWaiting }: { filters: readonly string[]; isWaiting: boolean }) {
  const { say } = useLanguage()
  const path = (at: number) => (filters[at] === undefined ? undefined : `/v1/refunds?limit=${PAGE}&${filters[at]}`)
  const first = useRead<{ refunds: Refund[] }>(path(0), 10_000)
  const others = [
    useRead<{ refunds: Refund[] }>(path(1), 10_000),
    useRead<{ refunds: Refund[] }>(path(2), 10_000),
    useRead<{ refunds: Refund[] }>(path(3), 10_000),
  ]
  const reads = [first, ...others.slice(0, filters.length - 1)]
  // The answer that is still missing or has failed, if any: nothing is shown without it.
  const last = reads.find(({ data }) => data === undefined) ?? first
  const all = new Map(reads.flatMap(({ data }) => data?.refunds ?? []).map((one) => [one.id, one]))
  const refunds = [...all.values()].toSorted((one, other) => (one.timestamp < other.timestamp ? 1 : -1))
  return (
    <Read of={last}>
      {() =>
        refunds.length === 0 ? (
          <Empty
            title={
              isWaiting ? say(['Ninguna te necesita', 'None needs you']) : say(['Ninguna devolución', 'No refunds'])
            }
            text={say(['Un pago se devuelve desde su página.', 'A payment is given back on its page.'])}
          >
            <Link className="button" href="/operations?status=N">
              {say(['Ver los pagos', 'See the payments'])}
            </Link>
          </Empty>
        ) : (
          <Refunds
            caption={
              isWaiting
                ? [
                    'Esperan saldo, la cuenta de quien pagó, o que decidas',
                    'They wait for balance, for the payer’s account, or for you',
                  ]
                : ['Las más nuevas primero', 'Newest first']
            }
            rows={refunds}
          />
        )
      }
    </Read>
  )
}

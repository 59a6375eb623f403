// Operations: searched and filtered by the address, saved as views, exported as a file; and one with its life and its actions.
import { Link, useSearchParams } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { centavos, count, moment, money } from '../format.ts'
import { counted, useLanguage } from '../language.tsx'
import { Filters, narrowing, Search } from '../operations/filters.tsx'
import { SavedViews } from '../operations/saved.tsx'
import { State } from '../parts/badge.tsx'
import { ExportList } from '../parts/export.tsx'
import { useFault } from '../parts/fault.tsx'
import { List } from '../parts/list.tsx'
import { PAGE, Pages, useOffset } from '../parts/pages.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { rails } from '../parts/words.tsx'
import { useRead } from '../read.ts'

interface Found {
  /** Null with `more`, like the other totals. */
  total: number | null
  sales: string | null
  commissions: { amount: number } | null
  operations: Operation[]
  /** In a search only: there may be older results than were read. */
  more?: boolean
  /** In a search only: how many results were read. */
  counted?: number
}

export function Page() {
  const { say } = useLanguage()
  const [query] = useSearchParams()
  const offset = useOffset()
  const narrowed = narrowing(query)
  // Without a choice all are listed, declined ones too, which the API lists only when they are asked for.
  const wanted = { status: 'ALL', ...narrowed }
  const asked = new URLSearchParams({ limit: String(PAGE), offset: String(offset), ...wanted })
  const read = useRead<Found>(`/v1/operations?${asked}`)
  const told = useFault()
  const refused = read.error?.status === 400 ? read.error : undefined
  return (
    <>
      <div className="head">
        <h1>{say(['Operaciones', 'Operations'])}</h1>
        <ExportList list="/v1/operations" query={wanted} />
      </div>
      <Search />
      <SavedViews narrowed={narrowed} />
      <Filters />
      <section className="card">
        {refused ? (
          <p className="notice bad" role="alert">
            {told(refused)}
          </p>
        ) : (
          <Read of={read}>{(found) => <Listed found={found} />}</Read>
        )}
      </section>
    </>
  )
}

function Listed({ found }: { found: Found }) {
  const { say, language } = useLanguage()
  const { total, sales, commissions, operations, more = false, counted: read = 0 } = found
  if ((total ?? read) === 0)
    return (
      <Empty
        title={say(['Ninguna operación', 'No operations'])}
        text={say(['Nada pasa por estos filtros todavía.', 'Nothing passes these filters yet.'])}
      />
    )
  return (
    <>
      {more && (
        <p className="notice">
          {say([
            'Puede haber más antiguas, por eso no hay totales. Agrega fechas u otra palabra.',
            'There may be older ones, so there are no totals. Add dates or another word.',
          ])}
        </p>
      )}
      <List<Operation>
        caption={
          total === null || sales === null || commissions === null
            ? say(['Las {read} más nuevas', 'The newest {read}'], { read: count(read) })
            : say(
                counted(
                  total,
                  [
                    '{total} operación · ventas {sales} · comisiones {fees}',
                    '{total} operation · sales {sales} · fees {fees}',
                  ],
                  [
                    '{total} operaciones · ventas {sales} · comisiones {fees}',
                    '{total} operations · sales {sales} · fees {fees}',
                  ],
                ),
                { total: count(total), sales: money(sales), fees: money(commissions.amount.toFixed(2)) },
              )
        }
        rows={operations}
        idOf={({ transaction }) => transaction}
        columns={[
          {
            head: ['Cuándo', 'When'],
            whole: true,
            sort: ({ timestamp }) => timestamp,
            cell: ({ transaction, timestamp }) => (
              <Link href={`/operations/${transaction}`}>{moment(timestamp, language)}</Link>
            ),
          },
          {
            head: ['Monto', 'Amount'],
            right: true,
            sort: ({ total: { amount } }) => Number(amount),
            cell: ({ total: { amount } }) => money(amount),
          },
          {
            head: ['Estado', 'State'],
            sort: ({ status }) => status,
            cell: (operation) => <States of={operation} />,
          },
          {
            head: ['Forma', 'Way'],
            whole: true,
            sort: ({ payment_method }) => payment_method,
            cell: ({ payment_method, card }) => `${say(rails[payment_method])} ${card.number ? `•${card.number}` : ''}`,
          },
          { head: ['Referencia', 'Reference'], long: true, cell: ({ reference }) => reference.number || '—' },
          { head: ['Descripción', 'Description'], cut: true, cell: ({ reference }) => reference.description || '—' },
        ]}
      />
      <Pages shown={operations.length} total={total ?? read} />
    </>
  )
}

/** The state, and the returned or disputed part of a paid one. */
function States({ of }: { of: Operation }) {
  const { say } = useLanguage()
  const { status, refunded, disputed, total } = of
  const isWhole = centavos(refunded.amount) === centavos(total.amount)
  return (
    <span className="badges">
      <State of={status} />
      {centavos(refunded.amount) > 0 && (
        <span className="badge">
          {isWhole ? say(['Devuelta', 'Refunded']) : say(['Devuelta en parte', 'Refunded in part'])}
        </span>
      )}
      {centavos(disputed.amount) > 0 && <span className="badge bad">{say(['En aclaración', 'Disputed'])}</span>}
    </span>
  )
}

export { OperationOne as One } from '../operation/one.tsx'

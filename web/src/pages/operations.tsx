// Operations: searched and filtered by the address, saved as views, exported as a file; and one with its life and its actions.
import { Link, useSearchParams } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { shopReference } from '../../../src/core/shop-reference.ts'
import { operationStateWords } from '../../../src/operations/code-words.ts'
import { at } from '../base.ts'
import { centavos, count, moment, money, pesos } from '../format.ts'
import { counted, useLanguage, type Words } from '../language.tsx'
import { Filters, narrowing } from '../operations/filters.tsx'
import { SavedViews } from '../operations/saved.tsx'
import { isMatched, Marked, MarkedIf, type Match, SearchedFor, Why } from '../operations/why.tsx'
import { State } from '../parts/badge.tsx'
import { shortBrandOf } from '../parts/brand.ts'
import { ExportList } from '../parts/export.tsx'
import { useFault } from '../parts/fault.tsx'
import { List } from '../parts/list.tsx'
import { PAGE, Pages, useOffset } from '../parts/pages.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { useFound } from '../parts/search.tsx'
import { Alert, Empty, Read } from '../parts/states.tsx'
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
  /** In a search only: why each was found. */
  matches?: Match[]
}

export function Page() {
  const { say } = useLanguage()
  const [query] = useSearchParams()
  const offset = useOffset()
  const narrowed = narrowing(query)
  // Without a choice all are listed, declined ones too, which the API lists only when they are asked for.
  const wanted = { status: 'ALL', ...narrowed }
  const asked = new URLSearchParams({ limit: String(PAGE), offset: String(offset), ...wanted, matches: 'true' })
  const read = useRead<Found>(`/v1/operations?${asked}`)
  const said = useFound(read, ({ total, counted = 0 }) => total ?? counted)
  const fault = useFault()
  const refused = read.error?.status === 400 ? read.error : undefined
  return (
    <>
      <div className="head">
        <h1>{say(['Operaciones', 'Operations'])}</h1>
        <ExportList list="/v1/operations" query={wanted} />
      </div>
      <Filters found={said} />
      <SavedViews narrowed={narrowed} />
      <section className="card">
        {refused ? (
          <Alert>{fault(refused)}</Alert>
        ) : (
          <SearchedFor value={narrowed.q ?? ''}>
            <Read of={read}>{(found) => <Listed found={found} all={Object.keys(narrowed).length === 0} />}</Read>
          </SearchedFor>
        )}
      </section>
    </>
  )
}

function Listed({ found, all }: { found: Found; all: boolean }) {
  const { say, language } = useLanguage()
  const { total, sales, commissions, operations, more = false, counted: read = 0, matches = [] } = found
  const matchesOf = ({ transaction }: Operation) => matches.filter((one) => one.transaction === transaction)
  const fees = centavos((commissions?.amount ?? 0).toFixed(2))
  if ((total ?? read) === 0)
    return (
      <Empty
        before={all}
        title={say(['Ninguna operación', 'No operations'])}
        text={say(
          all
            ? ['Cada pago aparece aquí en cuanto se pide.', 'Each payment shows up here as soon as it is asked for.']
            : more
              ? [
                  'Entre las más nuevas no hay ninguna; puede haber más antiguas. Agrega fechas u otra palabra.',
                  'None of the newest; there may be older ones. Add dates or another word.',
                ]
              : ['Nada pasa por estos filtros todavía.', 'Nothing passes these filters yet.'],
        )}
      >
        {all && (
          <p className="row middle">
            <Link className="button" href="/links">
              {say(['Cobrar con un link', 'Charge with a link'])}
            </Link>
            <a className="button" href={at('/docs/pages/docs/guides/first-payment.md')}>
              {say(['Cobrar con la API', 'Charge with the API'])}
            </a>
          </p>
        )}
      </Empty>
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
      {total !== null && sales !== null && commissions !== null && (
        <dl className="totals">
          <Total name="total" title={['Operaciones', 'Operations']} value={count(total)} />
          <Total name="sales" title={['Ventas', 'Sales']} value={money(sales)} />
          <Total
            name="fees"
            title={['Comisiones con IVA y afiliados', 'Fees with IVA, affiliates']}
            value={pesos(fees)}
          />
          <Total name="net" title={['Neto', 'Net']} value={pesos(centavos(sales) - fees)} />
        </dl>
      )}
      <List<Operation>
        caption={
          total === null
            ? say(['Las {read} más nuevas', 'The newest {read}'], { read: count(read) })
            : say(
                counted(
                  total,
                  ['{total} operación', '{total} operation'],
                  ['{total} operaciones', '{total} operations'],
                ),
                {
                  total: count(total),
                },
              )
        }
        rows={operations}
        idOf={({ transaction }) => transaction}
        hrefOf={({ transaction }) => `/operations/${transaction}`}
        columns={[
          {
            head: ['Monto', 'Amount'],
            area: 'first',
            right: true,
            sort: ({ total: { amount } }) => Number(amount),
            cell: (operation) => (
              <RowLink className="amount" href={`/operations/${operation.transaction}`}>
                <MarkedIf is={isMatched(matchesOf(operation), 'amount')} text={money(operation.total.amount)} />
              </RowLink>
            ),
          },
          {
            head: ['De quién y por qué', 'From whom, and for what'],
            area: 'second',
            cut: true,
            cell: (operation) => <About of={operation} />,
            below: (operation) => <Why matches={matchesOf(operation)} shown={textsOf(operation)} />,
          },
          {
            head: ['Forma', 'Way'],
            area: 'third',
            whole: true,
            sort: ({ payment_method }) => payment_method,
            cell: (operation) => <Way of={operation} isFound={isMatched(matchesOf(operation), 'card')} />,
          },
          {
            head: ['Estado', 'State'],
            area: 'state',
            sort: ({ status }) => status,
            cell: (operation) => <States of={operation} />,
          },
          {
            head: ['Cuándo', 'When'],
            area: 'when',
            whole: true,
            sort: ({ timestamp }) => timestamp,
            cell: ({ timestamp }) => <span className="quiet">{moment(timestamp, language)}</span>,
          },
        ]}
      />
      <Pages shown={operations.length} total={total ?? read} />
    </>
  )
}

function Total({ name, title, value }: { name: string; title: Words; value: string }) {
  const { say } = useLanguage()
  return (
    <div>
      <dt>{say(title)}</dt>
      <dd data-figure={`listed-${name}`}>{value}</dd>
    </div>
  )
}

/** The texts of a row. */
function textsOf({ card, reference }: Operation): string[] {
  return [card.holder_name, reference.description, shopReference(reference.number)]
}

/** The name on the card, what it is for, and the shop's reference. */
function About({ of: { card, reference } }: { of: Operation }) {
  const texts = [card.holder_name, reference.description].filter(Boolean)
  const number = shopReference(reference.number)
  return (
    <>
      <Marked text={texts[0] ?? '—'} />
      {texts[1] && (
        <span className="quiet">
          {' '}
          · <Marked text={texts[1]} />
        </span>
      )}
      {number && (
        <span className="quiet">
          {' '}
          ·{' '}
          <span className="id">
            <Marked text={number} />
          </span>
        </span>
      )}
    </>
  )
}

function Way({ of: { payment_method, card, instructions }, isFound }: { of: Operation; isFound: boolean }) {
  const { say } = useLanguage()
  return (
    <>
      {say(rails[payment_method])}{' '}
      {card.number && (
        <span className="quiet">
          {shortBrandOf(card.type)} <MarkedIf is={isFound} text={`•${card.number}`} />
        </span>
      )}
      {instructions?.store && (
        <span className="quiet">
          <Marked text={instructions.store} />
        </span>
      )}
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
      <State of={status} words={operationStateWords} />
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

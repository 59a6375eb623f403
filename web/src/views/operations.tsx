// Operations: the list with its filters in the address, and one operation with its life and what can be done about it.
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { call, Refusal } from '../call.ts'
import { count, moment, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { OperationOne } from '../operation/one.tsx'
import { List } from '../parts/list.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { rails, State } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import type { View } from '../view.ts'

interface Found {
  total: number
  sales: string
  commissions: { amount: number }
  operations: Operation[]
}

const PAGE = 50
const FILTERS = ['start_date', 'end_date', 'date', 'charge_method', 'status', 'card_type', 'operator'] as const

const choices: Partial<Record<(typeof FILTERS)[number], [value: string, words: Words][]>> = {
  charge_method: [
    ['CARD', ['Tarjeta', 'Card']],
    ['SPE', ['SPEI', 'SPEI']],
  ],
  status: [
    ['N', ['Pagadas', 'Paid']],
    ['P', ['Pendientes', 'Pending']],
    ['C', ['Canceladas', 'Cancelled']],
    ['E', ['Vencidas', 'Expired']],
    ['D', ['Declinadas', 'Declined']],
  ],
  card_type: [
    ['VISA', ['Visa', 'Visa']],
    ['MAST', ['Mastercard', 'Mastercard']],
    ['AMEX', ['American Express', 'American Express']],
    ['CRNT', ['Carnet', 'Carnet']],
  ],
  date: [
    ['created', ['Creadas en', 'Created in']],
    ['paid', ['Pagadas en', 'Paid in']],
  ],
}

const titles: Record<(typeof FILTERS)[number], Words> = {
  start_date: ['Desde', 'From'],
  end_date: ['Hasta', 'To'],
  date: ['Fecha', 'Date'],
  charge_method: ['Forma de pago', 'Way of paying'],
  status: ['Estado', 'State'],
  card_type: ['Marca', 'Brand'],
  operator: ['Operador', 'Operator'],
}

function Page() {
  const { say, language } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const offset = Math.max(0, Number(query.get('offset') ?? 0) || 0)
  const asked = new URLSearchParams({ limit: String(PAGE), offset: String(offset) })
  for (const name of FILTERS) if (query.get(name)) asked.set(name, query.get(name) ?? '')
  const read = useRead<Found>(`/v1/operations?${asked}`)
  const set = (name: string, value: string) =>
    setQuery((now) => {
      const next = new URLSearchParams(now)
      next.delete('offset')
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
  const to = (place: number) =>
    setQuery((now) => {
      const next = new URLSearchParams(now)
      next.set('offset', String(place))
      return next
    })
  return (
    <>
      <div className="head">
        <h1>{say(['Operaciones', 'Operations'])}</h1>
        <Search />
      </div>
      <details
        className="card"
        open={FILTERS.some((name) => query.get(name)) || matchMedia('(min-width: 52rem)').matches}
      >
        <summary>{say(['Filtros', 'Filters'])}</summary>
        <form className="row" onSubmit={(event) => event.preventDefault()} aria-label={say(['Filtros', 'Filters'])}>
          {FILTERS.map((name) => (
            // biome-ignore lint/a11y/noLabelWithoutControl: each branch below is its control.
            <label key={name} className="field">
              <span>{say(titles[name])}</span>
              {choices[name] ? (
                <select value={query.get(name) ?? ''} onChange={(event) => set(name, event.target.value)}>
                  <option value="">
                    {name === 'date' ? say(['Creadas en', 'Created in']) : say(['Todas', 'All'])}
                  </option>
                  {choices[name]
                    ?.filter(([value]) => value !== 'created')
                    .map(([value, words]) => (
                      <option key={value} value={value}>
                        {say(words)}
                      </option>
                    ))}
                </select>
              ) : name === 'operator' ? (
                <input
                  type="email"
                  defaultValue={query.get(name) ?? ''}
                  onBlur={(event) => {
                    if (event.target.value !== (query.get(name) ?? '')) set(name, event.target.value)
                  }}
                />
              ) : (
                <input type="date" value={query.get(name) ?? ''} onChange={(event) => set(name, event.target.value)} />
              )}
            </label>
          ))}
          {FILTERS.some((name) => query.get(name)) && (
            <button type="button" className="plain" onClick={() => setQuery({})}>
              {say(['Quitar filtros', 'Clear filters'])}
            </button>
          )}
        </form>
      </details>
      <section className="card">
        <Read of={read}>
          {({ total, sales, commissions, operations }) =>
            total === 0 ? (
              <Empty
                title={say(['Ninguna operación', 'No operations'])}
                text={say(['Nada pasa por estos filtros todavía.', 'Nothing passes these filters yet.'])}
              />
            ) : (
              <>
                <List<Operation>
                  caption={say(
                    [
                      '{total} operaciones · ventas {sales} · comisiones {fees}',
                      '{total} operations · sales {sales} · fees {fees}',
                    ],
                    {
                      total: count(total),
                      sales: money(sales),
                      fees: money(commissions.amount.toFixed(2)),
                    },
                  )}
                  rows={operations}
                  idOf={({ transaction }) => transaction}
                  columns={[
                    {
                      head: ['Cuándo', 'When'],
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
                      cell: ({ status }) => <State of={status} />,
                    },
                    {
                      head: ['Forma', 'Way'],
                      sort: ({ payment_method }) => payment_method,
                      cell: ({ payment_method, card }) =>
                        `${say(rails[payment_method] ?? ['', ''])} ${card.number ? `•${card.number}` : ''}`,
                    },
                    { head: ['Referencia', 'Reference'], cell: ({ reference }) => reference.number || '—' },
                    { head: ['Descripción', 'Description'], cell: ({ reference }) => reference.description || '—' },
                  ]}
                />
                <nav className="row" aria-label={say(['Páginas', 'Pages'])}>
                  <button type="button" disabled={offset === 0} onClick={() => to(Math.max(0, offset - PAGE))}>
                    {say(['Anteriores', 'Previous'])}
                  </button>
                  <span className="quiet">
                    {count(offset + 1)}–{count(Math.min(total, offset + operations.length))} / {count(total)}
                  </span>
                  <button type="button" disabled={offset + PAGE >= total} onClick={() => to(offset + PAGE)}>
                    {say(['Siguientes', 'Next'])}
                  </button>
                </nav>
              </>
            )
          }
        </Read>
      </section>
    </>
  )
}

/** By the number of its reference, or by its own identifier. */
function Search() {
  const { say } = useLanguage()
  const [query] = useSearchParams()
  const [, go] = useLocation()
  const [fault, setFault] = useState('')
  const search = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    if (text === '') return
    setFault('')
    if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text)) return go(`/operations/${text}`)
    try {
      const found = await call<Operation>('GET', `/v1/operations/reference/${encodeURIComponent(text)}`)
      go(`/operations/${found.transaction}`)
    } catch (error) {
      const unknown = error instanceof Refusal && error.status === 404
      setFault(
        unknown
          ? say(['Ninguna operación tiene la referencia {text}.', 'No operation has the reference {text}.'], { text })
          : say(['No se pudo buscar.', 'The search did not work.']),
      )
    }
  }
  return (
    <search>
      <form className="row" onSubmit={(event) => void search(event)}>
        <label className="field">
          <span>{say(['Buscar por referencia o identificador ( / )', 'Search by reference or identifier ( / )'])}</span>
          {/* biome-ignore lint/a11y/noAutofocus: whoever pressed / elsewhere came here to search. */}
          <input type="search" name="search" maxLength={250} autoFocus={query.has('search')} />
        </label>
        <button type="submit">{say(['Buscar', 'Search'])}</button>
      </form>
      {fault && <p role="alert">{fault}</p>}
    </search>
  )
}

export const view: View = {
  path: '/operations',
  group: 'money',
  order: 2,
  title: ['Operaciones', 'Operations'],
  needs: ['read'],
  letter: 'o',
  Page,
  One: OperationOne,
}

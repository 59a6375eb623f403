// Operations: the list with its filters in the address, and one operation with its life and what can be done about it.
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { call, Refusal } from '../call.ts'
import { count, moment, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { List } from '../parts/list.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { Life, type Moment } from '../parts/timeline.tsx'
import { rails, State } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
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

function One({ id }: { id: string }) {
  const { say } = useLanguage()
  const read = useRead<Operation>(`/v1/operations/${encodeURIComponent(id)}`, 5_000)
  const life = useRead<{ moments: Moment[] }>(`/v1/console/operations/${encodeURIComponent(id)}/timeline`, 5_000)
  return (
    <>
      <p>
        <Link href="/operations">{say(['← Operaciones', '← Operations'])}</Link>
      </p>
      <Read of={read}>
        {(operation) => (
          <>
            <div className="head">
              <h1>
                {money(operation.total.amount)} <State of={operation.status} />
              </h1>
              <Actions operation={operation} />
            </div>
            <Facts operation={operation} />
            <section className="card">
              <h2>{say(['Su historia', 'Its story'])}</h2>
              <Read of={life}>{({ moments }) => <Life moments={moments} />}</Read>
            </section>
          </>
        )}
      </Read>
    </>
  )
}

function Facts({ operation }: { operation: Operation }) {
  const { say, language } = useLanguage()
  const { payment_method, card, reference, commission, hasDevolution } = operation
  const facts: [Words, string][] = [
    [['Identificador', 'Identifier'], operation.transaction],
    [['Forma de pago', 'Way of paying'], say(rails[payment_method] ?? ['', ''])],
    [['Creada', 'Created'], moment(operation.timestamp, language, true)],
    [['Pagada', 'Paid'], operation.paid_at ? moment(operation.paid_at, language, true) : '—'],
    [['Referencia', 'Reference'], reference.number || '—'],
    [['Descripción', 'Description'], reference.description || '—'],
    [['Tarjeta', 'Card'], payment_method === 'POS' ? `${card.type} •${card.number} ${card.holder_name}` : '—'],
    [['Autorización', 'Authorisation'], operation.authorization_code || '—'],
    [['Comisiones con IVA', 'Fees with VAT'], money(commission.amount)],
    [['Dinero devuelto', 'Money given back'], hasDevolution ? say(['Sí', 'Yes']) : say(['No', 'No'])],
  ]
  return (
    <section className="card">
      <dl className="facts">
        {facts.map(([head, text]) => (
          <div key={head[1]} style={{ display: 'contents' }}>
            <dt>{say(head)}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Actions({ operation }: { operation: Operation }) {
  const { say } = useLanguage()
  const { can } = useSession()
  const { transaction, status, payment_method, total, url } = operation
  const amount = money(total.amount)
  const reversal = { method: 'POST', path: `/v1/operations/apply-reversal/${transaction}` } as const
  return (
    <div className="row">
      {url && (
        <a className="button" href={url} target="_blank" rel="noreferrer">
          {status === 'N'
            ? say(['Ver recibo', 'See the receipt'])
            : say(['Ver lo que ve quien paga', 'See what the payer sees'])}
        </a>
      )}
      {can('charge') && (
        <Ask
          button={say(['Enviar', 'Send'])}
          title={say(['Enviar a quien paga', 'Send to the payer'])}
          text={say([
            'Recibe el recibo o la ficha. No se mueve dinero.',
            'They get the receipt or the slip. No money moves.',
          ])}
          confirm={say(['Enviar', 'Send'])}
          change={(form) => {
            const text = (name: string) => String(form.get(name) ?? '').trim() || undefined
            return {
              method: 'POST',
              path: '/v1/operations/send',
              body: { id: transaction, email: text('email'), phone: text('phone') },
            }
          }}
          onDone={() => say(['Va en camino.', 'It is on its way.'])}
        >
          <Field label={say(['Correo', 'E-mail'])}>
            <input name="email" type="email" />
          </Field>
          <Field label={say(['Celular, 10 dígitos', 'Mobile, 10 digits'])}>
            <input name="phone" inputMode="numeric" pattern="[0-9]{10}" />
          </Field>
        </Ask>
      )}
      {can('refund') && status === 'P' && payment_method !== 'POS' && (
        <Ask
          button={say(['Cancelar ficha', 'Cancel the voucher'])}
          danger
          title={say(['¿Cancelar esta ficha de {amount}?', 'Cancel this voucher of {amount}?'], { amount })}
          text={say([
            'Ya no se podrá pagar. No se mueve dinero. No se puede deshacer.',
            'It can no longer be paid. No money moves. It cannot be undone.',
          ])}
          confirm={say(['Sí, cancelar la ficha', 'Yes, cancel the voucher'])}
          change={() => reversal}
        />
      )}
      {can('refund') && status === 'N' && payment_method !== 'OXX' && (
        <Ask
          button={say(['Devolver', 'Give back'])}
          danger
          title={say(['¿Devolver {amount}?', 'Give back {amount}?'], { amount })}
          text={
            <>
              <p>
                {payment_method === 'SPE'
                  ? say(
                      [
                        'Se transfieren {amount} completos a la cuenta de la que vino el pago.',
                        'The whole {amount} goes to the account that the payment came from.',
                      ],
                      { amount },
                    )
                  : say(
                      [
                        'La tarjeta recibe {amount} completos de vuelta. Solo se puede el mismo día del cobro.',
                        'The card gets the whole {amount} back. It is possible on the day of the charge only.',
                      ],
                      { amount },
                    )}
              </p>
              <p>
                {say(
                  [
                    'Tu saldo baja {net}: el monto menos la comisión de {fee}, que se te regresa.',
                    'Your balance goes down by {net}: the amount less the fee of {fee}, which you get back.',
                  ],
                  {
                    net: money((Number(total.amount) - Number(operation.commission.amount)).toFixed(2)),
                    fee: money(operation.commission.amount),
                  },
                )}
              </p>
            </>
          }
          confirm={say(['Sí, devolver {amount}', 'Yes, give back {amount}'], { amount })}
          change={() => reversal}
        />
      )}
    </div>
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
  One,
}

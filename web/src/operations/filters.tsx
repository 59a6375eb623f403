// The filters of the operations: the address has all of them, so that a link shows the same list and back works.
import type { FormEvent } from 'react'
import { useSearchParams } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { useLanguage, type Words } from '../language.tsx'

type Choice = readonly [value: string, words: Words]

interface Filter {
  name: string
  title: Words
  type?: 'date' | 'email' | 'text' | 'decimal'
  choices?: readonly Choice[]
  /** The value without a choice. */
  all?: Words
}

const METHODS: Record<Operation['payment_method'], Words> = {
  POS: ['Tarjeta', 'Card'],
  OXX: ['Efectivo en tienda', 'Cash at a store'],
  SPE: ['SPEI', 'SPEI'],
}

const FILTERS: readonly Filter[] = [
  { name: 'start_date', title: ['Desde', 'From'], type: 'date' },
  { name: 'end_date', title: ['Hasta', 'To'], type: 'date' },
  {
    name: 'date',
    title: ['Fecha', 'Date'],
    all: ['Creadas en', 'Created in'],
    choices: [['paid', ['Pagadas en', 'Paid in']]],
  },
  {
    name: 'status',
    title: ['Estado', 'State'],
    choices: [
      ['N', ['Pagadas', 'Paid']],
      ['P', ['Pendientes', 'Pending']],
      ['C', ['Canceladas', 'Cancelled']],
      ['E', ['Vencidas', 'Expired']],
      ['D', ['Declinadas', 'Declined']],
    ],
  },
  {
    name: 'payment_method',
    title: ['Forma de pago', 'Way of paying'],
    choices: Object.entries(METHODS),
  },
  {
    name: 'card_type',
    title: ['Marca', 'Brand'],
    choices: [
      ['VISA', ['Visa', 'Visa']],
      ['MAST', ['Mastercard', 'Mastercard']],
      ['AMEX', ['American Express', 'American Express']],
      ['CRNT', ['Carnet', 'Carnet']],
    ],
  },
  { name: 'min_amount', title: ['Monto desde', 'Amount from'], type: 'decimal' },
  { name: 'max_amount', title: ['Monto hasta', 'Amount to'], type: 'decimal' },
  { name: 'last4', title: ['Últimos 4 de la tarjeta', 'Last 4 of the card'], type: 'text' },
  { name: 'reference', title: ['Referencia exacta', 'Exact reference'], type: 'text' },
  { name: 'email', title: ['Correo de quien pagó', 'The payer’s e-mail'], type: 'email' },
  { name: 'customer', title: ['Cliente', 'Customer'], type: 'text' },
  { name: 'operator', title: ['Operador', 'Operator'], type: 'email' },
]

const NAMES = ['q', ...FILTERS.map(({ name }) => name)]

/** The filters of the address. */
export function narrowing(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])))
}

export function Filters() {
  const { say } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const set = (name: string, value: string) => {
    if (value === (query.get(name) ?? '')) return
    setQuery((now) => {
      const next = new URLSearchParams(now)
      next.delete('offset')
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
  }
  const isNarrowed = FILTERS.some(({ name }) => query.get(name))
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    setQuery((now) => {
      const next = new URLSearchParams(now)
      next.delete('offset')
      for (const { name } of FILTERS) {
        const value = String(form.get(name) ?? '').trim()
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  }
  return (
    <details className="card" open={isNarrowed || matchMedia('(min-width: 52rem)').matches}>
      <summary>{say(['Filtros', 'Filters'])}</summary>
      <form className="filters" onSubmit={submit} aria-label={say(['Filtros', 'Filters'])}>
        {FILTERS.map(({ name, title, type, choices, all = ['Todas', 'All'] }) => {
          const value = query.get(name) ?? ''
          return (
            // biome-ignore lint/a11y/noLabelWithoutControl: each branch below is its control.
            <label key={name} className="field">
              <span>{say(title)}</span>
              {choices ? (
                <select name={name} value={value} onChange={(event) => set(name, event.target.value)}>
                  <option value="">{say(all)}</option>
                  {choices.map(([one, words]) => (
                    <option key={one} value={one}>
                      {say(words)}
                    </option>
                  ))}
                </select>
              ) : type === 'date' ? (
                <input name={name} type="date" value={value} onChange={(event) => set(name, event.target.value)} />
              ) : (
                // Created anew for another value in the address: typed text applies when the field is left or sent.
                <input
                  key={value}
                  name={name}
                  type={type === 'email' ? 'email' : 'text'}
                  inputMode={type === 'decimal' ? 'decimal' : undefined}
                  maxLength={250}
                  defaultValue={value}
                  onBlur={(event) => set(name, event.target.value.trim())}
                />
              )}
            </label>
          )
        })}
        <div className="row">
          <button type="submit">{say(['Aplicar', 'Apply'])}</button>
          {isNarrowed && (
            <button type="button" className="plain" onClick={() => setQuery({})}>
              {say(['Quitar filtros', 'Clear filters'])}
            </button>
          )}
        </div>
      </form>
    </details>
  )
}

/** Any typed text: words, a reference, an amount, a card's last digits, an identifier. */
export function Search() {
  const { say } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const value = query.get('q') ?? ''
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    setQuery((now) => {
      const next = new URLSearchParams(now)
      next.delete('offset')
      next.delete('search')
      if (text === '') next.delete('q')
      else next.set('q', text)
      return next
    })
  }
  return (
    <search className="wide">
      <form className="row" onSubmit={search}>
        <label className="field">
          <span>
            {say([
              'Buscar: referencia, monto, nombre, correo, tarjeta … ( / )',
              'Search: reference, amount, name, e-mail, card … ( / )',
            ])}
          </span>
          <input
            key={value}
            type="search"
            name="q"
            maxLength={250}
            defaultValue={value}
            // biome-ignore lint/a11y/noAutofocus: whoever pressed / elsewhere came here to search.
            autoFocus={query.has('search')}
          />
        </label>
        <button type="submit">{say(['Buscar', 'Search'])}</button>
      </form>
    </search>
  )
}

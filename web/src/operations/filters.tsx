// The search and the filters of the operations on one line: the address has all of them, so that a link shows the same list and back works.
import { SlidersHorizontal, X } from 'lucide-react'
import type { FormEvent } from 'react'
import { useSearchParams } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { brandWords } from '../../../src/vault/code-words.ts'
import { useAttention } from '../attention.ts'
import { useLanguage, type Words } from '../language.tsx'
import { ALL, type Choice, Choices, Pick, STATE } from '../parts/pick.tsx'
import { Search } from '../parts/search.tsx'
import { periods } from './periods.ts'

interface Filter {
  name: string
  title: Words
  type?: 'email' | 'text' | 'decimal'
  choices?: readonly Choice[]
  /** The value without a choice. */
  all: Words
}

const METHODS: Record<Operation['payment_method'], Words> = {
  POS: ['Tarjeta', 'Card'],
  OXX: ['Efectivo en tienda', 'Cash at a store'],
  SPE: ['SPEI', 'SPEI'],
}

/** Those on the line. */
const FIRST: readonly (Filter & { choices: readonly Choice[] })[] = [
  {
    name: 'status',
    title: STATE,
    all: ALL,
    choices: [
      ['N', ['Pagadas', 'Paid']],
      ['P', ['Pendientes', 'Pending']],
      ['A', ['Autorizadas', 'Authorised']],
      ['C', ['Canceladas', 'Cancelled']],
      ['E', ['Vencidas', 'Expired']],
      ['D', ['Declinadas', 'Declined']],
    ],
  },
  { name: 'payment_method', title: ['Forma', 'Way'], all: ALL, choices: Object.entries(METHODS) },
]

/** Those behind a button. */
const MORE: readonly Filter[] = [
  { name: 'min_amount', title: ['Monto desde', 'Amount from'], type: 'decimal', all: ALL },
  { name: 'max_amount', title: ['Monto hasta', 'Amount to'], type: 'decimal', all: ALL },
  { name: 'card_type', title: ['Marca', 'Brand'], all: ALL, choices: Object.entries(brandWords) },
  { name: 'last4', title: ['Últimos 4 de la tarjeta', 'Last 4 of the card'], type: 'text', all: ALL },
  { name: 'reference', title: ['Referencia exacta', 'Exact reference'], type: 'text', all: ALL },
  { name: 'email', title: ['Correo de quien pagó', 'The payer’s e-mail'], type: 'email', all: ALL },
  { name: 'customer', title: ['Cliente', 'Customer'], type: 'text', all: ALL },
  { name: 'operator', title: ['Operador', 'Operator'], type: 'email', all: ALL },
  {
    name: 'date',
    title: ['Día que cuenta', 'Day that counts'],
    all: ['El de creación', 'Of creation'],
    choices: [['paid', ['El de pago', 'Of payment']]],
  },
]

const DATES = ['start_date', 'end_date']
const NAMES = ['q', ...DATES, ...[...FIRST, ...MORE].map(({ name }) => name)]

/** The filters of the address. */
export function narrowing(query: URLSearchParams): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (query.get(name) ? [[name, query.get(name) ?? '']] : [])))
}

/** Sets some filters of the address; an empty text removes one. */
function useFilters() {
  const [query, setQuery] = useSearchParams()
  const set = (changes: Record<string, string>) => {
    if (Object.entries(changes).every(([name, value]) => value === (query.get(name) ?? ''))) return
    setQuery((now) => {
      const next = new URLSearchParams(now)
      next.delete('offset')
      for (const [name, value] of Object.entries(changes)) {
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  }
  return { query, set, clear: () => setQuery({}) }
}

/** Their form; `found` says what the search in it found. */
export function Filters({ found }: { found: string | undefined }) {
  const { say } = useLanguage()
  const { query, set, clear } = useFilters()
  const own = Object.keys(narrowing(query)).filter((name) => name !== 'q')
  const hidden = MORE.filter(({ name }) => query.get(name)).length
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    set(Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()])))
  }
  return (
    <div className="narrow">
      {/* Any typed text: words, a reference, an amount, a card's last digits, an identifier. */}
      <Search
        what={say(['Referencia, nombre, correo, o: 350 oxxo ayer', 'Reference, name, e-mail, or: 350 oxxo yesterday'])}
        text={query.get('q') ?? ''}
        focused={query.has('search')}
        found={found}
        onSearch={(q) => set({ q, search: '' })}
      />
      <Period />
      {FIRST.map(({ name, title, choices, all }) => (
        <Pick
          key={name}
          title={title}
          name={name}
          all={all}
          choices={choices}
          chosen={query.get(name) ?? ''}
          choose={(value) => set({ [name]: value })}
        />
      ))}
      <details className="more" open={hidden > 0 || undefined}>
        <summary className={hidden > 0 ? 'pick here' : 'pick'}>
          <SlidersHorizontal aria-hidden="true" size={15} />
          {say(['Más filtros', 'More filters'])}
          {hidden > 0 && ` (${hidden})`}
        </summary>
        <form className="filters card" onSubmit={submit} aria-label={say(['Filtros', 'Filters'])}>
          {MORE.map(({ name, title, type, choices, all }) => {
            const value = query.get(name) ?? ''
            return (
              // biome-ignore lint/a11y/noLabelWithoutControl: each branch below is its control.
              <label key={name} className="field">
                <span>{say(title)}</span>
                {choices ? (
                  <select name={name} value={value} onChange={(event) => set({ [name]: event.target.value })}>
                    <Choices all={all} choices={choices} />
                  </select>
                ) : (
                  // Created anew for another value in the address: typed text applies when the field is left or sent.
                  <input
                    key={value}
                    name={name}
                    type={type === 'email' ? 'email' : 'text'}
                    inputMode={type === 'decimal' ? 'decimal' : undefined}
                    maxLength={250}
                    defaultValue={value}
                    onBlur={(event) => set({ [name]: event.target.value.trim() })}
                  />
                )}
              </label>
            )
          })}
          <button type="submit">{say(['Aplicar', 'Apply'])}</button>
        </form>
      </details>
      {own.length > 0 && (
        <button type="button" className="plain" onClick={clear}>
          <X aria-hidden="true" size={15} /> {say(['Quitar filtros', 'Clear filters'])}
        </button>
      )}
    </div>
  )
}

/** Days by a name, or any two. */
function Period() {
  const { say } = useLanguage()
  const { query, set } = useFilters()
  const today = useAttention().data?.date
  const [from, to] = [query.get('start_date') ?? '', query.get('end_date') ?? '']
  const named = today === undefined ? [] : periods(today)
  const chosen = named.find((one) => one.from === from && one.to === to)
  const isAny = from === '' && to === ''
  const value = isAny ? '' : (chosen?.name ?? 'own')
  const choose = (name: string) => {
    const one = named.find((other) => other.name === name)
    if (one) set({ start_date: one.from, end_date: one.to })
    else if (name === '') set({ start_date: '', end_date: '' })
    // Two days to change.
    else if (today !== undefined) set({ start_date: from || today, end_date: to })
  }
  return (
    <>
      <label className={isAny ? 'pick' : 'pick here'}>
        <span>{say(['Fechas', 'Dates'])}</span>{' '}
        <select value={value} onChange={(event) => choose(event.target.value)}>
          <option value="">{say(['Todas', 'All'])}</option>
          {named.map(({ name, words }) => (
            <option key={name} value={name}>
              {say(words)}
            </option>
          ))}
          <option value="own">{say(['Otras …', 'Others …'])}</option>
        </select>
      </label>
      {value === 'own' && (
        <span className="between">
          <input
            type="date"
            aria-label={say(['Desde', 'From'])}
            value={from}
            onChange={(event) => set({ start_date: event.target.value })}
          />
          <span aria-hidden="true">–</span>
          <input
            type="date"
            aria-label={say(['Hasta', 'To'])}
            value={to}
            onChange={(event) => set({ end_date: event.target.value })}
          />
        </span>
      )}
    </>
  )
}

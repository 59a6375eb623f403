// The journal: the lines of every entry of a range of days, a file of them, and the merchant's own codes for the ledger's accounts.
import { useSearchParams } from 'wouter'
import type { ChartOfAccounts, JournalLine } from '../../../client/src/types.ts'
import { day, money } from '../format.ts'
import { Chart } from '../journal/chart.tsx'
import { accountWords, causeWords } from '../journal/words.ts'
import { useLanguage, type Words } from '../language.tsx'
import { ExportList } from '../parts/export.tsx'
import { List } from '../parts/list.tsx'
import { Next, useCursor } from '../parts/next.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'

interface Journal {
  start_date: string
  end_date: string
  lines: JournalLine[]
  next: string | null
}

const FILTERS = ['start_date', 'end_date', 'account', 'sides'] as const

export function Page() {
  const { say } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const chosen = Object.fromEntries(
    FILTERS.flatMap((name) => {
      const value = query.get(name) ?? ''
      return value === '' ? [] : [[name, value]]
    }),
  )
  // A person's own books, unless the service's are asked for.
  const filter = { sides: 'merchant', ...chosen }
  const read = useRead<Journal>(`/v1/ledger/journal?${new URLSearchParams(filter)}&${useCursor()}`)
  const chart = useRead<ChartOfAccounts>('/v1/ledger/chart')
  const set = (name: string, value: string) =>
    setQuery((now) => {
      const next = new URLSearchParams(now)
      next.delete('after')
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
  const shown = { start_date: read.data?.start_date ?? '', end_date: read.data?.end_date ?? '', ...chosen }
  return (
    <>
      <div className="head">
        <h1>{say(['Diario', 'Journal'])}</h1>
        <ExportList list="/v1/ledger/journal" query={filter} />
      </div>
      <div className="row">
        <label className="field">
          <span>{say(['Desde', 'From'])}</span>
          <input type="date" value={shown.start_date} onChange={({ target }) => set('start_date', target.value)} />
        </label>
        <label className="field">
          <span>{say(['Hasta', 'To'])}</span>
          <input type="date" value={shown.end_date} onChange={({ target }) => set('end_date', target.value)} />
        </label>
        <label className="field">
          <span>{say(['Cuenta', 'Account'])}</span>
          <select value={query.get('account') ?? ''} onChange={({ target }) => set('account', target.value)}>
            <option value="">{say(['Todas', 'All'])}</option>
            {chart.data?.accounts.map(({ account, code }) => (
              <option key={account} value={account}>
                {[code, say(accountWords(account))].filter(Boolean).join(' ')}
              </option>
            ))}
          </select>
        </label>
        <label className="field">
          <span>{say(['Lados', 'Sides'])}</span>
          <select value={filter.sides} onChange={({ target }) => set('sides', target.value)}>
            <option value="merchant">{say(['Los de tus libros', 'Those of your books'])}</option>
            <option value="service">{say(['Los del servicio', 'Those of the service'])}</option>
          </select>
        </label>
      </div>
      <section className="card">
        <Read of={read}>{(journal) => <Lines of={journal} />}</Read>
      </section>
      <Next list={read.data} first={['Desde el principio', 'From the start']} />
      <Read of={chart}>{(of) => <Chart of={of} />}</Read>
    </>
  )
}

/** On a phone a row has no headings: the amount says which side it is on. */
function Side({ of, amount }: { of: Words; amount: string }) {
  const { say } = useLanguage()
  return (
    <>
      <span className="on-phone quiet small">{say(of)} </span>
      {money(amount)}
    </>
  )
}

function Lines({ of: { lines, next } }: { of: Journal }) {
  const { say, language } = useLanguage()
  if (lines.length === 0)
    return next === null ? (
      <Empty
        title={say(['Nada se asentó en estos días', 'Nothing was posted on these days'])}
        text={say(['Elige otros días u otra cuenta.', 'Choose other days or another account.'])}
      />
    ) : (
      <p>{say(['Aquí no hay; siguen más adelante.', 'None here; there are more further on.'])}</p>
    )
  return (
    <List<JournalLine>
      caption={say([
        'Cada asiento tiene la misma suma de cargos y de abonos',
        'Each entry has the same sum of debits and credits',
      ])}
      rows={lines}
      idOf={({ entry, line }) => `${entry} ${line}`}
      columns={[
        { head: ['Día', 'Day'], area: 'when', whole: true, cell: ({ date }) => day(date, language, 'plain') },
        {
          head: ['Clave', 'Code'],
          whole: true,
          cell: ({ account_code: code }) => (code === '' ? '—' : <code>{code}</code>),
        },
        {
          head: ['Cuenta', 'Account'],
          area: 'first',
          cell: ({ account, account_code: code, account_name: name }) => (
            <>
              <span className="on-phone">{code} </span>
              {name || say(accountWords(account))}
            </>
          ),
        },
        {
          head: ['Qué', 'What'],
          area: 'second',
          cell: ({ cause, transaction }) =>
            transaction === null ? (
              say(causeWords(cause))
            ) : (
              <RowLink href={`/operations/${transaction}`}>{say(causeWords(cause))}</RowLink>
            ),
        },
        {
          head: ['Referencia', 'Reference'],
          area: 'third',
          long: true,
          tells: true,
          cell: ({ tracking_key, network_reference, cfdi_uuid }) => {
            const reference = tracking_key ?? network_reference ?? cfdi_uuid
            return reference === null ? '—' : <code>{reference}</code>
          },
        },
        {
          head: ['Cargo', 'Debit'],
          area: 'state',
          right: true,
          whole: true,
          cell: ({ debit }) => (debit === null ? '—' : <Side of={['cargo', 'debit']} amount={debit} />),
        },
        {
          head: ['Abono', 'Credit'],
          area: 'state',
          right: true,
          whole: true,
          cell: ({ credit }) => (credit === null ? '—' : <Side of={['abono', 'credit']} amount={credit} />),
        },
      ]}
    />
  )
}

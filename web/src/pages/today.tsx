// The first page: what needs a person, the next payout and the day itself; the sales of some days with their chart, and what banks approve.
import { Link, useLocation } from 'wouter'
import { centavos, change, count, day, pesos } from '../format.ts'
import { counted, useLanguage, type Words } from '../language.tsx'
import { Plot } from '../parts/plot.tsx'
import { Read } from '../parts/states.tsx'
import { rails } from '../parts/words.tsx'
import { NextOfToday } from '../payout/next.tsx'
import { useQuery } from '../query.ts'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import { Declines } from '../today/declines.tsx'
import { FirstDay } from '../today/first-day.tsx'
import { NeedsYou } from '../today/needs-you.tsx'
import type { DaysOfRail, Overview } from '../wire.ts'

type Sum = 'sales' | 'fees' | 'net' | 'returned' | 'disputed'

const SPANS = [7, 30, 90]
const USUAL_SPAN = 30

function spanOf(query: URLSearchParams): number {
  return SPANS.find((one) => String(one) === query.get('days')) ?? USUAL_SPAN
}

/** A day of each rail, counted back from the last, also of those before the shown ones. */
function daysBack({ rails: all, before }: Overview, back: number) {
  return all.map(({ days }, at) => [...(before[at]?.days ?? []), ...days].at(-1 - back))
}

/** Whole centavos of such a day, of all rails. */
function sumOf(totals: Overview, what: Sum, back = 0): number {
  return daysBack(totals, back).reduce((sum, one) => sum + centavos(one?.[what] ?? '0.00'), 0)
}

/** Whole centavos of all days. */
function sumOfAll(all: DaysOfRail[], what: Sum): number {
  return all.reduce((sum, { days }) => days.reduce((its, one) => its + centavos(one[what]), sum), 0)
}

/** Whether the account was open on all days before: a part of them says nothing about the shop. */
function hadDaysBefore({ before, opened }: Overview): boolean {
  return opened <= (before[0]?.days[0]?.date ?? '')
}

export function Page() {
  const { say, language } = useLanguage()
  const [query, set] = useQuery()
  const date = query.get('date') ?? ''
  const span = spanOf(query)
  const asked = new URLSearchParams({ days: String(span), ...(date && { date }) })
  const read = useRead<Overview>(`/v1/console/today?${asked}`, 5_000)
  return (
    <>
      <div className="head">
        <hgroup>
          <h1>{date === '' ? say(['Hoy', 'Today']) : say(['Aquel día', 'That day'])}</h1>
          {/* A new one for another day: its first letter is a capital. */}
          <p key={`${read.data?.date} ${language}`} className="quiet capital">
            {read.data ? day(read.data.date, language, 'long') : '…'}
          </p>
        </hgroup>
        <label className="field inline">
          <span>{say(['Otro día', 'Another day'])}</span>
          <input type="date" value={date} onChange={(event) => set('date', event.target.value)} />
        </label>
      </div>
      <Read of={read}>{(totals) => <DayOverview totals={totals} isToday={date === ''} />}</Read>
    </>
  )
}

function DayOverview({ totals, isToday }: { totals: Overview; isToday: boolean }) {
  const { can } = useSession()
  return (
    <>
      {isToday && <FirstDay />}
      <div className="today">
        {/* It comes first where all stand below each other, and for a screen reader. */}
        <div className="beside-period">
          {isToday && <NeedsYou />}
          {isToday && can('read') && can('spei') && <NextOfToday />}
          <Day totals={totals} isToday={isToday} />
        </div>
        <Period totals={totals} />
        <Declines
          cards={totals.cards}
          isCompared={hadDaysBefore(totals)}
          days={totals.rails[0]?.days.map(({ date }) => date) ?? []}
        />
      </div>
    </>
  )
}

/** What goes off the sales. */
const LESS: readonly (readonly [what: Sum, title: Words])[] = [
  ['net', ['Neto', 'Net']],
  ['fees', ['Comisiones con IVA y afiliados', 'Fees with IVA, affiliates']],
  ['returned', ['Devoluciones', 'Refunds']],
  ['disputed', ['Aclaraciones', 'Disputes']],
]

function Period({ totals }: { totals: Overview }) {
  const { say, language } = useLanguage()
  const [, go] = useLocation()
  const days = totals.rails[0]?.days.map(({ date }) => date) ?? []
  const [now, before] = [sumOfAll(totals.rails, 'sales'), sumOfAll(totals.before, 'sales')]
  const values = { days: days.length, before: pesos(before), opened: day(totals.opened, language, 'plain') }
  return (
    <section className="card period" aria-labelledby="period">
      <div>
        <div className="head">
          <h2 id="period" className="eyebrow">
            {say(['Ventas de {days} días', 'Sales of {days} days'], values)}
          </h2>
          <Spans />
        </div>
        <p className="hero" data-figure="period-sales">
          {pesos(now)}
        </p>
        <p className="quiet">
          {!hadDaysBefore(totals) ? (
            say(['Cuenta abierta el {opened}', 'Account opened on {opened}'], values)
          ) : before === 0 ? (
            say(['Sin ventas en los {days} días anteriores', 'No sales in the {days} days before'], values)
          ) : (
            <>
              <Change now={now} before={before} />{' '}
              {say(
                ['contra {before} de los {days} días anteriores', 'against {before} in the {days} days before'],
                values,
              )}
            </>
          )}
        </p>
      </div>
      <Plot
        title={say(['Ventas de los últimos {days} días', 'Sales of the last {days} days'], values)}
        days={days}
        series={totals.rails.map(({ rail, days: all }) => ({
          label: say(rails[rail]),
          colour: `--rail-${rail}`,
          className: `${rail}-rail`,
          values: all.map(({ sales }) => centavos(sales)),
        }))}
        onDay={(date) => go(`/operations?date=paid&start_date=${date}&end_date=${date}`)}
      />
      <dl className="less">
        {LESS.map(([what, title]) => (
          <div key={what}>
            <dt>{say(title)}</dt>
            <dd data-figure={`period-${what}`}>{pesos(sumOfAll(totals.rails, what))}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Spans() {
  const { say } = useLanguage()
  const [query, set] = useQuery()
  return (
    <fieldset className="segments">
      <legend className="hidden">{say(['Periodo', 'Period'])}</legend>
      {SPANS.map((one) => (
        <button
          key={one}
          type="button"
          aria-pressed={one === spanOf(query)}
          onClick={() => set('days', one === USUAL_SPAN ? '' : String(one))}
        >
          {say(['{days} días', '{days} days'], { days: one })}
        </button>
      ))}
    </fieldset>
  )
}

/** How much more or less, as a badge. */
function Change({ now, before }: { now: number; before: number }) {
  const { language } = useLanguage()
  const text = change(now, before, language)
  return text === '' ? null : <span className={`badge ${now >= before ? 'good' : 'bad'}`}>{text}</span>
}

const OF_DAY: readonly (readonly [what: Sum, title: Words])[] = [
  ['sales', ['Ventas', 'Sales']],
  ['fees', ['Comisiones con IVA y afiliados', 'Fees with IVA, affiliates']],
  ['net', ['Neto', 'Net']],
  ['returned', ['Devoluciones', 'Refunds']],
  ['disputed', ['Aclaraciones', 'Disputes']],
]

function Day({ totals, isToday }: { totals: Overview; isToday: boolean }) {
  const { say, language } = useLanguage()
  const now = sumOf(totals, 'sales')
  const payments = totals.rails.reduce((sum, { days }) => sum + (days.at(-1)?.payments ?? 0), 0)
  const open = totals.rails.reduce((sum, rail) => sum + rail.open.vouchers, 0)
  const openCentavos = totals.rails.reduce((sum, rail) => sum + centavos(rail.open.amount), 0)
  const compared = (
    [
      [isToday ? say(['ayer', 'yesterday']) : say(['el día anterior', 'the day before']), 1],
      [isToday ? say(['hace una semana', 'a week ago']) : say(['una semana antes', 'a week before']), 7],
    ] as const
  ).filter(([, back]) => totals.opened <= (daysBack(totals, back)[0]?.date ?? ''))
  return (
    <section className="card day" aria-labelledby="day">
      <div className="head">
        <h2 id="day">{isToday ? say(['Lo de hoy', 'Today so far']) : say(['Ese día', 'On that day'])}</h2>
        <Link href={`/operations?date=paid&start_date=${totals.date}&end_date=${totals.date}`}>
          {say(['Los pagos del día', 'The payments of the day'])}
        </Link>
      </div>
      <div>
        <p className="second" data-figure="sales">
          {pesos(now)}
        </p>
        {compared.length > 0 && (
          <p className="quiet">
            {compared
              .map(([when, back]) => {
                const amount = sumOf(totals, 'sales', back)
                const more = change(now, amount, language)
                return `${when} ${pesos(amount)}${more && ` (${more})`}`
              })
              .join(' · ')}
          </p>
        )}
      </div>
      <ul className="ways">
        {totals.rails.map(({ rail, days }) => {
          const amount = centavos(days.at(-1)?.sales ?? '0.00')
          const its = days.at(-1)?.payments ?? 0
          return (
            <li key={rail} className={`way ${rail}-rail`}>
              <span>
                <i className="dot" aria-hidden="true" />
                {say(rails[rail])}
              </span>
              <span className="quiet">
                {say(counted(its, ['1 pago', '1 payment'], ['{its} pagos', '{its} payments']), { its: count(its) })}
              </span>
              <span className="amount">{pesos(amount)}</span>
              <meter
                className="part-of"
                aria-label={say(rails[rail])}
                max={Math.max(1, now)}
                value={Math.max(0, amount)}
              />
            </li>
          )
        })}
      </ul>
      <dl className="lines">
        <div>
          <dt>{say(['Pagos', 'Payments'])}</dt>
          <dd data-figure="payments">{count(payments)}</dd>
        </div>
        {OF_DAY.filter(([what]) => what !== 'sales').map(([what, title]) => (
          <div key={what}>
            <dt>{say(title)}</dt>
            <dd data-figure={what}>{pesos(sumOf(totals, what))}</dd>
          </div>
        ))}
        <div>
          <dt>
            <Link href="/operations?status=P">{say(['Fichas abiertas', 'Open vouchers'])}</Link>
          </dt>
          <dd>
            <span data-figure="open">{count(open)}</span>
            {open > 0 && <span className="quiet"> · {pesos(openCentavos)}</span>}
          </dd>
        </div>
      </dl>
    </section>
  )
}

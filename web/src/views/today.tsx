// Today: sales, fees, net and returns, by rail, beside yesterday and last week.
import { Link, useSearchParams } from 'wouter'
import { centavos, change, count, day, pesos } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { List } from '../parts/list.tsx'
import { Plot } from '../parts/plot.tsx'
import { Read } from '../parts/states.tsx'
import { type Rail, rails } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import type { View } from '../view.ts'

interface DayFigures {
  date: string
  payments: number
  sales: string
  fees: string
  net: string
  returns: number
  returned: string
  disputed: string
}

interface RailFigures {
  rail: Rail
  code: string
  open: { vouchers: number; amount: string }
  days: DayFigures[]
}

interface Figures {
  date: string
  rails: RailFigures[]
}

type Sum = 'sales' | 'fees' | 'net' | 'returned' | 'disputed'

/** Whole centavos of a day, counted back from the last, of all rails. */
function sumOf(figures: Figures, what: Sum, back = 0): number {
  return figures.rails.reduce((sum, { days }) => sum + centavos(days.at(-1 - back)?.[what] ?? '0.00'), 0)
}

function Page() {
  const { say, language } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const date = query.get('date') ?? ''
  const read = useRead<Figures>(`/v1/console/today${date && `?date=${encodeURIComponent(date)}`}`, 5_000)
  return (
    <>
      <div className="head">
        <h1 className="capital">{read.data ? day(read.data.date, language, 'long') : say(['Hoy', 'Today'])}</h1>
        <label className="field">
          <span>{say(['Otro día', 'Another day'])}</span>
          <input
            type="date"
            value={date}
            onChange={(event) => setQuery(event.target.value ? { date: event.target.value } : {})}
          />
        </label>
      </div>
      <Read of={read}>{(figures) => <Day figures={figures} isToday={date === ''} />}</Read>
    </>
  )
}

const SUMS: [what: Sum, title: Words][] = [
  ['sales', ['Ventas', 'Sales']],
  ['fees', ['Comisiones con IVA', 'Fees with IVA']],
  ['net', ['Neto', 'Net']],
  ['returned', ['Devoluciones', 'Refunds']],
  ['disputed', ['Aclaraciones', 'Disputes']],
]

function Day({ figures, isToday }: { figures: Figures; isToday: boolean }) {
  const { say } = useLanguage()
  const days = figures.rails[0]?.days.map(({ date }) => date) ?? []
  const open = figures.rails.reduce((sum, rail) => sum + rail.open.vouchers, 0)
  const openCentavos = figures.rails.reduce((sum, rail) => sum + centavos(rail.open.amount), 0)
  const list = `/operations?date=paid&start_date=${figures.date}&end_date=${figures.date}`
  return (
    <>
      <dl className="figures">
        {SUMS.map(([what, title]) => {
          const [now, yesterday, week] = [0, 1, 7].map((back) => sumOf(figures, what, back)) as [number, number, number]
          return (
            <div key={what}>
              <dt>{say(title)}</dt>
              <dd data-figure={what}>{pesos(now)}</dd>
              <dd>
                {isToday ? say(['Ayer', 'Yesterday']) : say(['El día anterior', 'The day before'])}{' '}
                <Compared now={now} with={yesterday} />
                <br />
                {isToday ? say(['Hace una semana', 'A week ago']) : say(['Una semana antes', 'A week before'])}{' '}
                <Compared now={now} with={week} />
              </dd>
            </div>
          )
        })}
        <div>
          <dt>{say(['Fichas abiertas', 'Open vouchers'])}</dt>
          <dd data-figure="open">{count(open)}</dd>
          <dd>
            {say(['Por cobrar {amount}', 'To be paid {amount}'], { amount: pesos(openCentavos) })}
            <br />
            <Link href="/operations?status=P">{say(['Verlas', 'See them'])}</Link>
          </dd>
        </div>
      </dl>
      <section className="card">
        <div className="head">
          <h2>{say(['Por forma de pago', 'By way of paying'])}</h2>
          <Link href={list}>{say(['Los pagos del día', 'The payments of the day'])}</Link>
        </div>
        <List<RailFigures>
          caption={say(['El día, por forma de pago', 'The day, by way of paying'])}
          rows={figures.rails}
          idOf={({ rail }) => rail}
          columns={[
            { head: ['Forma', 'Way'], cell: ({ rail }) => <strong>{say(rails[rail])}</strong> },
            { head: ['Pagos', 'Payments'], cell: ({ days: all }) => count(all.at(-1)?.payments ?? 0), right: true },
            ...SUMS.map(([what, head]) => ({
              head,
              right: true,
              cell: ({ days: all }: RailFigures) => pesos(centavos(all.at(-1)?.[what] ?? '0.00')),
            })),
            {
              head: ['Fichas abiertas', 'Open vouchers'],
              right: true,
              cell: ({ open: { vouchers, amount } }) =>
                vouchers === 0 ? '—' : `${count(vouchers)} · ${pesos(centavos(amount))}`,
            },
          ]}
        />
      </section>
      <Plot
        title={say(['Ventas de los últimos 15 días', 'Sales of the last 15 days'])}
        days={days}
        series={figures.rails.map(({ rail, days: all }) => ({
          label: say(rails[rail]),
          colour: `--rail-${rail}`,
          className: `${rail}-rail`,
          values: all.map(({ sales }) => centavos(sales)),
        }))}
      />
    </>
  )
}

function Compared({ now, with: before }: { now: number; with: number }) {
  const { language } = useLanguage()
  return [pesos(before), change(now, before, language)].filter((one) => one !== '').join(' · ')
}

export const view: View = {
  path: '/today',
  group: 'money',
  order: 1,
  title: ['Hoy', 'Today'],
  needs: ['read'],
  letter: 'h',
  Page,
}

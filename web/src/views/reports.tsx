// Reports: the settlement report of any day, to be read here or taken along.
import { useSearchParams } from 'wouter'
import { useLanguage } from '../language.tsx'
import { useRead } from '../read.ts'
import type { View } from '../view.ts'
import { ReportOf } from './payouts.tsx'

function Page() {
  const { say } = useLanguage()
  const [query, setQuery] = useSearchParams()
  // The day of the service, whose clock is not the browser's.
  const today = useRead<{ date: string }>('/v1/console/today', 0)
  const date = query.get('date') || today.data?.date
  return (
    <>
      <div className="head">
        <h1>{say(['Reportes', 'Reports'])}</h1>
        <label className="field">
          <span>{say(['Liquidación del día', 'Payout of the day'])}</span>
          <input
            type="date"
            value={date ?? ''}
            onChange={(event) => setQuery(event.target.value ? { date: event.target.value } : {})}
          />
        </label>
      </div>
      {date && <ReportOf date={date} />}
    </>
  )
}

export const view: View = {
  path: '/reports',
  group: 'money',
  order: 4,
  title: ['Reportes', 'Reports'],
  needs: ['read'],
  Page,
}

// Reports: the settlement report of any day, to be read here or taken along.
import { useSearchParams } from 'wouter'
import { useLanguage } from '../language.tsx'
import type { View } from '../view.ts'
import { ReportOf } from './payouts.tsx'

function Page() {
  const { say } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const date = query.get('date') ?? ''
  return (
    <>
      <label className="field">
        <span>{say(['Reporte de liquidación del día', 'Settlement report of the day'])}</span>
        <input
          type="date"
          value={date}
          onChange={(event) => setQuery(event.target.value ? { date: event.target.value } : {})}
        />
      </label>
      <ReportOf date={date} />
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

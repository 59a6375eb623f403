// The trail of the whole service, for its operator: every account's changes, and those that concern all of them.
import { useSearchParams } from 'wouter'
import { useLanguage } from '../language.tsx'
import { Pick } from '../parts/pick.tsx'
import { actions } from '../trail/action-words.ts'
import { TrailRecords } from '../trail/records.tsx'

export function Page() {
  const { say } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const action = query.get('action') ?? ''
  const path = `/v1/console/trail?${new URLSearchParams(action === '' ? {} : { action })}`
  return (
    <>
      <div className="head">
        <h1>{say(['Bitácora del servicio', 'Trail of the service'])}</h1>
        <Pick
          title={['Qué', 'What']}
          all={['Todo', 'Everything']}
          choices={Object.entries(actions)}
          chosen={action}
          choose={(value) => setQuery(value === '' ? {} : { action: value })}
        />
      </div>
      <TrailRecords key={path} path={path} />
    </>
  )
}

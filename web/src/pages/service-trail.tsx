// The trail of the whole service, for its operator: every account's changes, and those that concern all of them.
import { useSearchParams } from 'wouter'
import { useLanguage } from '../language.tsx'
import { OnlyPick } from '../parts/pick.tsx'
import { actions } from '../trail/action-words.ts'
import { TrailRecords } from '../trail/records.tsx'

export function Page() {
  const { say } = useLanguage()
  const [query] = useSearchParams()
  const action = query.get('action') ?? ''
  const path = `/v1/console/trail?${new URLSearchParams(action === '' ? {} : { action })}`
  return (
    <>
      <div className="head">
        <h1>{say(['Bitácora del servicio', 'Trail of the service'])}</h1>
        <OnlyPick
          name="action"
          title={['Qué', 'What']}
          all={['Todo', 'Everything']}
          choices={Object.entries(actions)}
        />
      </div>
      <TrailRecords key={path} path={path} />
    </>
  )
}

// The trail of the whole service, for its operator: every account's changes, and those that concern all of them.
import { useSearchParams } from 'wouter'
import { useLanguage } from '../language.tsx'
import { Field } from '../parts/ask.tsx'
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
        <Field label={say(['Qué', 'What'])}>
          <select
            value={action}
            onChange={({ target }) => setQuery(target.value === '' ? {} : { action: target.value })}
          >
            <option value="">{say(['Todo', 'Everything'])}</option>
            {Object.entries(actions).map(([name, words]) => (
              <option key={name} value={name}>
                {say(words)}
              </option>
            ))}
          </select>
        </Field>
      </div>
      <TrailRecords key={path} path={path} />
    </>
  )
}

// The trail: who changed what in the account, from where.
import { useLanguage } from '../language.tsx'
import { TrailRecords } from '../trail/records.tsx'

export function Page() {
  const { say } = useLanguage()
  return (
    <>
      <h1>{say(['Bitácora', 'Trail'])}</h1>
      <TrailRecords path="/v1/audit?limit=50" />
    </>
  )
}

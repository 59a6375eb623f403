// The trail: who changed what in the account, from where.
import { useLanguage } from '../language.tsx'
import { TrailRecords } from '../trail/records.tsx'
import type { View } from '../view.ts'

function Page() {
  const { say } = useLanguage()
  return (
    <>
      <h1>{say(['Bitácora', 'Trail'])}</h1>
      <TrailRecords path="/v1/audit?limit=50" />
    </>
  )
}

export const view: View = {
  path: '/trail',
  group: 'account',
  order: 2,
  title: ['Bitácora', 'Trail'],
  needs: ['admin'],
  letter: 'b',
  Page,
}

// The deadline of a dispute's answer, and the time until then by the service's clock.
import type { Dispute } from '../../../client/src/types.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { useRead } from '../read.ts'
import type { Calls } from '../wire.ts'

export function isOpen({ status }: Pick<Dispute, 'status'>): boolean {
  return status === 'retrieval' || status === 'needs_response'
}

export function Deadline({ dispute }: { dispute: Dispute }) {
  const { say, language } = useLanguage()
  // The service's day: the sandbox's clock may differ from the browser's.
  const today = useRead<Calls['GET /v1/console/today']['result']>(
    isOpen(dispute) ? '/v1/console/today' : undefined,
    60_000,
  )
  const at = moment(dispute.respond_by, language)
  if (!isOpen(dispute) || today.data === undefined) return at
  const last = dispute.respond_by.slice(0, 10)
  const days = Math.round((Date.parse(last) - Date.parse(today.data.date)) / 86_400_000)
  const left =
    days < 0
      ? say(['venció', 'expired'])
      : days === 0
        ? say(['hoy', 'today'])
        : days === 1
          ? say(['mañana', 'tomorrow'])
          : say(['en {days} días', 'in {days} days'], { days })
  return (
    <>
      {at} <span className={`badge ${days <= 3 ? 'bad' : 'waiting'}`}>{left}</span>
    </>
  )
}

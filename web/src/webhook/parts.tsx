// What a webhook gets, and what an event is about.
import { Link } from 'wouter'
import type { Event as Told } from '../../../client/src/types.ts'
import { useLanguage } from '../language.tsx'

/** The chosen events by their names; the rest is counted. */
export function Chosen({ events }: { events: readonly string[] }) {
  const { say } = useLanguage()
  if (events.includes('*')) return say(['Todos', 'All'])
  return (
    <>
      <code>{events.slice(0, 2).join(', ')}</code>
      {events.length > 2 && say([' y {more} más', ' and {more} more'], { more: events.length - 2 })}
    </>
  )
}

/** What the event is about: the shop's own number of the payment, which leads to it. */
export function Reference({ of: { operation, data } }: { of: Told }) {
  const { reference } = data as { reference?: { number?: string } }
  if (!operation) return '—'
  return (
    <Link href={`/operations/${operation}`}>
      <span className="id">{reference?.number || operation.slice(0, 8)}</span>
    </Link>
  )
}

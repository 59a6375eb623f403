// What a webhook gets, and what an event is about.
import type { Event as WebhookEvent } from '../../../client/src/types.ts'
import { useLanguage } from '../language.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { subjectOf } from './subject.ts'

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

/** What the event is about, by the shop's own number or name where it has one, else by what it is; it leads there. */
export function Reference({ of }: { of: WebhookEvent }) {
  const { say } = useLanguage()
  const subject = subjectOf(of)
  if (subject === undefined) return '—'
  const text = typeof subject.text === 'string' ? <span className="id">{subject.text}</span> : say(subject.text)
  return subject.path === undefined ? text : <RowLink href={subject.path}>{text}</RowLink>
}

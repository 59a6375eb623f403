// The newest events, or those that did not arrive, with what each is about and its deliveries.
import type { MouseEvent } from 'react'
import { useSearchParams } from 'wouter'
import type { Event as WebhookEvent } from '../../../client/src/types.ts'
import { deliveryStateWords } from '../../../src/events/webhooks/code-words.ts'
import { moment } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import { List } from '../parts/list.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Segments } from '../parts/segments.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { toTop } from '../parts/to-top.ts'
import { Event } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { Reference } from './parts.tsx'

const SHOWN: readonly (readonly [value: string, words: Words])[] = [
  ['', ['Todos', 'All']],
  ['failed', ['No entregados', 'Not delivered']],
]

export function Events() {
  const { say, language } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const delivery = query.get('delivery') === 'failed' ? 'failed' : ''
  const after = query.get('after') ?? ''
  const asked = new URLSearchParams({
    limit: '50',
    ...(delivery && { delivery }),
    ...(after && { starting_after: after }),
  })
  const read = useRead<{ events: WebhookEvent[]; next: string | null }>(`/v1/events?${asked}`, 5_000)
  const to = (change: Record<string, string>) =>
    setQuery((now) => {
      const next = new URLSearchParams(now)
      for (const [name, value] of Object.entries(change)) {
        if (value === '') next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  const page = (after: string) => (event: MouseEvent) => {
    toTop(event)
    to({ after })
  }
  return (
    <section className="card" aria-labelledby="events">
      <div className="head">
        <h2 id="events">{say(['Eventos', 'Events'])}</h2>
        <Segments
          legend={['Cuáles', 'Which']}
          choices={SHOWN}
          chosen={delivery}
          choose={(value) => to({ delivery: value, after: '' })}
        />
      </div>
      <Read of={read}>
        {({ events, next }) =>
          events.length === 0 ? (
            delivery === '' ? (
              <Empty
                title={say(['Ningún evento', 'No events'])}
                text={say([
                  'Lo que pase con tus pagos aparece aquí, con sus entregas.',
                  'What happens to your payments shows up here, with its deliveries.',
                ])}
              />
            ) : (
              <Empty
                title={say(['Nada por reenviar', 'Nothing to send again'])}
                text={say([
                  'Aquí aparece lo que ya no se intenta. Lo que espera a un webhook en pausa sale cuando se reanuda.',
                  'What is tried no more shows up here. What waits for a paused webhook goes out when it is resumed.',
                ])}
              />
            )
          ) : (
            <>
              <List<WebhookEvent>
                caption={
                  delivery === ''
                    ? say(['Los más nuevos', 'The newest'])
                    : say(['Los no entregados', 'Those not delivered'])
                }
                rows={events}
                idOf={({ id }) => id}
                hrefOf={({ id }) => `/webhooks/${id}`}
                columns={[
                  {
                    head: ['Evento', 'Event'],
                    area: 'first',
                    cell: ({ id, type }) => (
                      <>
                        <RowLink className="capital" href={`/webhooks/${id}`}>
                          <Event type={type} />
                        </RowLink>
                        <br />
                        <span className="id quiet small">{type}</span>
                      </>
                    ),
                  },
                  {
                    head: ['De qué', 'About'],
                    area: 'second',
                    cut: true,
                    cell: (event) => <Reference of={event} />,
                  },
                  {
                    head: ['Entregas', 'Deliveries'],
                    area: 'state',
                    cell: ({ deliveries }) =>
                      deliveries.length === 0 ? (
                        '—'
                      ) : (
                        <span className="badges">
                          {deliveries.map(({ webhook, status }) => (
                            <State key={webhook} of={status} words={deliveryStateWords} />
                          ))}
                        </span>
                      ),
                  },
                  {
                    head: ['Cuándo', 'When'],
                    area: 'when',
                    whole: true,
                    cell: ({ timestamp }) => <span className="quiet">{moment(timestamp, language, true)}</span>,
                  },
                ]}
              />
              {(next !== null || after !== '') && (
                <nav className="row pages" aria-label={say(['Páginas', 'Pages'])}>
                  <button type="button" disabled={after === ''} onClick={page('')}>
                    {say(['Los más nuevos', 'The newest'])}
                  </button>
                  <button type="button" disabled={next === null} onClick={page(next ?? '')}>
                    {say(['Más antiguos', 'Older'])}
                  </button>
                </nav>
              )}
            </>
          )
        }
      </Read>
    </section>
  )
}

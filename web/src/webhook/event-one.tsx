// One event with every try to deliver it.
import { Link } from 'wouter'
import type { Webhook, Event as WebhookEvent } from '../../../client/src/types.ts'
import { deliveryStateWords, unansweredWords } from '../../../src/events/webhooks/code-words.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask } from '../parts/ask.tsx'
import { State, Status } from '../parts/badge.tsx'
import { List } from '../parts/list.tsx'
import { Long } from '../parts/scrolled.tsx'
import { Read } from '../parts/states.tsx'
import { Event as EventWords } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import { ItemTitle } from '../title.ts'
import { Reference } from './parts.tsx'

export function EventOne({ id }: { id: string }) {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const read = useRead<WebhookEvent>(`/v1/events/${encodeURIComponent(id)}`, 3_000)
  const webhooks = useRead<{ webhooks: Webhook[] }>('/v1/webhook')
  const urls = new Map(webhooks.data?.webhooks.map((one) => [one.id, one.url]))
  return (
    <>
      <p>
        <Link href="/webhooks">{say(['← Webhooks', '← Webhooks'])}</Link>
      </p>
      <Read of={read} alone>
        {(event) => (
          <>
            <ItemTitle of={event.type} />
            <div className="head">
              <hgroup>
                <h1 className="capital">
                  <EventWords type={event.type} />
                </h1>
                <p className="quiet">
                  <code>{event.type}</code> · {moment(event.timestamp, language, true)}
                </p>
              </hgroup>
              {can('webhooks') && (
                <Ask
                  never={
                    event.deliveries.length > 0
                      ? undefined
                      : say(['No se envió a ningún webhook.', 'It was sent to no webhook.'])
                  }
                  button={say(['Enviar otra vez', 'Send again'])}
                  title={say(['¿Enviar otra vez este evento?', 'Send this event again?'])}
                  text={say([
                    'Cada webhook que lo recibe lo recibirá de nuevo. No se mueve dinero.',
                    'Each webhook that gets this event gets it again. No money moves.',
                  ])}
                  confirm={say(['Enviar', 'Send'])}
                  change={() => ({ method: 'POST', path: `/v1/events/${id}/replay`, body: {} })}
                />
              )}
            </div>
            {event.deliveries.length === 0 && (
              <p className="notice">{say(['Ningún webhook recibe este evento.', 'No webhook gets this event.'])}</p>
            )}
            {event.deliveries.map(({ webhook, status, next_try, attempts = [] }) => (
              <section key={webhook} className="card">
                <h2>
                  {urls.get(webhook) ?? webhook} <State of={status} words={deliveryStateWords} />
                </h2>
                {next_try !== null && (
                  <p className="quiet">
                    {say(['Se intenta otra vez el {at}.', 'It is tried again on {at}.'], {
                      at: moment(next_try, language, true),
                    })}
                  </p>
                )}
                {attempts.length > 0 && (
                  <List
                    caption={say(['Intentos', 'Tries'])}
                    rows={attempts}
                    idOf={({ timestamp }) => timestamp}
                    columns={[
                      {
                        head: ['Cuándo', 'When'],
                        whole: true,
                        cell: ({ timestamp }) => moment(timestamp, language, true),
                      },
                      {
                        head: ['Respuesta', 'Answer'],
                        cell: ({ status: code, error }) =>
                          code === null ? <Unanswered why={error ?? ''} /> : <Status of={code} />,
                      },
                      { head: ['ms', 'ms'], right: true, cell: ({ duration_ms }) => duration_ms },
                      { head: ['Texto', 'Text'], long: true, cell: ({ answer }) => <code>{answer || '—'}</code> },
                    ]}
                  />
                )}
              </section>
            ))}
            <section className="card">
              <h2>{say(['Lo que lleva', 'What it carries'])}</h2>
              <p>
                <Reference of={event} />
              </p>
              <Long label={say(['Cuerpo', 'Body'])} text={JSON.stringify(event.data, null, 2)} />
            </section>
          </>
        )}
      </Read>
    </>
  )
}

/** Why a try had no answer, and its code for those who look it up. */
function Unanswered({ why }: { why: string }) {
  const { say } = useLanguage()
  const words = unansweredWords(why)
  return words === undefined ? (
    why
  ) : (
    <>
      {say(words)} <span className="quiet">{why}</span>
    </>
  )
}

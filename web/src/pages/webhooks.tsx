// Webhooks: the endpoints of events, the failing ones first, and every try of an event with its answer.

import { Link } from 'wouter'
import type { Event as Told, Webhook } from '../../../client/src/types.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { State, Status } from '../parts/badge.tsx'
import { useFault } from '../parts/fault.tsx'
import { List } from '../parts/list.tsx'
import { Long } from '../parts/scrolled.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { Event } from '../parts/words.tsx'
import { useChange, useRead } from '../read.ts'
import { useSession } from '../session.tsx'

export function Page() {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const read = useRead<{ webhooks: Webhook[] }>('/v1/webhook', 5_000)
  const events = useRead<{ events: Told[] }>('/v1/events?limit=50', 5_000)
  const change = useChange<{ event?: string }>()
  const told = useFault()
  const failing = ({ failing_since, status }: Webhook) => (failing_since !== null || status !== 'active' ? 0 : 1)
  return (
    <>
      <div className="head">
        <h1>{say(['Webhooks', 'Webhooks'])}</h1>
        {can('webhooks') && (
          <Ask<Webhook>
            button={say(['Agregar', 'Add'])}
            title={say(['Un webhook nuevo', 'A new webhook'])}
            text={say([
              'Recibe todos los eventos de la cuenta, firmados.',
              'It gets every event of the account, signed.',
            ])}
            confirm={say(['Agregar', 'Add'])}
            change={(form) => ({ method: 'POST', path: '/v1/webhook', body: { url: String(form.get('url')) } })}
            onDone={({ secret }) => (
              <>
                <p>
                  {say(['Guarda el secreto: solo se muestra esta vez.', 'Keep the secret: it is shown this once.'])}
                </p>
                <pre>{secret}</pre>
              </>
            )}
          >
            <Field label="URL">
              <input name="url" type="url" required maxLength={500} />
            </Field>
          </Ask>
        )}
      </div>
      <section className="card">
        <Read of={read}>
          {({ webhooks }) =>
            webhooks.length === 0 ? (
              <Empty
                title={say(['Ningún webhook', 'No webhooks'])}
                text={say(['Agrega la dirección de tu servidor.', 'Add the address of your server.'])}
              />
            ) : (
              <List<Webhook>
                caption={say(['Los que fallan, primero', 'Failing ones first'])}
                rows={webhooks.toSorted((one, other) => failing(one) - failing(other))}
                idOf={({ id }) => id}
                columns={[
                  { head: ['Dirección', 'Address'], cell: ({ url }) => <code>{url}</code> },
                  {
                    head: ['Estado', 'State'],
                    cell: ({ status }) => <State of={status === 'paused' ? status : `webhook-${status}`} />,
                  },
                  {
                    head: ['Falla desde', 'Failing since'],
                    whole: true,
                    cell: ({ failing_since }) => (failing_since ? moment(failing_since, language) : '—'),
                  },
                  {
                    head: ['Acciones', 'Actions'],
                    cell: ({ id, status }) =>
                      can('webhooks') && (
                        <>
                          {status === 'active' ? (
                            <button
                              type="button"
                              className="plain"
                              onClick={() =>
                                change.mutate({ method: 'POST', path: `/v1/webhook/${id}/test`, body: {} })
                              }
                            >
                              {say(['Probar', 'Test'])}
                            </button>
                          ) : (
                            <span className="quiet">
                              {say(['Se prueba cuando está activo.', 'It is tested while it is active.'])}{' '}
                            </span>
                          )}
                          {status === 'active' ? (
                            <Ask
                              plain
                              button={say(['Pausar', 'Pause'])}
                              title={say(['¿Pausar este webhook?', 'Pause this webhook?'])}
                              text={say([
                                'No recibe nada hasta que lo reanudes; sus eventos lo esperan.',
                                'It gets nothing until you resume it; its events wait.',
                              ])}
                              confirm={say(['Sí, pausar', 'Yes, pause'])}
                              change={() => ({ method: 'POST', path: `/v1/webhook/${id}/pause`, body: {} })}
                            />
                          ) : (
                            <button
                              type="button"
                              className="plain"
                              onClick={() =>
                                change.mutate({ method: 'POST', path: `/v1/webhook/${id}/resume`, body: {} })
                              }
                            >
                              {say(['Reanudar', 'Resume'])}
                            </button>
                          )}
                        </>
                      ),
                  },
                ]}
              />
            )
          }
        </Read>
        {change.error && (
          <p className="notice bad" role="alert">
            {told(change.error)}
          </p>
        )}
        {change.data?.event && (
          <p className="notice" role="status">
            {say(['Prueba enviada.', 'Test sent.'])}{' '}
            <Link href={`/webhooks/${change.data.event}`}>
              {say(['Ver qué contestó tu servidor', 'See what your server answered'])}
            </Link>
          </p>
        )}
      </section>
      <section className="card">
        <Read of={events}>
          {({ events: all }) =>
            all.length === 0 ? (
              <Empty title={say(['Ningún evento', 'No events'])} />
            ) : (
              <List<Told>
                caption={say(['Los últimos 50 eventos', 'The last 50 events'])}
                rows={all}
                idOf={({ id }) => id}
                columns={[
                  {
                    head: ['Cuándo', 'When'],
                    whole: true,
                    cell: ({ id, timestamp }) => (
                      <Link href={`/webhooks/${id}`}>{moment(timestamp, language, true)}</Link>
                    ),
                  },
                  { head: ['Evento', 'Event'], cell: ({ type }) => <Event type={type} /> },
                  {
                    head: ['Entregas', 'Deliveries'],
                    cell: ({ deliveries }) =>
                      deliveries.length === 0 ? (
                        '—'
                      ) : (
                        <span className="badges">
                          {deliveries.map(({ webhook, status }) => (
                            <State key={webhook} of={status} />
                          ))}
                        </span>
                      ),
                  },
                ]}
              />
            )
          }
        </Read>
      </section>
    </>
  )
}

/** One event with every try. */
export function One({ id }: { id: string }) {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const read = useRead<Told>(`/v1/events/${encodeURIComponent(id)}`, 3_000)
  const webhooks = useRead<{ webhooks: Webhook[] }>('/v1/webhook')
  const urls = new Map(webhooks.data?.webhooks.map((one) => [one.id, one.url]))
  return (
    <>
      <p>
        <Link href="/webhooks">{say(['← Webhooks', '← Webhooks'])}</Link>
      </p>
      <Read of={read}>
        {(event) => (
          <>
            <div className="head">
              <h1>
                <code>{event.type}</code>
              </h1>
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
            {event.deliveries.map(({ webhook, status, attempts = [] }) => (
              <section key={webhook} className="card">
                <h2>
                  {urls.get(webhook) ?? webhook} <State of={status} />
                </h2>
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
                        cell: ({ status: code, error }) => (code === null ? (error ?? '') : <Status of={code} />),
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
              {event.operation && <Link href={`/operations/${event.operation}`}>{event.operation}</Link>}
              <Long label={say(['Cuerpo', 'Body'])} text={JSON.stringify(event.data, null, 2)} />
            </section>
          </>
        )}
      </Read>
    </>
  )
}

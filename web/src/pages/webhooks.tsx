// Webhooks: the endpoints of events, the failing ones first, and every try of an event with its answer.
import { Link } from 'wouter'
import type { Webhook } from '../../../client/src/types.ts'
import { failingWebhookWords, webhookStateWords } from '../../../src/events/webhooks/code-words.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { Copied } from '../parts/copy.tsx'
import { useFault } from '../parts/fault.tsx'
import { List } from '../parts/list.tsx'
import { Alert, Empty, Read } from '../parts/states.tsx'
import { eventNames } from '../parts/words.tsx'
import { useChange, useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import { Events } from '../webhook/events.tsx'
import { Chosen } from '../webhook/parts.tsx'
import { SendAgain } from '../webhook/send-again.tsx'

export function Page() {
  const { say, language } = useLanguage()
  const { can, session } = useSession()
  const read = useRead<{ webhooks: Webhook[] }>('/v1/webhook', 5_000)
  const change = useChange<{ event?: string }>()
  const fault = useFault()
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
              'Recibe los eventos que elijas, firmados; sin elegir, todos.',
              'It gets the events that you choose, signed; without a choice, all.',
            ])}
            confirm={say(['Agregar', 'Add'])}
            change={(form) => {
              const events = form.getAll('events').map(String)
              return {
                method: 'POST',
                path: '/v1/webhook',
                body: { url: String(form.get('url')), ...(events.length > 0 && { events }) },
              }
            }}
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
            <details>
              <summary>{say(['Elegir eventos', 'Choose events'])}</summary>
              <div className="choose-events">
                {eventNames.map((name) => (
                  <label key={name} className="check">
                    <input type="checkbox" name="events" value={name} /> <code>{name}</code>
                  </label>
                ))}
              </div>
            </details>
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
                  { head: ['Eventos', 'Events'], cell: ({ events: its }) => <Chosen events={its} /> },
                  {
                    head: ['Estado', 'State'],
                    cell: (webhook) => <WebhookState of={webhook} />,
                  },
                  {
                    head: ['Falla desde', 'Failing since'],
                    whole: true,
                    cell: ({ failing_since }) => (failing_since ? moment(failing_since, language) : '—'),
                  },
                  {
                    head: ['Acciones', 'Actions'],
                    whole: true,
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
                          {status === 'active' && <SendAgain webhook={id} />}
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
        <Alert>{fault(change.error)}</Alert>
        {change.data?.event && (
          <p className="notice" role="status">
            {say(['Prueba enviada.', 'Test sent.'])}{' '}
            <Link href={`/webhooks/${change.data.event}`}>
              {say(['Ver qué contestó tu servidor', 'See what your server answered'])}
            </Link>
          </p>
        )}
      </section>
      <Events />
      {session.mode === 'sandbox' && (
        <section className="card">
          <h2>{say(['Sin un servidor público', 'Without a public server'])}</h2>
          <p className="quiet">
            {say([
              'Este comando lleva los eventos, firmados, a tu programa en esta máquina.',
              'This command brings the events, signed, to your program on this machine.',
            ])}
          </p>
          <Copied text="npm run cobro -- listen --forward-to http://127.0.0.1:3000/avisos" />
        </section>
      )}
    </>
  )
}

/** One that gets nothing is not shown as if it worked. */
function WebhookState({ of: { status, failing_since } }: { of: Webhook }) {
  const isFailing = status === 'active' && failing_since !== null
  return <State of={status} words={isFailing ? failingWebhookWords : webhookStateWords} />
}

export { EventOne as One } from '../webhook/event-one.tsx'

// Keys: the credentials of the account, with the scopes and the last use of each; and the rule of the charges that they make.
import type { Credential } from '../../../client/src/types.ts'
import { credentialStateWords } from '../../../src/accounts/code-words.ts'
import { PaymentRules } from '../account/payment-rules.tsx'
import { moment } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { Email } from '../parts/email.tsx'
import { List } from '../parts/list.tsx'
import { Next, useCursor } from '../parts/next.tsx'
import { Read } from '../parts/states.tsx'
import { scopeWords } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import type { Scope } from '../wire.ts'

const meanings: [Scope, Words][] = [
  ['charge', ['cobrar y emitir fichas', 'charge and issue vouchers']],
  ['refund', ['devolver y cancelar', 'give back and cancel']],
  ['read', ['leer', 'read']],
  ['payouts', ['cambiar la cuenta de las liquidaciones', 'change the account of payouts']],
  ['webhooks', ['cuidar los webhooks', 'look after webhooks']],
  ['admin', ['llaves, reglas y bitácora', 'keys, rules and the trail']],
]

export function Page() {
  const { say, language } = useLanguage()
  const powers = (scopes: string[]) => scopes.map((scope) => say(scopeWords[scope] ?? [scope, scope])).join(', ')
  const { can, session } = useSession()
  const read = useRead<{ credentials: Credential[]; next: string | null }>(`/v1/credentials?${useCursor()}`)
  const secret = ({ app_key, app_secret }: Credential) => (
    <>
      <p>{say(['Guarda el secreto: solo se muestra esta vez.', 'Keep the secret: it is shown this once.'])}</p>
      <pre>{app_secret ? `${app_key}:${app_secret}` : app_key}</pre>
    </>
  )
  return (
    <>
      <div className="head">
        <h1>{say(['Llaves', 'Keys'])}</h1>
        <Ask<Credential>
          button={say(['Crear llave', 'Create a key'])}
          title={say(['Una llave nueva', 'A new key'])}
          text={say([
            'Opera a tu nombre, con los permisos que elijas de los tuyos.',
            'It acts in your name, with those of your scopes that you choose.',
          ])}
          confirm={say(['Crear', 'Create'])}
          change={(form) => ({
            method: 'POST',
            path: '/v1/credentials',
            body: { name: String(form.get('name')), scopes: form.getAll('scope').map(String) },
          })}
          onDone={secret}
        >
          <Field label={say(['Nombre', 'Name'])}>
            <input name="name" required maxLength={100} />
          </Field>
          <fieldset>
            <legend>{say(['Permisos', 'Powers'])}</legend>
            {meanings
              .filter(([scope]) => can(scope))
              .map(([scope, words]) => (
                <label key={scope} className="check">
                  <input type="checkbox" name="scope" value={scope} defaultChecked={scope === 'read'} />
                  <span>
                    <code>{scope}</code> · {say(words)}
                  </span>
                </label>
              ))}
          </fieldset>
        </Ask>
      </div>
      <section className="card">
        <Read of={read}>
          {({ credentials }) => (
            <List<Credential>
              caption={say(['Todas, también las que ya terminaron', 'All, also those that have ended'])}
              isTitled
              rows={credentials}
              idOf={({ id }) => id}
              columns={[
                {
                  head: ['Nombre', 'Name'],
                  area: 'first',
                  long: true,
                  sort: ({ name }) => name,
                  cell: ({ name, kind }) => name || (kind === 'publishable' ? say(['publicable', 'publishable']) : '—'),
                },
                {
                  head: ['Llave', 'Key'],
                  area: 'second',
                  cell: ({ app_key }) => <code>{app_key}</code>,
                  below: ({ operator, last_used_at }) => (
                    <div className="on-phone quiet small">
                      <Email text={operator} />
                      {last_used_at && ` · ${say(['último uso', 'last used'])} ${moment(last_used_at, language)}`}
                    </div>
                  ),
                },
                {
                  head: ['Estado', 'State'],
                  area: 'state',
                  sort: ({ status }) => status,
                  cell: ({ status }) => <State of={status} words={credentialStateWords} />,
                },
                { head: ['Permisos', 'Powers'], area: 'third', cell: ({ scopes }) => powers(scopes) || '—' },
                { head: ['Operador', 'Operator'], cell: ({ operator }) => <Email text={operator} /> },
                {
                  head: ['Último uso', 'Last use'],
                  whole: true,
                  cell: ({ last_used_at }) => (last_used_at ? moment(last_used_at, language) : '—'),
                },
                {
                  head: ['Acciones', 'Actions'],
                  area: 'acts',
                  whole: true,
                  cell: ({ id, name, app_key, status, kind, operator, scopes }) =>
                    status === 'active' && (
                      <>
                        {kind === 'secret' && operator === session.person.email && (
                          <Ask<Credential>
                            plain
                            never={
                              scopes.every((scope) => can(scope as Scope))
                                ? undefined
                                : say([
                                    'Puede más que tu rol: no la renuevas tú.',
                                    'It may do more than your role: you cannot roll it.',
                                  ])
                            }
                            button={say(['Renovar', 'Roll'])}
                            title={say(['¿Un secreto nuevo para {name}?', 'A new secret for {name}?'], {
                              name: name || app_key,
                            })}
                            text={say([
                              'El de ahora sirve 24 horas más.',
                              'The present secret works for 24 hours more.',
                            ])}
                            confirm={say(['Renovar', 'Roll'])}
                            change={() => ({ method: 'POST', path: `/v1/credentials/${id}/roll`, body: {} })}
                            onDone={secret}
                          />
                        )}
                        <Ask
                          plain
                          danger
                          button={say(['Revocar', 'Revoke'])}
                          title={say(['¿Revocar {name}?', 'Revoke {name}?'], { name: name || app_key })}
                          text={say([
                            'Deja de servir ahora mismo, con sus sesiones. No se puede deshacer.',
                            'It stops working now, with its sessions. It cannot be undone.',
                          ])}
                          confirm={say(['Sí, revocar', 'Yes, revoke'])}
                          change={() => ({ method: 'DELETE', path: `/v1/credentials/${id}` })}
                        />
                      </>
                    ),
                },
              ]}
            />
          )}
        </Read>
        <Next list={read.data} />
      </section>
      <PaymentRules />
    </>
  )
}

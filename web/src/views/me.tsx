// The person's own settings: the browsers they are signed in with, their passkeys, and the authenticator app.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../call.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Passkeys } from '../me/passkeys.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { List } from '../parts/list.tsx'
import { Read } from '../parts/states.tsx'
import { roles } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { SESSION, useSession } from '../session.tsx'
import type { View } from '../view.ts'

interface Open {
  id: string
  current: boolean
  since: string
  seen: string
  address: string
  browser: string
}

interface Offer {
  key: string
  address: string
  offer: string
}

function Page() {
  const { say, language } = useLanguage()
  const { session } = useSession()
  const read = useRead<{ sessions: Open[] }>('/v1/console/sessions')
  return (
    <>
      <h1>{say(['Tu acceso', 'Your access'])}</h1>
      <section className="card">
        <p>
          {session.person.name} · {session.person.email} · {say(roles[session.role] ?? [session.role, session.role])}
        </p>
      </section>
      {!session.local && <Passkeys />}
      {!session.local && <SecondFactor />}
      <section className="card">
        <h2>{say(['Dónde has entrado', 'Where you are signed in'])}</h2>
        <Read of={read}>
          {({ sessions }) => (
            <List<Open>
              caption={say([
                'Cada una termina tras una hora sin uso, o doce en total',
                'Each ends after an hour without use, or twelve in all',
              ])}
              rows={sessions}
              idOf={({ id }) => id}
              columns={[
                {
                  head: ['Navegador', 'Browser'],
                  long: true,
                  cell: ({ browser, current }) =>
                    current ? say(['Este', 'This one']) : <span title={browser}>{browserName(browser)}</span>,
                },
                { head: ['Desde', 'From'], whole: true, cell: ({ address }) => address || '—' },
                { head: ['Entró', 'Signed in'], whole: true, cell: ({ since }) => moment(since, language) },
                { head: ['Visto', 'Seen'], whole: true, cell: ({ seen }) => moment(seen, language) },
                {
                  head: ['Acciones', 'Actions'],
                  cell: ({ id, current }) =>
                    !current && (
                      <Ask
                        plain
                        button={say(['Cerrar', 'End'])}
                        title={say(['¿Cerrar esa sesión?', 'End that session?'])}
                        confirm={say(['Cerrar', 'End it'])}
                        change={() => ({ method: 'DELETE', path: `/v1/console/sessions/${id}` })}
                      />
                    ),
                },
              ]}
            />
          )}
        </Read>
      </section>
    </>
  )
}

/** Sample: `Chrome · Android`. An unknown browser is shown as it names itself. */
function browserName(agent: string): string {
  const [, browser] = /(Edg|OPR|Firefox|Chrome|Safari)\w*\//.exec(agent.replace(/.*(Edg|OPR)/, '$1')) ?? []
  const [system] = /Android|iPhone|iPad|Windows|Mac OS X|CrOS|Linux/.exec(agent) ?? []
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' }
  return [browser && (names[browser] ?? browser), system].filter(Boolean).join(' · ') || agent
}

function SecondFactor() {
  const { say } = useLanguage()
  const { session } = useSession()
  const client = useQueryClient()
  const [offer, setOffer] = useState<Offer>()
  const again = () => {
    setOffer(undefined)
    void client.invalidateQueries({ queryKey: SESSION })
    return say(['Listo.', 'Done.'])
  }
  return (
    <section className="card">
      <h2>{say(['Aplicación de códigos', 'Authenticator app'])}</h2>
      <p>
        {session.second_factor
          ? say([
              'Al entrar con contraseña se te pide el código de tu aplicación.',
              'After your password you enter the code of your app.',
            ])
          : say([
              'Sin ella, ni llave de acceso, tu contraseña basta para entrar.',
              'Without one, and without a passkey, your password is enough to sign in.',
            ])}
      </p>
      {session.second_factor ? (
        <Ask
          button={say(['Quitar', 'Remove'])}
          danger
          title={say(['¿Quitar la aplicación?', 'Remove the app?'])}
          confirm={say(['Quitar', 'Remove'])}
          change={(form) => ({
            method: 'POST',
            path: '/v1/console/second-factor/remove',
            body: { password: String(form.get('password')) },
          })}
          onDone={again}
        >
          <Field label={say(['Tu contraseña', 'Your password'])}>
            <input name="password" type="password" autoComplete="current-password" required />
          </Field>
        </Ask>
      ) : offer === undefined ? (
        <div>
          <button
            type="button"
            onClick={() => void call<Offer>('POST', '/v1/console/second-factor', {}).then(setOffer)}
          >
            {say(['Usar una aplicación', 'Use an app'])}
          </button>
        </div>
      ) : (
        <>
          <p>
            {say([
              'Escribe esta clave en tu aplicación de códigos, o ábrela desde el enlace:',
              'Enter this key in your authenticator app, or open it by the link:',
            ])}
          </p>
          <pre>{offer.key}</pre>
          <p>
            <a href={offer.address}>{say(['Abrir en este aparato', 'Open on this device'])}</a>
          </p>
          <div>
            <Ask
              button={say(['Ya la escribí', 'I have written it'])}
              title={say(['El código que muestra', 'The code that it shows'])}
              confirm={say(['Confirmar', 'Confirm'])}
              change={(form) => ({
                method: 'POST',
                path: '/v1/console/second-factor/confirm',
                body: {
                  offer: offer.offer,
                  code: String(form.get('code')).replaceAll(' ', ''),
                  password: String(form.get('password')),
                },
              })}
              onDone={again}
            >
              <Field label={say(['Código de 6 dígitos', '6-digit code'])}>
                <input name="code" inputMode="numeric" autoComplete="one-time-code" required />
              </Field>
              <Field label={say(['Tu contraseña', 'Your password'])}>
                <input name="password" type="password" autoComplete="current-password" required />
              </Field>
            </Ask>
          </div>
        </>
      )}
    </section>
  )
}

export const view: View = {
  path: '/me',
  group: 'account',
  order: 3,
  title: ['Tu acceso', 'Your access'],
  needs: ['person'],
  Page,
}

// The person's own settings: the browsers they are signed in with, their passkeys, and the authenticator app.
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Passkeys } from '../me/passkeys.tsx'
import { SecondFactor } from '../me/second-factor.tsx'
import { Ask } from '../parts/ask.tsx'
import { List } from '../parts/list.tsx'
import { Read } from '../parts/states.tsx'
import { roles } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import type { Calls, OpenSession } from '../wire.ts'

export function Page() {
  const { say, language } = useLanguage()
  const { session } = useSession()
  const read = useRead<Calls['GET /v1/console/sessions']['result']>('/v1/console/sessions')
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
            <List<OpenSession>
              caption={say([
                'Cada sesión termina tras una hora sin uso, o a las doce horas',
                'Each session ends after an hour without use, or after twelve hours',
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
                  whole: true,
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

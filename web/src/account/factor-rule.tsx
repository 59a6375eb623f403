// The rule that people of some roles need a second factor.
import { useLanguage } from '../language.tsx'
import { Ask } from '../parts/ask.tsx'
import { Read } from '../parts/states.tsx'
import { roles as names } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import type { Calls } from '../wire.ts'

const PATH = '/v1/console/second-factor/roles'

export function FactorRule() {
  const { say } = useLanguage()
  const { can } = useSession()
  const read = useRead<Calls['GET /v1/console/second-factor/roles']['result']>(PATH)
  const all = Object.keys(names).filter((name) => name !== 'operator')
  const nameOf = (role: string) => say(names[role] ?? [role, role])
  return (
    <section className="card">
      <h2>{say(['Segundo factor obligatorio', 'Required second factor'])}</h2>
      <Read of={read}>
        {({ roles }) => (
          <>
            <p>
              {roles.length === 0
                ? say(['Ningún rol lo necesita.', 'No role needs it.'])
                : say(
                    [
                      'Lo necesitan: {roles}. Quien no tiene uno lo configura al entrar, antes de ver nada más.',
                      'These roles need it: {roles}. Who has none sets it up after signing in, before seeing anything else.',
                    ],
                    { roles: roles.map(nameOf).join(', ') },
                  )}
            </p>
            {can('people') && (
              <Ask
                button={say(['Cambiar quién lo necesita', 'Change who needs it'])}
                title={say(['Roles que necesitan un segundo factor', 'Roles that need a second factor'])}
                text={say([
                  'Vale desde ahora, también para quien ya entró.',
                  'It holds from now on, also for people who are signed in.',
                ])}
                confirm={say(['Guardar', 'Save'])}
                change={(form) => ({ method: 'PUT', path: PATH, body: { roles: form.getAll('roles').map(String) } })}
              >
                {all.map((role) => (
                  <label className="row" key={role}>
                    <input type="checkbox" name="roles" value={role} defaultChecked={roles.includes(role)} />
                    {nameOf(role)}
                  </label>
                ))}
              </Ask>
            )}
          </>
        )}
      </Read>
    </section>
  )
}

// People: the account's people with their roles, and invitations.
import { FactorRule } from '../account/factor-rule.tsx'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { Email } from '../parts/email.tsx'
import { List } from '../parts/list.tsx'
import { Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { roleMeanings, roles } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import type { Calls, Person, WaitingInvitation } from '../wire.ts'

export function Page() {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const read = useRead<Calls['GET /v1/console/people']['result']>('/v1/console/people')
  return (
    <>
      <div className="head">
        <h1>{say(['Personas', 'People'])}</h1>
        {can('people') && (
          <Ask
            button={say(['Invitar', 'Invite'])}
            title={say(['Invitar a alguien', 'Invite somebody'])}
            text={say([
              'Le llega un correo con un enlace que vale tres días.',
              'They get an e-mail with a link that works for three days.',
            ])}
            confirm={say(['Invitar', 'Invite'])}
            change={(form) => {
              const text = (name: string) => textIn(form, name)
              return {
                method: 'POST',
                path: '/v1/console/people',
                body: { email: text('email'), name: text('name'), role: text('role') },
              }
            }}
            onDone={() => say(['La invitación va en camino.', 'The invitation is on its way.'])}
          >
            <Field label={say(['Nombre', 'Name'])}>
              <input name="name" required maxLength={100} />
            </Field>
            <Field label={say(['Correo', 'E-mail'])}>
              <input name="email" type="email" required maxLength={254} />
            </Field>
            <RoleChoice />
          </Ask>
        )}
      </div>
      <section className="card">
        <Read of={read}>
          {({ people }) => (
            <List<Person>
              caption={say(['Quién entra a esta cuenta', 'Who comes into this account'])}
              isTitled
              rows={people}
              idOf={({ id }) => id}
              columns={[
                {
                  head: ['Nombre', 'Name'],
                  area: 'first',
                  long: true,
                  sort: ({ name }) => name,
                  cell: ({ name }) => name,
                },
                {
                  head: ['Correo', 'E-mail'],
                  area: 'second',
                  long: true,
                  sort: ({ email }) => email,
                  cell: ({ email }) => <Email text={email} />,
                },
                {
                  head: ['Rol', 'Role'],
                  area: 'state',
                  sort: ({ role }) => role,
                  cell: ({ role }) => say(roles[role] ?? [role, role]),
                },
                {
                  head: ['Segundo factor', 'Second factor'],
                  area: 'third',
                  cell: ({ second_factor }) => (
                    <>
                      <span className="on-phone quiet small">{say(['Segundo factor:', 'Second factor:'])} </span>
                      {second_factor ? say(['Sí', 'Yes']) : 'No'}
                    </>
                  ),
                },
                { head: ['Desde', 'Since'], area: 'when', whole: true, cell: ({ since }) => moment(since, language) },
                {
                  head: ['Acciones', 'Actions'],
                  area: 'acts',
                  whole: true,
                  cell: (person) =>
                    can('people') &&
                    person.role !== 'operator' && <Actions person={person} isLast={isLastOwner(person, people)} />,
                },
              ]}
            />
          )}
        </Read>
      </section>
      {read.data && read.data.invitations.length > 0 && <Waiting invitations={read.data.invitations} />}
      <FactorRule />
    </>
  )
}

/** Somebody has to manage the people of an account. */
function isLastOwner({ id, role }: Person, people: Person[]): boolean {
  return role === 'owner' && !people.some((one) => one.id !== id && ['owner', 'operator'].includes(one.role))
}

function Actions({ person: { id, name, role }, isLast }: { person: Person; isLast: boolean }) {
  const { say } = useLanguage()
  if (isLast)
    return <span className="quiet">{say(['Antes nombra a otro dueño.', 'First make somebody else an owner.'])}</span>
  return (
    <>
      <Ask
        plain
        button={say(['Cambiar', 'Change'])}
        title={say(['El rol de {name}', 'The role of {name}'], { name })}
        text={say(['Sus sesiones en esta cuenta terminan.', 'Their sessions in this account end.'])}
        confirm={say(['Cambiar', 'Change'])}
        change={(form) => ({
          method: 'PUT',
          path: `/v1/console/people/${id}`,
          body: { role: String(form.get('role')) },
        })}
      >
        <RoleChoice now={role} />
      </Ask>
      <Ask
        plain
        danger
        button={say(['Quitar', 'Remove'])}
        title={say(['¿Quitar a {name}?', 'Remove {name}?'], { name })}
        text={say([
          'Deja de entrar ahora mismo. Sus llaves siguen: revócalas aparte.',
          'They are signed out at once. Their keys still work: revoke those too.',
        ])}
        confirm={say(['Sí, quitar', 'Yes, remove'])}
        change={() => ({ method: 'DELETE', path: `/v1/console/people/${id}` })}
      />
    </>
  )
}

function Waiting({ invitations }: { invitations: WaitingInvitation[] }) {
  const { say, language } = useLanguage()
  return (
    <section className="card">
      <h2>{say(['Invitaciones por aceptar', 'Invitations to be accepted'])}</h2>
      <List<WaitingInvitation>
        caption={say(['El enlace llegó por correo', 'The link came by e-mail'])}
        isTitled
        rows={invitations}
        idOf={({ id }) => id}
        columns={[
          { head: ['Nombre', 'Name'], area: 'first', long: true, cell: ({ name }) => name },
          { head: ['Correo', 'E-mail'], area: 'second', long: true, cell: ({ email }) => <Email text={email} /> },
          { head: ['Rol', 'Role'], area: 'state', cell: ({ role }) => say(roles[role] ?? [role, role]) },
          {
            head: ['Vale hasta', 'Good until'],
            area: 'when',
            whole: true,
            cell: ({ until }) => (
              <>
                <span className="on-phone quiet">{say(['hasta', 'until'])} </span>
                {moment(until, language)}
              </>
            ),
          },
          {
            head: ['Invita', 'Invited by'],
            area: 'third',
            long: true,
            cell: ({ invited_by }) => (
              <>
                <span className="on-phone quiet small">{say(['Invita', 'Invited by'])} </span>
                {invited_by}
              </>
            ),
          },
          {
            head: ['Acciones', 'Actions'],
            area: 'acts',
            whole: true,
            cell: ({ id, name, role }) =>
              role !== 'operator' && (
                <Ask
                  plain
                  danger
                  button={say(['Retirar', 'Withdraw'])}
                  title={say(['¿Retirar la invitación de {name}?', 'Withdraw the invitation of {name}?'], { name })}
                  text={say([
                    'El enlace que recibió deja de servir. Puedes invitar otra vez.',
                    'The link stops working. You can invite them again.',
                  ])}
                  confirm={say(['Sí, retirar', 'Yes, withdraw'])}
                  change={() => ({ method: 'DELETE', path: `/v1/console/invitations/${id}` })}
                />
              ),
          },
        ]}
      />
    </section>
  )
}

function RoleChoice({ now = 'reader' }: { now?: string }) {
  const { say } = useLanguage()
  return (
    <Field label={say(['Rol', 'Role'])}>
      <select name="role" defaultValue={now}>
        {Object.entries(roleMeanings).map(([role, meaning]) => (
          <option key={role} value={role}>
            {say(roles[role] ?? [role, role])}: {say(meaning)}
          </option>
        ))}
      </select>
    </Field>
  )
}

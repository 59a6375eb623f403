// One account, for the operator of the service: its facts, its fees, its people.
import { Link } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { count, day, moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { Copied } from '../parts/copy.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import { List } from '../parts/list.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { rails, roles } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { ItemTitle } from '../title.ts'
import type { AccountInFull } from '../wire.ts'
import { LimitsOf, Suspend, Suspension } from './standing.tsx'

export const PATH = '/v1/console/accounts'

export function AccountOne({ id }: { id: string }) {
  const { say } = useLanguage()
  const read = useRead<AccountInFull>(`${PATH}/${encodeURIComponent(id)}`)
  return (
    <>
      <p>
        <Link href="/accounts">{say(['← Cuentas', '← Accounts'])}</Link>
      </p>
      <Read of={read} alone>
        {(account) => (
          <>
            <ItemTitle of={account.name} />
            <div className="head">
              <h1>{account.name}</h1>
              <div className="row">
                <Rename account={account} />
                <InviteOwner account={account} />
                <Suspend account={account} />
              </div>
            </div>
            <Suspension account={account} />
            <About account={account} />
            <LimitsOf account={account} />
            <FeesOf account={account} />
            <section className="card">
              <h2>{say(['Quién entra', 'Who comes in'])}</h2>
              {account.people.length === 0 ? (
                <Empty
                  title={say(['Nadie', 'Nobody'])}
                  text={say(['Invita a quien es dueño del comercio.', 'Invite whoever owns the business.'])}
                />
              ) : (
                <List
                  caption={say(['Personas de la cuenta', 'People of the account'])}
                  rows={account.people}
                  idOf={(one) => one.id}
                  columns={[
                    { head: ['Nombre', 'Name'], long: true, cell: ({ name }) => name },
                    { head: ['Correo', 'E-mail'], long: true, cell: ({ email }) => email },
                    { head: ['Rol', 'Role'], cell: ({ role }) => say(roles[role] ?? [role, role]) },
                  ]}
                />
              )}
            </section>
          </>
        )}
      </Read>
    </>
  )
}

function About({ account }: { account: AccountInFull }) {
  const { say, language } = useLanguage()
  const { id, email, since, owed, keys, key_used, webhooks, payout_account, settled_day } = account
  const facts: Fact[] = [
    [['Identificador', 'Identifier'], <Copied key="id" text={id} />],
    [['Correo', 'E-mail'], email],
    [['Abierta', 'Opened'], moment(since, language)],
    [['Se le debe', 'Owed'], money(owed)],
    [
      ['Se le liquida a', 'Paid out to'],
      payout_account ? `•${payout_account}` : say(['Aún no dice a dónde', 'It has not said where']),
    ],
    [['Liquidada hasta', 'Settled up to'], settled_day ? day(settled_day, language, 'dated') : '—'],
    [
      ['Llaves en uso', 'Keys in use'],
      `${count(keys)}${key_used ? ` · ${say(['última vez', 'last used'])} ${moment(key_used, language)}` : ''}`,
    ],
    [['Webhooks', 'Webhooks'], count(webhooks)],
  ]
  return (
    <section className="card">
      <Facts facts={facts} />
    </section>
  )
}

function FeesOf({ account: { id, fees } }: { account: AccountInFull }) {
  const { say } = useLanguage()
  return (
    <section className="card">
      <h2>{say(['Lo que paga', 'What it pays'])}</h2>
      <List
        caption={say(['Por cada pago, más IVA', 'For each payment, plus IVA'])}
        rows={fees}
        idOf={({ payment_method }) => payment_method}
        columns={[
          {
            head: ['Forma de pago', 'Way of paying'],
            cell: ({ payment_method }) => say(rails[payment_method as Operation['payment_method']]),
          },
          { head: ['Porcentaje', 'Percentage'], right: true, cell: ({ percentage }) => `${percentage} %` },
          { head: ['Fijo', 'Fixed'], right: true, cell: ({ fixed }) => money(fixed) },
          {
            head: ['Por aclaración', 'For a dispute'],
            right: true,
            cell: ({ dispute }) => (dispute === undefined ? '—' : money(dispute)),
          },
          {
            head: ['Acciones', 'Actions'],
            whole: true,
            cell: ({ payment_method, percentage, fixed, dispute }) => (
              <Ask
                plain
                button={say(['Cambiar', 'Change'])}
                title={say(['Comisiones de {way}', 'Fees of {way}'], {
                  way: say(rails[payment_method as Operation['payment_method']]),
                })}
                text={say([
                  'Valen para los pagos que se hagan desde ahora; los de antes no cambian. El IVA va aparte.',
                  'They apply to payments from now on; earlier ones do not change. IVA is added.',
                ])}
                confirm={say(['Guardar', 'Save'])}
                change={(form) => {
                  const text = (name: string) => textIn(form, name)
                  return {
                    method: 'PUT',
                    path: `${PATH}/${id}/fees`,
                    body: {
                      payment_method,
                      percentage: text('percentage'),
                      fixed: text('fixed'),
                      ...(dispute !== undefined && { dispute: text('dispute') }),
                    },
                  }
                }}
              >
                <Field label={say(['Porcentaje', 'Percentage'])}>
                  <input
                    name="percentage"
                    inputMode="decimal"
                    maxLength={10}
                    defaultValue={String(percentage)}
                    required
                  />
                </Field>
                <Field label={say(['Fijo, en pesos', 'Fixed, in pesos'])}>
                  <input name="fixed" inputMode="decimal" maxLength={20} defaultValue={fixed} required />
                </Field>
                {dispute !== undefined && (
                  <Field label={say(['Por cada aclaración perdida, en pesos', 'For each dispute lost, in pesos'])}>
                    <input name="dispute" inputMode="decimal" maxLength={20} defaultValue={dispute} required />
                  </Field>
                )}
              </Ask>
            ),
          },
        ]}
      />
    </section>
  )
}

function Rename({ account: { id, name } }: { account: AccountInFull }) {
  const { say } = useLanguage()
  return (
    <Ask
      button={say(['Cambiar nombre', 'Rename'])}
      title={say(['Otro nombre para {name}', 'Another name for {name}'], { name })}
      text={say([
        'Lo ven quienes pagan, salvo que el comercio tenga nombre comercial en su perfil. No se mueve dinero.',
        'Payers see it unless the business has a trade name in its profile. No money moves.',
      ])}
      confirm={say(['Guardar', 'Save'])}
      change={(form) => ({
        method: 'PUT',
        path: `${PATH}/${id}`,
        body: { name: textIn(form, 'name') },
      })}
    >
      <Field label={say(['Nombre', 'Name'])}>
        <input name="name" defaultValue={name} maxLength={100} required />
      </Field>
    </Ask>
  )
}

function InviteOwner({ account: { id, name, second_person } }: { account: AccountInFull }) {
  const { say } = useLanguage()
  return (
    <Ask
      never={
        second_person
          ? say([
              'Con la regla de dos personas, a sus dueños se les invita en la terminal.',
              'With the rule of second persons, its owners are invited at a terminal.',
            ])
          : undefined
      }
      button={say(['Invitar dueño', 'Invite the owner'])}
      title={say(['Invitar a quien es dueño de {name}', 'Invite the owner of {name}'], { name })}
      text={say([
        'Le llega un correo con un enlace que vale tres días. Podrá todo en la cuenta, también invitar.',
        'They get an e-mail with a link that works for three days. They may do everything in the account, including inviting people.',
      ])}
      confirm={say(['Invitar', 'Invite'])}
      change={(form) => {
        const text = (field: string) => textIn(form, field)
        return { method: 'POST', path: `${PATH}/${id}/owner`, body: { name: text('name'), email: text('email') } }
      }}
      onDone={() => say(['La invitación va en camino.', 'The invitation is on its way.'])}
    >
      <Field label={say(['Nombre', 'Name'])}>
        <input name="name" maxLength={100} required />
      </Field>
      <Field label={say(['Correo', 'E-mail'])}>
        <input name="email" type="email" maxLength={254} required />
      </Field>
    </Ask>
  )
}

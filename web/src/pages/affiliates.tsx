// Affiliates: their shares in payments, the amounts they are owed, and their payouts.
import { Link } from 'wouter'
import type { Affiliate, AffiliatePayout } from '../../../client/src/types.ts'
import { payoutStateWords } from '../../../src/payouts/code-words.ts'
import { ChangeAffiliate, pathOf } from '../affiliate/change.tsx'
import { day, moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { ExportList } from '../parts/export.tsx'
import { Facts } from '../parts/facts.tsx'
import { List } from '../parts/list.tsx'
import { PagedList } from '../parts/paged-list.tsx'
import { PAGE, Pages, useOffset } from '../parts/pages.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { WaitingAccount } from '../payout/account.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import { ItemTitle } from '../title.ts'

export function Page() {
  const { say } = useLanguage()
  const { can } = useSession()
  const offset = useOffset()
  const read = useRead<{ total: number; affiliates: Affiliate[] }>(`/v1/affiliates?limit=${PAGE}&offset=${offset}`)
  return (
    <>
      <div className="head">
        <h1>{say(['Afiliados', 'Affiliates'])}</h1>
        <div className="row">
          <ExportList list="/v1/affiliates" query={{}} />
          {can('payouts') && <Register />}
        </div>
      </div>
      <section className="card">
        <Read of={read}>
          {({ total, affiliates }) => (
            <PagedList<Affiliate>
              total={total}
              rows={affiliates}
              idOf={({ id }) => id}
              caption={[
                ['{total} afiliado', '{total} affiliate'],
                ['{total} afiliados', '{total} affiliates'],
              ]}
              empty={{
                before: true,
                title: ['Ningún afiliado', 'No affiliates'],
                text: [
                  'Quien recibe una parte de tus cobros se registra aquí con su CLABE, y se le liquida como a ti.',
                  'Register here, with a CLABE, whoever gets a share of your payments; they are paid out as you are.',
                ],
              }}
              columns={[
                {
                  head: ['Nombre', 'Name'],
                  area: 'first',
                  long: true,
                  sort: ({ name }) => name,
                  cell: ({ id, name }) => <RowLink href={`/affiliates/${id}`}>{name}</RowLink>,
                },
                { head: ['En los cobros', 'In charges'], area: 'second', cell: ({ user }) => <code>{user}</code> },
                {
                  head: ['Se le debe', 'Owed'],
                  area: 'state',
                  told: ['se le debe', 'owed'],
                  right: true,
                  sort: ({ owed }) => Number(owed),
                  cell: ({ owed }) => money(owed),
                },
                {
                  head: ['Cuenta', 'Account'],
                  area: 'third',
                  cell: ({ clabe, bank_name }) => `${bank_name} •${clabe.slice(-4)}`,
                },
              ]}
            />
          )}
        </Read>
      </section>
    </>
  )
}

function Register() {
  const { say } = useLanguage()
  return (
    <Ask
      button={say(['Registrar', 'Register'])}
      title={say(['Registrar un afiliado', 'Register an affiliate'])}
      text={say([
        'Se le paga lo que junte y lo que ya juntó con ese nombre. No cambia lo que tú recibes.',
        'They are paid their shares, including earlier shares under that name. What you get does not change.',
      ])}
      confirm={say(['Registrar', 'Register'])}
      change={(form) => {
        const text = (name: string) => textIn(form, name)
        return {
          method: 'POST',
          path: '/v1/affiliates',
          body: {
            user: text('user'),
            name: text('name'),
            email: text('email'),
            clabe: text('clabe').replaceAll(' ', ''),
          },
        }
      }}
    >
      <Field label={say(['Cómo se llama en los cobros', 'Name in charges'])}>
        <input name="user" maxLength={250} required />
      </Field>
      <Field label={say(['Nombre del titular de la cuenta', 'Account holder'])}>
        <input name="name" maxLength={250} required />
      </Field>
      <Field label={say(['Correo', 'E-mail'])}>
        <input name="email" type="email" required />
      </Field>
      <Field label={say(['CLABE, 18 dígitos', 'CLABE, 18 digits'])}>
        <input name="clabe" inputMode="numeric" maxLength={22} required />
      </Field>
    </Ask>
  )
}

export function One({ id }: { id: string }) {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const offset = useOffset()
  const path = `/v1/affiliates/${encodeURIComponent(id)}`
  const read = useRead<Affiliate>(path)
  const payouts = useRead<{ total: number; payouts: AffiliatePayout[] }>(
    `${path}/payouts?limit=${PAGE}&offset=${offset}`,
  )
  return (
    <>
      <p>
        <Link href="/affiliates">{say(['← Afiliados', '← Affiliates'])}</Link>
      </p>
      <Read of={read} alone>
        {(affiliate) => {
          const { name, user, email, clabe, bank_name, owed, timestamp } = affiliate
          return (
            <>
              <ItemTitle of={name} />
              <div className="head">
                <h1>{name}</h1>
                {can('payouts') && <ChangeAffiliate of={affiliate} />}
              </div>
              <section className="card">
                <Facts
                  facts={[
                    [
                      ['Se le debe', 'Owed'],
                      <span key="owed" data-figure="owed">
                        {money(owed)}
                      </span>,
                    ],
                    [['En los cobros', 'In charges'], user],
                    [['Correo', 'E-mail'], email],
                    [['Cuenta', 'Account'], `${bank_name} ${clabe}`],
                    [['Registrado', 'Registered'], moment(timestamp, language)],
                  ]}
                />
              </section>
              {affiliate.change && (
                <WaitingAccount change={affiliate.change} path={`${pathOf(affiliate)}/account`} can={can('payouts')} />
              )}
            </>
          )
        }}
      </Read>
      <section className="card">
        <h2>{say(['Lo que se le ha pagado', 'What they were paid'])}</h2>
        <Read of={payouts}>
          {({ total, payouts: paid }) =>
            paid.length === 0 ? (
              <p className="quiet">{say(['Nada todavía.', 'Nothing yet.'])}</p>
            ) : (
              <>
                <List<AffiliatePayout>
                  caption={say(['Los más nuevos primero', 'Newest first'])}
                  rows={paid}
                  idOf={(one) => one.id}
                  columns={[
                    { head: ['Día', 'Day'], whole: true, cell: ({ date }) => day(date, language) },
                    { head: ['Monto', 'Amount'], right: true, cell: ({ amount }) => money(amount.amount) },
                    { head: ['Estado', 'State'], cell: ({ status }) => <State of={status} words={payoutStateWords} /> },
                    {
                      head: ['Clave de rastreo', 'Tracking key'],
                      cell: ({ tracking_key }) => <code>{tracking_key}</code>,
                    },
                  ]}
                />
                <Pages shown={paid.length} total={total} />
              </>
            )
          }
        </Read>
      </section>
    </>
  )
}

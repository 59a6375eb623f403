// What merchants owe, for the operator: each debt with its age, asked to be written off by one person and decided by another.
import { day, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { List } from '../parts/list.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { textIn } from '../parts/text-in.ts'
import { useRead } from '../read.ts'
import type { Calls, ClaimOfAccount } from '../wire.ts'
import { PATH } from './one.tsx'

/** Nothing when nobody owes. */
export function Claims() {
  const { say, language } = useLanguage()
  const read = useRead<Calls['GET /v1/console/claims']['result']>('/v1/console/claims', 60_000)
  const claims = read.data?.claims ?? []
  if (claims.length === 0) return null
  return (
    <section className="card">
      <h2>{say(['Comercios que deben', 'Merchants who owe'])}</h2>
      <List<ClaimOfAccount>
        rows={claims}
        idOf={({ account }) => account}
        caption={say(['Su saldo está bajo cero', 'Their balance is below zero'])}
        columns={[
          {
            head: ['Cuenta', 'Account'],
            long: true,
            cell: ({ account, account_name }) => (
              <RowLink href={`/accounts/${account}`}>{account_name || account}</RowLink>
            ),
          },
          { head: ['Debe', 'Owes'], right: true, cell: ({ amount }) => money(amount) },
          {
            head: ['Desde', 'Since'],
            whole: true,
            cell: ({ since, days }) =>
              say(['{day}, hace {days} días', '{day}, {days} days ago'], { day: day(since, language, 'dated'), days }),
          },
          { head: ['Castigo', 'Write-off'], long: true, cell: (claim) => <WriteOff claim={claim} /> },
        ]}
      />
    </section>
  )
}

function WriteOff({ claim: { account, account_name, amount, writable, write_off } }: { claim: ClaimOfAccount }) {
  const { say } = useLanguage()
  if (write_off === null && writable === '0.00')
    return <span className="quiet">{say(['Espera sus aclaraciones abiertas', 'Waits for its open disputes'])}</span>
  if (write_off === null)
    return (
      <Ask
        button={say(['Pedir castigo', 'Ask to write off'])}
        title={say(['Castigar lo que debe {account}', 'Write off what {account} owes'], { account: account_name })}
        text={
          writable === amount
            ? say(['{amount}. Otra persona lo aprueba.', '{amount}. Another person approves it.'], {
                amount: money(amount),
              })
            : say(
                [
                  '{amount}, porque lo demás puede volver con sus aclaraciones abiertas. Otra persona lo aprueba.',
                  '{amount}, because the rest may come back with its open disputes. Another person approves it.',
                ],
                { amount: money(writable) },
              )
        }
        confirm={say(['Pedir', 'Ask'])}
        change={(form) => ({
          method: 'POST',
          path: `${PATH}/${account}/write-off`,
          body: { because: textIn(form, 'because') },
        })}
      >
        <Field label={say(['Por qué', 'Why'])}>
          <input name="because" maxLength={250} required />
        </Field>
      </Ask>
    )
  const decide = (verb: 'approve' | 'refuse') => ({
    method: 'POST' as const,
    path: `/v1/console/write-offs/${write_off.id}/${verb}`,
    body: {},
  })
  const asked = say(['{amount}, pedido por {who}: {why}', '{amount}, asked for by {who}: {why}'], {
    amount: money(write_off.amount),
    who: write_off.asked_by,
    why: write_off.because,
  })
  return (
    <div className="row">
      <span>{asked}</span>
      {!write_off.own && (
        <Ask
          button={say(['Aprobar', 'Approve'])}
          title={say(['Aprobar el castigo', 'Approve the write-off'])}
          text={asked}
          confirm={say(['Aprobar', 'Approve'])}
          danger
          change={() => decide('approve')}
        />
      )}
      <Ask
        button={say(['Rechazar', 'Refuse'])}
        title={say(['Rechazar el castigo', 'Refuse the write-off'])}
        text={asked}
        confirm={say(['Rechazar', 'Refuse'])}
        plain
        change={() => decide('refuse')}
      />
    </div>
  )
}

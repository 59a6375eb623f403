// The account that payouts go to: setting it, changing it, and a change that does not apply yet; also of an affiliate's account.
import type { SettlementAccount, SettlementAccountChange } from '../../../client/src/types.ts'
import { centavos, moment, money, negative } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import type { Calls } from '../wire.ts'

const PATH = '/v1/settlement/account'

interface Balances {
  balances: { account: string; closing: string }[]
}

/** Where the next payout goes. The balance is said where it is another amount than the payout. */
export function PayoutAccount({ next }: { next: string }) {
  const { say } = useLanguage()
  const { can } = useSession()
  const read = useRead<SettlementAccount>(PATH)
  const balances = useRead<Balances>('/v1/ledger/balances')
  const owed = balances.data?.balances.find(({ account }) => account === 'payable:merchant')?.closing
  return (
    <Read of={read}>
      {(account) => (
        <>
          <p>
            {account.clabe === null ? (
              say(['Todavía sin cuenta', 'No account yet'])
            ) : (
              <>
                {say(['Va a', 'Goes to'])} {account.bank_name} <code>{account.clabe}</code>
              </>
            )}
          </p>
          {owed !== undefined && centavos(owed) + centavos(next) !== 0 && (
            <p>
              {say(['Tu saldo por liquidar:', 'Your balance to be paid out:'])}{' '}
              <strong data-figure="owed">{money(negative(owed))}</strong>
            </p>
          )}
          {can('payouts') && (
            <p>
              <SetAccount of={account} />
            </p>
          )}
        </>
      )}
    </Read>
  )
}

/** A change of the account that does not apply yet, if there is one. */
export function ChangeOfAccount() {
  const { can } = useSession()
  const change = useRead<SettlementAccount>(PATH).data?.change
  return change && <WaitingAccount change={change} path={PATH} can={can('payouts')} />
}

function SetAccount({ of: { clabe, change: waiting } }: { of: SettlementAccount }) {
  const { say } = useLanguage()
  const isFirst = clabe === null
  return (
    <Ask<SettlementAccount>
      button={isFirst ? say(['Poner la cuenta', 'Set the account']) : say(['Cambiar la cuenta', 'Change the account'])}
      // One change at a time: the one that waits is shown below.
      disabled={waiting !== undefined}
      title={
        isFirst
          ? say(['¿A dónde te liquidamos?', 'Where do we pay you out?'])
          : say(['¿Liquidar en otra cuenta?', 'Pay out to another account?'])
      }
      text={
        isFirst
          ? say([
              'Desde la siguiente liquidación tu saldo se envía a esta cuenta, con lo que ya esperaba. Si la cuenta tiene la regla de dos personas, antes la confirma otra persona, y luego espera.',
              'From the next payout on, your balance goes to this account, with what already waits. In an account with the rule of second persons, another person confirms it first, and then a waiting period begins.',
            ])
          : say([
              'No vale enseguida: en 24 horas la confirmas con el código que llega al correo de la cuenta, o la confirma otra persona, y luego espera. Hasta entonces todo sigue llegando a la de ahora.',
              'It does not apply at once: within 24 hours you confirm it with the code that comes to the account’s e-mail, or another person confirms it; then a waiting period begins. Until then everything goes to the present one.',
            ])
      }
      confirm={isFirst ? say(['Liquidar ahí', 'Pay out there']) : say(['Pedir el cambio', 'Ask for the change'])}
      change={(form) => ({
        method: 'PUT',
        path: PATH,
        body: { clabe: String(form.get('clabe') ?? '').replaceAll(' ', '') },
      })}
      onDone={({ change, bank_name }) =>
        change
          ? say(['Pedido: espera confirmación.', 'Asked for: it waits to be confirmed.'])
          : say(['Listo: tus liquidaciones van a {bank}.', 'Done: your payouts go to {bank}.'], { bank: bank_name })
      }
    >
      <Field label={say(['CLABE, 18 dígitos', 'CLABE, 18 digits'])}>
        <input name="clabe" inputMode="numeric" maxLength={22} required />
      </Field>
    </Ask>
  )
}

/** A change of a payout account that does not apply yet. */
export function WaitingAccount({
  change,
  path,
  can,
}: {
  change: SettlementAccountChange
  /** The account's address: below it are `/confirm` and `/change`. */
  path: string
  can: boolean
}) {
  const { say, language } = useLanguage()
  const { session } = useSession()
  const rule = useRead<Calls['GET /v1/console/second-person']['result']>(
    can ? '/v1/console/second-person' : undefined,
    60_000,
  )
  // With the rule of second persons the code of the e-mail is not enough for one's own change.
  const isOwn = change.operator === session.person.email && (rule.data?.above ?? null) !== null
  const account = `${change.bank_name} •${change.clabe.slice(-4)}`
  const isConfirmed = change.status === 'confirmed'
  return (
    <section className="card">
      <h2>{say(['Cambio de cuenta', 'Change of account'])}</h2>
      <p>
        {account} ·{' '}
        {isConfirmed
          ? say(['vale desde el {when}', 'holds from {when}'], {
              when: change.effective_at === null ? '' : moment(change.effective_at, language),
            })
          : say(['espera confirmación', 'waits to be confirmed'])}
      </p>
      {can && (
        <div className="row">
          {!isConfirmed && (
            <Ask
              never={isOwn ? say(['Lo confirma otra persona.', 'Another person confirms it.']) : undefined}
              button={say(['Confirmar', 'Confirm'])}
              title={say(['¿Pagar en {account}?', 'Pay at {account}?'], { account })}
              text={say([
                'Escribe el código del correo. Si el cambio lo pidió otra persona, déjalo vacío.',
                'Enter the code of the e-mail. Leave it empty if another person asked for the change.',
              ])}
              confirm={say(['Sí, confirmar', 'Yes, confirm'])}
              change={(form) => {
                const code = String(form.get('code') ?? '').replaceAll(' ', '')
                return { method: 'POST', path: `${path}/confirm`, body: code === '' ? {} : { code } }
              }}
            >
              <Field label={say(['Código de 8 dígitos', '8-digit code'])}>
                <input name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={10} />
              </Field>
            </Ask>
          )}
          <Ask
            danger
            button={say(['Cancelar el cambio', 'Cancel the change'])}
            title={say(['¿Cancelar el cambio de cuenta?', 'Cancel the change of account?'])}
            text={say(['Se sigue pagando donde siempre.', 'Payouts go where they went before.'])}
            confirm={say(['Sí, cancelar', 'Yes, cancel it'])}
            change={() => ({ method: 'DELETE', path: `${path}/change` })}
          />
        </div>
      )}
    </section>
  )
}

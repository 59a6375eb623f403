// The standing of an account, for the operator of the service: suspended or open, and its limits.
import { moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { Facts } from '../parts/facts.tsx'
import { textIn } from '../parts/text-in.ts'
import type { AccountInFull } from '../wire.ts'

const PATH = '/v1/console/accounts'

export function Suspend({ account: { id, name, suspended } }: { account: AccountInFull }) {
  const { say } = useLanguage()
  if (suspended !== null)
    return (
      <Ask
        button={say(['Reabrir', 'Reopen'])}
        title={say(['Reabrir {name}', 'Reopen {name}'], { name })}
        text={say([
          'Vuelve a cobrar de inmediato. Las liquidaciones que esperaban salen en cuanto toque, y los cargos de sus planes se hacen dentro de una hora.',
          'It takes payments again at once. Payouts that waited go out when they fall due, and its plans are charged within an hour.',
        ])}
        confirm={say(['Reabrir la cuenta', 'Reopen the account'])}
        change={() => ({ method: 'POST', path: `${PATH}/${id}/reopen`, body: {} })}
      />
    )
  return (
    <Ask
      danger
      button={say(['Suspender', 'Suspend'])}
      title={say(['Suspender {name}', 'Suspend {name}'], { name })}
      text={say([
        'Desde ya no recibe pagos nuevos y no se le liquida nada, tampoco a sus afiliados. Puede consultar y devolver como siempre. Lo que alguien pague con una ficha de antes, o a la CLABE de un cliente, se abona y espera. Las transferencias que ya salieron siguen su camino. Se puede reabrir.',
        'From now on it takes no new payments and nothing is paid out to it or its affiliates. It can read and refund as before. What somebody pays with an earlier slip, or to a customer’s CLABE, is booked and waits. Transfers that have left go on. It can be reopened.',
      ])}
      confirm={say(['Suspender la cuenta', 'Suspend the account'])}
      change={(form) => ({
        method: 'POST',
        path: `${PATH}/${id}/suspend`,
        body: { because: textIn(form, 'because') },
      })}
    >
      <Field label={say(['Por qué; lo lee la gente de la cuenta', 'Why; the people of the account read it'])}>
        <input name="because" maxLength={250} required />
      </Field>
    </Ask>
  )
}

/** Before anything else of the account: since when it takes no payments, and why. */
export function Suspension({ account: { suspended } }: { account: AccountInFull }) {
  const { say, language } = useLanguage()
  if (suspended === null) return null
  return (
    <p className="notice bad" role="status">
      {say(['Suspendida desde el {since}: {because}', 'Suspended since {since}: {because}'], {
        since: moment(suspended.since, language),
        because: suspended.because,
      })}
    </p>
  )
}

export function LimitsOf({ account }: { account: AccountInFull }) {
  const { say } = useLanguage()
  const { limits } = account
  const any = say(['Sin límite', 'No limit'])
  return (
    <section className="card">
      <h2>{say(['Lo que puede cobrar', 'What it may take'])}</h2>
      <Facts
        facts={[
          [['De una vez', 'At once'], limits.payment === null ? any : money(limits.payment)],
          [
            ['Al día, hora de la Ciudad de México', 'A day, in Mexico City'],
            limits.day === null ? any : money(limits.day),
          ],
          ...(limits.taken === null ? [] : [[['Hoy lleva', 'Today so far'], money(limits.taken)] as const]),
        ]}
      />
      <Limit account={account} />
    </section>
  )
}

function Limit({ account: { id, name, limits } }: { account: AccountInFull }) {
  const { say } = useLanguage()
  return (
    <Ask
      button={say(['Cambiar límites', 'Change the limits'])}
      title={say(['Lo que puede cobrar {name}', 'What {name} may take'], { name })}
      text={say([
        'Valen desde el siguiente pago; hoy cuenta con lo que ya lleva. Cuentan los pagos pagados y las fichas pendientes; lo declinado, vencido o cancelado deja lugar. Vacío: sin límite.',
        'They apply from the next payment on; the sales of today count. Paid payments and pending slips count; what is declined, expired or cancelled leaves room. Empty: no limit.',
      ])}
      confirm={say(['Guardar', 'Save'])}
      change={(form) => {
        const limit = (field: string) => textIn(form, field) || null
        return { method: 'PUT', path: `${PATH}/${id}/limits`, body: { payment: limit('payment'), day: limit('day') } }
      }}
    >
      <Field label={say(['Por pago, en pesos', 'One payment, in pesos'])}>
        <input name="payment" inputMode="decimal" maxLength={20} defaultValue={limits.payment ?? ''} />
      </Field>
      <Field label={say(['Al día, en pesos', 'A day, in pesos'])}>
        <input name="day" inputMode="decimal" maxLength={20} defaultValue={limits.day ?? ''} />
      </Field>
    </Ask>
  )
}

// What can be done with an operation, and why something cannot.
import type { Operation } from '../../../client/src/types.ts'
import { money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { textIn } from '../parts/text-in.ts'
import { useSession } from '../session.tsx'
import { Capture } from './capture.tsx'
import { GiveBack } from './give-back.tsx'

/** Why nothing can be given back of a payment in a state. */
const NOTHING_BACK: Partial<Record<Operation['status'], Words>> = {
  C: ['Está cancelada: no queda nada por devolver.', 'It is cancelled: nothing is left to give back.'],
  E: [
    'Venció sin pagarse: no hay nada que devolver ni cancelar.',
    'It expired unpaid: there is nothing to give back or cancel.',
  ],
  D: ['Se declinó: no hay nada que devolver.', 'It was declined: there is nothing to give back.'],
}

export function Actions({ operation }: { operation: Operation }) {
  const { say } = useLanguage()
  const { can } = useSession()
  const { transaction, status, payment_method, total, url } = operation
  const amount = money(total.amount)
  const reversal = { method: 'POST', path: `/v1/operations/apply-reversal/${transaction}` } as const
  const why: Words | undefined = can('refund')
    ? status === 'P' && payment_method === 'POS'
      ? [
          'Espera al banco: se podrá devolver cuando se cobre.',
          'It waits for the bank: it can be given back once it is charged.',
        ]
      : NOTHING_BACK[status]
    : status === 'N' || status === 'P' || status === 'A'
      ? ['Tu rol en la cuenta no devuelve ni cancela.', 'Your role does not give back or cancel.']
      : undefined
  return (
    <div className="row acts">
      {can('charge') && status === 'A' && <Capture operation={operation} />}
      {can('refund') && status === 'A' && (
        <Ask
          button={say(['Liberar', 'Release'])}
          danger
          title={say(['¿Liberar esta autorización de {amount}?', 'Release this authorisation of {amount}?'], {
            amount,
          })}
          text={say([
            'El banco deja de apartar el monto y ya no se podrá capturar. No se puede deshacer.',
            'The bank no longer holds the amount, and it can no longer be captured. It cannot be undone.',
          ])}
          confirm={say(['Sí, liberar', 'Yes, release'])}
          change={() => reversal}
        />
      )}
      {can('refund') && <GiveBack operation={operation} />}
      {can('refund') && status === 'P' && payment_method !== 'POS' && (
        <Ask
          button={say(['Cancelar ficha', 'Cancel the voucher'])}
          danger
          title={say(['¿Cancelar esta ficha de {amount}?', 'Cancel this voucher of {amount}?'], { amount })}
          text={say([
            'Ya no se podrá pagar. No se mueve dinero. No se puede deshacer.',
            'It can no longer be paid. No money moves. It cannot be undone.',
          ])}
          confirm={say(['Sí, cancelar la ficha', 'Yes, cancel the voucher'])}
          change={() => reversal}
        />
      )}
      {can('charge') && (
        <Ask
          button={say(['Enviar', 'Send'])}
          title={say(['Enviar a quien paga', 'Send to the payer'])}
          text={say([
            'Recibe el recibo o la ficha. No se mueve dinero.',
            'They get the receipt or the slip. No money moves.',
          ])}
          confirm={say(['Enviar', 'Send'])}
          change={(form) => {
            const text = (name: string) => textIn(form, name) || undefined
            return {
              method: 'POST',
              path: '/v1/operations/send',
              body: { id: transaction, email: text('email'), phone: text('phone') },
            }
          }}
          onDone={() => say(['Va en camino.', 'It is on its way.'])}
        >
          <Field label={say(['Correo', 'E-mail'])}>
            <input name="email" type="email" />
          </Field>
          <Field label={say(['Celular, 10 dígitos', 'Mobile, 10 digits'])}>
            <input name="phone" inputMode="numeric" pattern="[0-9]{10}" />
          </Field>
        </Ask>
      )}
      {url && (
        <a className="button" href={url} target="_blank" rel="noreferrer">
          {status === 'N'
            ? say(['Ver recibo', 'See the receipt'])
            : say(['Ver lo que ve quien paga', 'See what the payer sees'])}
        </a>
      )}
      {why && <p className="quiet">{say(why)}</p>}
    </div>
  )
}

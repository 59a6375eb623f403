// What a person can do about a refund that waits or failed: send it again, or cancel it.
import type { Refund } from '../../../client/src/types.ts'
import { refundStateWords, refundWaitWords } from '../../../src/refunds/code-words.ts'
import { money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { textIn } from '../parts/text-in.ts'
import { useSession } from '../session.tsx'

/** Whether a person with the right can do something about it. */
export function waits({ status, waits_for }: Refund): boolean {
  return status === 'failed' || status === 'returned' || waits_for !== ''
}

export function RefundActs({ refund }: { refund: Refund }) {
  const { say } = useLanguage()
  const { can } = useSession()
  const { id, amount, status, waits_for } = refund
  const failed = status === 'failed' || status === 'returned'
  if (!can('refund') || !waits(refund)) return '—'
  const values = { amount: money(amount.amount) }
  return (
    <>
      {(failed || waits_for === 'details') && (
        <Ask
          plain
          button={say(['Enviar otra vez', 'Send again'])}
          title={say(['¿Enviar otra vez {amount}?', 'Send {amount} again?'], values)}
          text={say([
            'Por el mismo camino, o a la cuenta que escribas. No toma más dinero de tu saldo.',
            'The same way, or to the account that you enter. It takes nothing more from your balance.',
          ])}
          confirm={say(['Enviar otra vez', 'Send again'])}
          change={(form) => {
            const field = (name: string) => textIn(form, name)
            const clabe = field('clabe').replaceAll(' ', '')
            return {
              method: 'POST',
              path: `/v1/refunds/${id}/retry`,
              body: clabe === '' ? {} : { destination: { clabe, name: field('name') } },
            }
          }}
        >
          <Field label={say(['Otra CLABE, si hace falta', 'Another CLABE, if needed'])}>
            <input name="clabe" inputMode="numeric" maxLength={22} />
          </Field>
          <Field label={say(['A nombre de', 'Account holder'])}>
            <input name="name" maxLength={40} />
          </Field>
        </Ask>
      )}
      <Ask
        plain
        button={say(['Cancelar devolución', 'Cancel the refund'])}
        title={say(['¿Cancelar la devolución de {amount}?', 'Cancel the refund of {amount}?'], values)}
        text={say([
          'El dinero vuelve a tu saldo y quien pagó no lo recibe. Después se puede devolver de nuevo.',
          'The money comes back to your balance and the payer does not get it. You can refund it again later.',
        ])}
        confirm={say(['Sí, cancelar la devolución', 'Yes, cancel the refund'])}
        change={() => ({ method: 'POST', path: `/v1/refunds/${id}/cancel` })}
      />
    </>
  )
}

/** Its state, or what it waits for. */
export function RefundState({ refund: { status, waits_for } }: { refund: Refund }) {
  return waits_for === '' ? (
    <State of={status} words={refundStateWords} />
  ) : (
    <State of={waits_for} words={refundWaitWords} />
  )
}

export function RefundDestination({ refund: { method, destination } }: { refund: Refund }) {
  const { say } = useLanguage()
  const { clabe, bank_name, name } = destination
  if (method === 'card') return say(['A la tarjeta', 'To the card'])
  if (clabe === null) return say(['Cuenta por decir', 'Account not said yet'])
  return [`${bank_name} •${clabe}`, name].filter(Boolean).join(' · ')
}

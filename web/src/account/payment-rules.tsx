// The account's rule of charges: whether the external transaction of a charge identifies a payment.
import { useLanguage } from '../language.tsx'
import { Ask } from '../parts/ask.tsx'
import { Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'

const PATH = '/v1/payment-rules'

export function PaymentRules() {
  const { say } = useLanguage()
  const { can } = useSession()
  const read = useRead<{ external_transactions: 'unique' | 'free' }>(PATH)
  return (
    <section className="card">
      <h2>{say(['Reglas de cobro', 'Rules of charges'])}</h2>
      <Read of={read}>
        {({ external_transactions: rule }) => (
          <>
            <p>
              {rule === 'unique'
                ? say([
                    'Un mismo cobro con la misma transacción externa se cobra una sola vez.',
                    'The same charge under the same external transaction is made once.',
                  ])
                : say([
                    'La transacción externa no identifica al cobro: cada solicitud es un cobro nuevo, salvo que repita su Idempotency-Key o su sobre cifrado.',
                    'The external transaction does not identify a charge: each request is a new charge, unless it repeats its Idempotency-Key or its sealed envelope.',
                  ])}
            </p>
            {can('admin') && (
              <Ask
                button={say(['Cambiar la regla de cobro', 'Change the rule of charges'])}
                title={say(['Transacción externa de los cobros', 'External transaction of charges'])}
                text={say([
                  'Vale para los cobros que lleguen desde ahora. Elige la segunda solo si tu programa manda el mismo texto en todos sus cobros: entonces una solicitud repetida puede cobrar dos veces.',
                  'It holds for charges that arrive from now on. Choose the second only if your program sends the same text with every charge: a repeated request may then charge twice.',
                ])}
                confirm={say(['Guardar', 'Save'])}
                change={(form) => ({
                  method: 'PUT',
                  path: PATH,
                  body: { external_transactions: String(form.get('external_transactions')) },
                })}
              >
                <label className="check">
                  <input type="radio" name="external_transactions" value="unique" defaultChecked={rule === 'unique'} />
                  <span>{say(['Identifica al cobro', 'It identifies the charge'])}</span>
                </label>
                <label className="check">
                  <input type="radio" name="external_transactions" value="free" defaultChecked={rule === 'free'} />
                  <span>{say(['No identifica nada', 'It identifies nothing'])}</span>
                </label>
              </Ask>
            )}
          </>
        )}
      </Read>
    </section>
  )
}

// The rule that some actions of the account need two people.
import { money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import type { Calls } from '../wire.ts'

const PATH = '/v1/console/second-person'

export function SecondPersonRule() {
  const { say } = useLanguage()
  const { can } = useSession()
  const read = useRead<Calls['GET /v1/console/second-person']['result']>(PATH)
  return (
    <section className="card">
      <h2>{say(['Entre dos', 'Second person'])}</h2>
      <Read of={read}>
        {({ above, given_today, owners }) => (
          <>
            <p>
              {above === null
                ? say([
                    'Cada persona hace sola lo que su rol permite.',
                    'Each person may do alone what the role allows.',
                  ])
                : say(
                    [
                      'Otra persona aprueba: devolver más de {amount} de un pago o en un día, crear o renovar llaves que mueven dinero, cambiar la cuenta de las liquidaciones, registrar afiliados o cambiar su cuenta, mandar a una CLABE lo que está en suspenso, revocar llaves, cambiar, pausar o borrar webhooks, y cambiar las reglas de pagos, riesgo, devoluciones y afiliados. Las llaves de la API hacen lo suyo como siempre. Hoy has devuelto {given} sin otra persona.',
                      'Another person approves: giving back more than {amount} of a payment or in a day, making or rolling keys that move money, changing the account of payouts, registering affiliates or changing their account, sending what is in suspense to a CLABE, revoking keys, changing, pausing or deleting webhooks, and changing the rules of payments, risk, refunds and affiliates. API keys are not affected. Today you have given back {given} alone.',
                    ],
                    { amount: money(above), given: money(given_today ?? '0') },
                  )}
            </p>
            {can('people') && (
              <Ask
                never={
                  owners > 1
                    ? undefined
                    : say([
                        'Se necesitan dos dueños para tener esta regla: invita a otro en Personas.',
                        'The rule needs two owners: invite another one at People.',
                      ])
                }
                button={say(['Cambiar la regla', 'Change the rule'])}
                title={say(['Lo que se hace entre dos', 'What needs a second person'])}
                text={say([
                  'Se necesitan dos dueños. Hacerla más estricta lo decide uno; aflojarla o quitarla lo aprueba otro. Vacío: sin regla.',
                  'It needs two owners. One decides to make it stricter; another approves to relax or remove it. Empty: no rule.',
                ])}
                confirm={say(['Guardar', 'Save'])}
                change={(form) => ({
                  method: 'PUT',
                  path: PATH,
                  body: { above: textIn(form, 'above') || null },
                })}
              >
                <Field
                  label={say([
                    'Lo más que devuelve una persona sola, en pesos, de un pago o en un día',
                    'Most to give back alone, in pesos, of a payment or in a day',
                  ])}
                >
                  <input name="above" inputMode="decimal" maxLength={20} defaultValue={above ?? ''} />
                </Field>
              </Ask>
            )}
          </>
        )}
      </Read>
    </section>
  )
}

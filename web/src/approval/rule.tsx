// The rule that people of the account do some things in twos.
import { money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'

const PATH = '/v1/console/second-person'

export function SecondPersonRule() {
  const { say } = useLanguage()
  const { can } = useSession()
  const read = useRead<{ above: string | null }>(PATH)
  return (
    <section className="card">
      <h2>{say(['Entre dos', 'In twos'])}</h2>
      <Read of={read}>
        {({ above }) => (
          <>
            <p>
              {above === null
                ? say([
                    'Cada persona hace sola lo que su papel permite.',
                    'Each person does alone what their role allows.',
                  ])
                : say(
                    [
                      'Otra persona aprueba: devolver más de {amount} de un pago, crear o renovar llaves que mueven dinero, y cambiar la cuenta de las liquidaciones. Las llaves de la API hacen lo suyo como siempre.',
                      'Another person approves: giving back more than {amount} of a payment, making or rolling keys that move money, and changing the account of payouts. Keys of the API do theirs as before.',
                    ],
                    { amount: money(above) },
                  )}
            </p>
            {can('people') && (
              <Ask
                button={say(['Cambiar la regla', 'Change the rule'])}
                title={say(['Lo que se hace entre dos', 'What is done in twos'])}
                text={say([
                  'Se necesitan dos dueños. Hacerla más estricta lo decide uno; aflojarla o quitarla lo aprueba otro. Vacío: sin regla.',
                  'It needs two owners. One decides to make it stricter; another approves to loosen it or take it away. Empty: no rule.',
                ])}
                confirm={say(['Guardar', 'Save'])}
                change={(form) => ({
                  method: 'PUT',
                  path: PATH,
                  body: { above: String(form.get('above') ?? '').trim() || null },
                })}
              >
                <Field label={say(['Devolver más de, en pesos', 'Giving back more than, in pesos'])}>
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

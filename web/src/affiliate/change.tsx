// Changes an affiliate's data. Another CLABE needs the code of an e-mail or a second person, and can be withdrawn until it applies.
import type { Affiliate } from '../../../client/src/types.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'

export function ChangeAffiliate({ of }: { of: Affiliate }) {
  const { say } = useLanguage()
  return (
    <Ask<Affiliate>
      button={say(['Cambiar', 'Change'])}
      title={say(['Cambiar a {name}', 'Change {name}'], { name: of.name })}
      text={say([
        'Otra CLABE no vale enseguida: se confirma con el código que llega al correo de la cuenta, o la confirma otra persona, y luego espera; con la regla de entre dos, otra persona lo aprueba en Aprobaciones. Hasta entonces se le paga donde siempre.',
        'Another CLABE does not hold at once: it is confirmed with the code that comes to the account’s e-mail, or by somebody else, and then waits; with the rule of two, another person approves it at Approvals. Until then they are paid where they were.',
      ])}
      confirm={say(['Guardar', 'Save'])}
      change={(form) => {
        const text = (name: string) => String(form.get(name) ?? '').trim()
        const given = { name: text('name'), email: text('email'), clabe: text('clabe').replaceAll(' ', '') }
        // Unchanged fields are not sent: only another CLABE needs a confirmation.
        const body = Object.fromEntries(
          Object.entries(given).filter(([name, value]) => value !== of[name as keyof typeof given]),
        )
        return { method: 'PUT', path: pathOf(of), body }
      }}
      onDone={({ change }) =>
        change
          ? say([
              'Guardado. La CLABE nueva espera que la confirmes con el código del correo.',
              'Saved. The new CLABE waits for you to confirm it with the code of the e-mail.',
            ])
          : say(['Guardado.', 'Saved.'])
      }
    >
      <Field label={say(['Nombre del titular de la cuenta', 'Name of the account’s holder'])}>
        <input name="name" defaultValue={of.name} maxLength={250} required />
      </Field>
      <Field label={say(['Correo', 'E-mail'])}>
        <input name="email" type="email" defaultValue={of.email} maxLength={254} required />
      </Field>
      <Field label={say(['CLABE, 18 dígitos', 'CLABE, 18 digits'])}>
        <input name="clabe" inputMode="numeric" defaultValue={of.clabe} maxLength={22} required />
      </Field>
    </Ask>
  )
}

/** A change of the account that does not apply yet. */
export function WaitingAccount({ of, can }: { of: Affiliate; can: boolean }) {
  const { say, language } = useLanguage()
  const { change } = of
  if (!change) return null
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
              button={say(['Confirmar', 'Confirm'])}
              title={say(['¿Pagarle en {account}?', 'Pay them at {account}?'], { account })}
              text={say([
                'Escribe el código del correo. Si el cambio lo pidió otra persona, déjalo vacío.',
                'Write the code of the e-mail. If somebody else asked for the change, leave it empty.',
              ])}
              confirm={say(['Sí, confirmar', 'Yes, confirm'])}
              change={(form) => {
                const code = String(form.get('code') ?? '').replaceAll(' ', '')
                return { method: 'POST', path: `${pathOf(of)}/account/confirm`, body: code === '' ? {} : { code } }
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
            text={say(['Se le sigue pagando donde siempre.', 'They are paid where they were.'])}
            confirm={say(['Sí, cancelar', 'Yes, cancel it'])}
            change={() => ({ method: 'DELETE', path: `${pathOf(of)}/account/change` })}
          />
        </div>
      )}
    </section>
  )
}

function pathOf({ id }: Affiliate): string {
  return `/v1/affiliates/${encodeURIComponent(id)}`
}

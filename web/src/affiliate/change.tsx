// Changes an affiliate's data. Another CLABE needs the code of an e-mail or a second person.
import type { Affiliate } from '../../../client/src/types.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { textIn } from '../parts/text-in.ts'

export function ChangeAffiliate({ of }: { of: Affiliate }) {
  const { say } = useLanguage()
  return (
    <Ask<Affiliate>
      button={say(['Cambiar', 'Change'])}
      title={say(['Cambiar a {name}', 'Change {name}'], { name: of.name })}
      text={say([
        'Otra CLABE no vale enseguida: se confirma con el código que llega al correo de la cuenta, o la confirma otra persona, y luego espera; con la regla de entre dos, otra persona lo aprueba en Aprobaciones. Hasta entonces se le paga donde siempre.',
        'Another CLABE does not apply at once: it is confirmed with the code that comes to the account’s e-mail, or by another person; then a waiting period begins. With the rule of second persons, another person approves it at Approvals. Until then they are paid where they were.',
      ])}
      confirm={say(['Guardar', 'Save'])}
      change={(form) => {
        const text = (name: string) => textIn(form, name)
        const entered = { name: text('name'), email: text('email'), clabe: text('clabe').replaceAll(' ', '') }
        // Unchanged fields are not sent: a CLABE that is sent needs a confirmation.
        const body = Object.fromEntries(
          Object.entries(entered).filter(([name, value]) => value !== of[name as keyof typeof entered]),
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
      <Field label={say(['Nombre del titular de la cuenta', 'Account holder'])}>
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

export function pathOf({ id }: Affiliate): string {
  return `/v1/affiliates/${encodeURIComponent(id)}`
}

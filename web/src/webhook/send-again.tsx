// Sends a webhook again what was given up for it since a day.
import { useAttention } from '../attention.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'

const DAYS = 7
const DAY_MS = 86_400_000

export function SendAgain({ webhook }: { webhook: string }) {
  const { say } = useLanguage()
  const today = useAttention().data?.date
  const usual = today === undefined ? '' : new Date(Date.parse(today) - DAYS * DAY_MS).toISOString().slice(0, 10)
  return (
    <Ask<{ replayed: number }>
      plain
      button={say(['Reenviar', 'Send again'])}
      title={say(['¿Enviar otra vez lo que no se entregó?', 'Send again what was not delivered?'])}
      text={say([
        'Todo a lo que se renunció para este webhook desde ese día. No se mueve dinero; cada evento conserva su webhook-id.',
        'Everything that was given up for this webhook since that day. No money moves; each event keeps its webhook-id.',
      ])}
      confirm={say(['Enviar', 'Send'])}
      change={(form) => ({
        method: 'POST',
        path: `/v1/webhook/${webhook}/replay`,
        body: { since: String(form.get('since')) },
      })}
      onDone={({ replayed }) =>
        replayed === 0
          ? say(['No había nada por enviar otra vez.', 'There was nothing to send again.'])
          : say(['Se envían otra vez: {replayed}.', 'Sent again: {replayed}.'], { replayed })
      }
    >
      <Field label={say(['Desde', 'Since'])}>
        <input name="since" type="date" required defaultValue={usual} />
      </Field>
    </Ask>
  )
}

// Captures an authorised payment: all of it, or a part, which releases the rest.
import { useState } from 'react'
import type { Operation } from '../../../client/src/types.ts'
import { centavos, moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { typedAmount } from './typed-amount.ts'

export function Capture({ operation }: { operation: Operation }) {
  const { say, language } = useLanguage()
  const { transaction, total, authorized_until: until } = operation
  const [text, setText] = useState(total.amount)
  const typed = typedAmount(text)
  const fits = typed !== undefined && centavos(typed) > 0 && centavos(typed) <= centavos(total.amount)
  return (
    <Ask
      button={say(['Capturar', 'Capture'])}
      title={say(['Capturar lo autorizado', 'Capture what is authorised'])}
      text={say(
        [
          'Se cobra una sola vez. Lo que no captures se libera. Se libera todo si nadie captura antes del {until}.',
          'It is charged once. What you do not capture is released. All of it is released if nobody captures it before {until}.',
        ],
        { until: until === null ? '' : moment(until, language) },
      )}
      confirm={
        fits
          ? say(['Sí, capturar {amount}', 'Yes, capture {amount}'], { amount: money(typed) })
          : say(['Capturar', 'Capture'])
      }
      ready={fits}
      onOpen={() => setText(total.amount)}
      change={() => ({
        method: 'POST',
        path: `/v1/operations/${transaction}/capture`,
        body: { amount: typed ?? total.amount },
      })}
    >
      <Field label={say(['Monto', 'Amount'])}>
        <input
          name="amount"
          inputMode="decimal"
          value={text}
          onChange={(event) => setText(event.target.value)}
          required
        />
      </Field>
    </Ask>
  )
}

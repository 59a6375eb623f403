// Makes a payment link; the page that payers will see is drawn beside the form as one types.
import { type FormEvent, useState } from 'react'
import { Link } from 'wouter'
import type { Checkout } from '../../../client/src/types.ts'
import { useAttention } from '../attention.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { textIn } from '../parts/text-in.ts'
import { useSession } from '../session.tsx'
import { Preview, type Typed } from './preview.tsx'
import { Share } from './share.tsx'

const WAYS = [
  ['card', ['Tarjeta', 'Card'], 'cards'],
  ['store', ['Efectivo en tienda', 'Cash at a store'], 'stores'],
  ['spei', ['Transferencia SPEI', 'SPEI transfer'], 'spei'],
] as const satisfies readonly (readonly [string, Words, string])[]

const DAYS: [days: number, words: Words][] = [
  [1, ['1 día', '1 day']],
  [7, ['7 días', '7 days']],
  [30, ['30 días', '30 days']],
  [180, ['6 meses', '6 months']],
]

const START: Typed = { kind: 'fixed', amount: '', description: '', ways: ['card', 'store', 'spei'] }

export function CreateLink() {
  const { say } = useLanguage()
  const { can } = useSession()
  const [typed, setTyped] = useState(START)
  const today = useAttention().data?.date
  const offered = WAYS.filter(([, , need]) => can(need))
  const follow = (event: FormEvent<HTMLDivElement>) => {
    const form = event.currentTarget.closest('form')
    if (form !== null) setTyped(typedIn(new FormData(form)))
  }
  return (
    <Ask<Checkout>
      button={say(['Crear link', 'Create a link'])}
      title={say(['Crear un link de pago', 'Create a payment link'])}
      confirm={say(['Crear', 'Create'])}
      onOpen={() => setTyped(START)}
      change={(form) => ({ method: 'POST', path: '/v1/checkout', body: bodyOf(form, today) })}
      onDone={(link) => (
        <>
          <Share link={link} />
          <p>
            <Link href={`/links/${link.id}`}>{say(['Ver el link y sus pagos', 'See the link and its payments'])}</Link>
          </p>
        </>
      )}
    >
      <div className="making" onInput={follow}>
        <div className="making-form">
          <Field label={say(['El monto', 'The amount'])}>
            <select name="kind" defaultValue="fixed">
              <option value="fixed">{say(['lo pongo yo', 'is mine to say'])}</option>
              <option value="open">{say(['lo dice quien paga', 'is the payer’s to say'])}</option>
            </select>
          </Field>
          {typed.kind === 'fixed' ? (
            <Field label={say(['Pesos', 'Pesos'])}>
              <input name="amount" inputMode="decimal" maxLength={20} required data-first />
            </Field>
          ) : (
            <div className="row">
              <Field label={say(['Desde (pesos)', 'From (pesos)'])}>
                <input name="minimum" inputMode="decimal" maxLength={20} defaultValue="1" />
              </Field>
              <Field label={say(['Hasta', 'To'])}>
                <input name="maximum" inputMode="decimal" maxLength={20} defaultValue="10000" />
              </Field>
            </div>
          )}
          <Field label={say(['Para qué es; lo ve quien paga', 'What it is for; the payer sees it'])}>
            <input name="description" maxLength={250} />
          </Field>
          <Field label={say(['Tu referencia (opcional)', 'Your reference (optional)'])}>
            <input name="reference" maxLength={100} />
          </Field>
          <div className="row">
            <Field label={say(['Pagos que acepta', 'Payments it takes'])}>
              <input name="uses" type="number" min={1} max={1_000_000} defaultValue={1} required />
            </Field>
            <Field label={say(['Vale', 'It is good for'])}>
              <select name="days" defaultValue={7}>
                {DAYS.map(([days, words]) => (
                  <option key={days} value={days}>
                    {say(words)}
                  </option>
                ))}
              </select>
            </Field>
          </div>
          <fieldset className="link-ways">
            <legend>{say(['Se puede pagar con', 'It can be paid by'])}</legend>
            {offered.map(([way, words]) => (
              <label key={way} className="check">
                <input type="checkbox" name="ways" value={way} defaultChecked />
                {say(words)}
              </label>
            ))}
          </fieldset>
        </div>
        <Preview typed={{ ...typed, ways: typed.ways.filter((way) => offered.some(([one]) => one === way)) }} />
      </div>
    </Ask>
  )
}

function typedIn(form: FormData): Typed {
  const text = (name: string) => textIn(form, name)
  return {
    kind: text('kind') === 'open' ? 'open' : 'fixed',
    amount: text('amount'),
    description: text('description'),
    ways: form.getAll('ways').map(String),
  }
}

/** `today`: the service’s day, from which its last day is counted; undefined: the service’s own time. */
function bodyOf(form: FormData, today: string | undefined) {
  const text = (name: string) => textIn(form, name)
  const { kind, amount, description, ways } = typedIn(form)
  return {
    ...(kind === 'open' ? { open_amount: { minimum: text('minimum'), maximum: text('maximum') } } : { amount }),
    description,
    reference: text('reference'),
    uses: Number(text('uses') || 1),
    ...(today !== undefined && { expires_at: dayAfter(today, Number(text('days') || 7)) }),
    ways,
  }
}

/** Sample: three days after `2026-12-30` is `2027-01-02`. */
function dayAfter(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

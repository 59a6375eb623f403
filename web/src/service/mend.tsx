// What mends an item that waits, beside it: a button for each way, or what happens without a person.
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { buttonOf, kindWords } from '../../../src/console/mending/item-words.ts'
import { money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { useRead } from '../read.ts'
import type { Calls, Mending, OpenItem } from '../wire.ts'
import { effectOf, type Outcome, outcomes, waiting } from './item-effects.ts'

const PATH = '/v1/console/open'

export function Mend({ item }: { item: OpenItem }) {
  const { say } = useLanguage()
  const { acts, waits, asked } = item
  return (
    <>
      {asked && <Link href="/approvals">{say(['Por aprobar', 'To be approved'])}</Link>}
      {acts.map((act) => (
        <Way key={act} item={item} act={act} />
      ))}
      {waits !== null && <div className="quiet">{say(waiting[waits] ?? [waits, waits])}</div>}
    </>
  )
}

function Way({ item, act }: { item: OpenItem; act: Mending['act'] }) {
  const { say } = useLanguage()
  const [outcome, setOutcome] = useState<Outcome>()
  const { id, what, amount, because, because_es, two, to, left } = item
  const values = {
    amount: money(amount),
    demanded: money(amount),
    left: money(left ?? '0'),
    clabe: to?.clabe ?? '',
    name: to?.name || '—',
  }
  const effect = effectOf({ act, what, to }, { outcome, left })
  const button = say(buttonOf(act, what))
  const path = `${PATH}/${id}/${act}`
  return (
    <Ask
      plain
      // Asked for, it has no button; the dialog that says so stays until it is closed.
      never={item.asked ? '' : undefined}
      button={button}
      title={`${button}: ${say(kindWords[what])}`}
      text={
        <>
          {what === 'line' && <p>{say([because_es, because])}</p>}
          {effect && <p>{say(effect, values)}</p>}
          {two && (
            <p>
              {say([
                'Lo aprueba otro operador de esta cuenta; la bitácora guarda ambos nombres.',
                'Another operator of this account approves it; the trail keeps both names.',
              ])}
            </p>
          )}
        </>
      }
      confirm={two ? say(['Pedir aprobación', 'Ask for approval']) : `${say(['Sí', 'Yes'])}, ${button.toLowerCase()}`}
      change={(form) => ({
        method: 'POST',
        path: two ? path.replace('/v1/', '/v1/console/ask/') : path,
        body: bodyOf(act, form),
        headers: two ? { 'cobro-asked-method': 'POST' } : undefined,
      })}
      onOpen={() => setOutcome(undefined)}
      {...(two && { onDone: () => <Asked /> })}
    >
      <Fields item={item} act={act} onOutcome={setOutcome} />
    </Ask>
  )
}

function bodyOf(act: Mending['act'], form: FormData) {
  const text = (name: string) => textIn(form, name) || undefined
  return act === 'close' || act === 'open'
    ? { because: text('because'), outcome: text('outcome') }
    : { clabe: text('clabe'), beneficiary: text('beneficiary') }
}

function Asked(): ReactNode {
  const { say } = useLanguage()
  return say([
    'Pedido. Los demás operadores lo ven en Aprobaciones y les llega un correo; vale tres días.',
    'Requested. The other operators see it at Approvals and get an e-mail; it stays open for three days.',
  ])
}

function Fields({
  item: { id, what, to, says_outcome },
  act,
  onOutcome,
}: {
  item: OpenItem
  act: Mending['act']
  onOutcome: (outcome: Outcome) => void
}) {
  const { say } = useLanguage()
  if (act !== 'close' && act !== 'open') {
    const isRetry = what === 'return-failed'
    if (!isRetry && (what !== 'payment-of-nobody' || to !== null)) return null
    return (
      <>
        <Field
          label={
            isRetry
              ? say(['A otra CLABE, si la misma no sirve', 'To another CLABE, if the same does not work'])
              : say(['CLABE, 18 dígitos', 'CLABE, 18 digits'])
          }
        >
          <input name="clabe" inputMode="numeric" maxLength={22} required={!isRetry} />
        </Field>
        <Field label={say(['A nombre de', 'Account holder'])}>
          <input name="beneficiary" maxLength={40} required={!isRetry} />
        </Field>
      </>
    )
  }
  const choices = outcomes[what]
  return (
    <>
      {(what === 'report' || what === 'dispute-report') && <Report id={id} />}
      {says_outcome && choices && (
        <Field label={say(['Qué hizo la red', 'What the network did'])}>
          <select name="outcome" required defaultValue="" onChange={({ target }) => onOutcome(target.value as Outcome)}>
            <option value="" disabled>
              {say(['Elige', 'Choose'])}
            </option>
            <option value="done">{say(choices.done)}</option>
            <option value="not-done">{say(choices['not-done'])}</option>
          </select>
        </Field>
      )}
      <Field
        label={
          act === 'open'
            ? say(['Por qué se abre', 'Why it is opened'])
            : say(['Cómo se resolvió, o cómo lo sabes', 'How it was settled, or how you know'])
        }
      >
        <input name="because" maxLength={500} required />
      </Field>
    </>
  )
}

/** What the network sent, without card numbers. */
function Report({ id }: { id: string }) {
  const { say } = useLanguage()
  const read = useRead<Calls['GET /v1/console/open/{id}']['result']>(`${PATH}/${id}`)
  return (
    <details>
      <summary>{say(['Lo que mandó la red', 'What the network sent'])}</summary>
      <Read of={read}>{({ body }) => <pre>{body}</pre>}</Read>
    </details>
  )
}

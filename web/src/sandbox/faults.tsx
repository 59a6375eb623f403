// Issues a voucher with a network fault: reported late, twice, from another bank or with another amount.
import { Link } from 'wouter'
import type { Operation, ReceivedPayment } from '../../../client/src/types.ts'
import { at } from '../base.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { textIn } from '../parts/text-in.ts'
import { rails } from '../parts/words.tsx'
import { useSession } from '../session.tsx'

/** The faults, as the header names them. */
const faults: [name: string, words: Words][] = [
  ['late_hours=8', ['La red lo reporta 8 horas después', 'The network reports it 8 hours later']],
  ['twice', ['La red lo reporta dos veces', 'The network reports it twice']],
  [
    'other_bank',
    ['El mismo número, otra vez, de otro banco o cadena', 'The same number again, from another bank or chain'],
  ],
  ['other_amount', ['El mismo número, otra vez, con otro monto', 'The same number again, with another amount']],
]

/** Where a voucher is issued. */
const ISSUE: Record<ReceivedPayment['rail'], string> = {
  spei: '/v1/payment/spei',
  store: '/v1/payment/convenience-store',
}

const HEADER = 'Sandbox-Network-Faults'

export function Faults() {
  const { say } = useLanguage()
  const { can, session } = useSession()
  const issued = (Object.keys(ISSUE) as ReceivedPayment['rail'][]).filter((rail) =>
    can(rail === 'store' ? 'stores' : rail),
  )
  if (!can('charge') || issued.length === 0) return null
  return (
    <section className="card">
      <div className="head">
        <h2>{say(['Redes que fallan', 'Networks that fail'])}</h2>
        <Ask<Operation>
          never={
            session.account.suspended === null
              ? undefined
              : say(['La cuenta suspendida no emite fichas.', 'The suspended account issues no vouchers.'])
          }
          button={say(['Emitir ficha con fallas', 'Issue a voucher with faults'])}
          title={say(['Una ficha que la red reporta mal', 'A voucher that the network reports wrongly'])}
          text={say([
            'Se emite y se paga sola por su monto; la red lo cuenta como elijas.',
            'It is issued, then paid with its exact amount; the network reports the payment as you choose.',
          ])}
          confirm={say(['Emitir', 'Issue it'])}
          change={(form) => ({
            method: 'POST',
            path: ISSUE[form.get('rail') as ReceivedPayment['rail']],
            body: {
              total: textIn(form, 'total'),
              payment: { reference: { description: say(['Prueba de fallas', 'Trial of faults']) } },
            },
            headers: form.getAll('fault').length > 0 ? { [HEADER]: form.getAll('fault').join(', ') } : undefined,
          })}
          onDone={({ transaction }) => (
            <p>
              {say(['Emitida:', 'Issued:'])} <Link href={`/operations/${transaction}`}>{transaction}</Link>
            </p>
          )}
        >
          <Field label={say(['Forma de pago', 'Way of paying'])}>
            <select name="rail" defaultValue={issued[0]}>
              {issued.map((rail) => (
                <option key={rail} value={rail}>
                  {say(rails[rail])}
                </option>
              ))}
            </select>
          </Field>
          <Field label={say(['Monto, en pesos', 'Amount, in pesos'])}>
            <input name="total" inputMode="decimal" defaultValue="150.00" maxLength={20} required />
          </Field>
          <fieldset>
            <legend>{say(['Qué hace mal la red', 'What the network does wrong'])}</legend>
            {faults.map(([name, words], at) => (
              <label key={name} className="check">
                <input type="checkbox" name="fault" value={name} defaultChecked={at === 1} /> {say(words)}
              </label>
            ))}
          </fieldset>
        </Ask>
      </div>
      <p className="quiet">
        {say(
          [
            'Cualquier llamada de prueba puede pedirlas con el encabezado {header}; también para tarjetas y transferencias.',
            'Any call in the sandbox can request faults with the header {header}, also for cards and transfers.',
          ],
          { header: HEADER },
        )}{' '}
        <a href={at('/docs/pages/docs/guides/testing.md')}>{say(['Guía de pruebas', 'Guide to testing'])}</a>
      </p>
    </section>
  )
}

// One operation: its facts, its life, and its actions, each confirmed once after its effect on the money is shown.
import { Link } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { centavos, moment, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import { Read } from '../parts/states.tsx'
import { Life, type Moment } from '../parts/timeline.tsx'
import { rails } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import { GiveBack } from './give-back.tsx'
import { WentBack } from './went-back.tsx'

export function OperationOne({ id }: { id: string }) {
  const { say } = useLanguage()
  const read = useRead<Operation>(`/v1/operations/${encodeURIComponent(id)}`, 5_000)
  const life = useRead<{ moments: Moment[] }>(`/v1/console/operations/${encodeURIComponent(id)}/timeline`, 5_000)
  return (
    <>
      <p>
        <Link href="/operations">{say(['← Operaciones', '← Operations'])}</Link>
      </p>
      <Read of={read}>
        {(operation) => (
          <>
            <div className="head">
              <h1>
                {money(operation.total.amount)} <State of={operation.status} />
              </h1>
              <Actions operation={operation} />
            </div>
            <About operation={operation} />
            {operation.status === 'N' && <WentBack transaction={operation.transaction} />}
            <section className="card">
              <h2>{say(['Su historia', 'Its story'])}</h2>
              <Read of={life}>{({ moments }) => <Life moments={moments} />}</Read>
            </section>
          </>
        )}
      </Read>
    </>
  )
}

/** What the network calls a payment, as its receipt says. */
const NUMBERS: Record<Operation['payment_method'], Words> = {
  POS: ['Autorización', 'Authorisation'],
  OXX: ['Folio de la tienda', 'Number of the store'],
  SPE: ['Clave de rastreo', 'Tracking key'],
}

/** What the payer pays with, as the slip says. */
const PAID_WITH: Record<'barcode' | 'clabe', Words> = {
  barcode: ['Referencia para la caja', 'Reference for the till'],
  clabe: ['CLABE para pagar', 'CLABE to pay into'],
}

function About({ operation }: { operation: Operation }) {
  const { say, language } = useLanguage()
  const { payment_method, card, reference, commission, hasDevolution, status, refunded, disputed } = operation
  const { instructions } = operation
  const facts: Fact[] = [
    [['Identificador', 'Identifier'], operation.transaction],
    [['Forma de pago', 'Way of paying'], say(rails[payment_method])],
    [['Creada', 'Created'], moment(operation.timestamp, language, true)],
    [['Pagada', 'Paid'], operation.paid_at ? moment(operation.paid_at, language, true) : '—'],
    [['Referencia', 'Reference'], reference.number || '—'],
    [['Descripción', 'Description'], reference.description || '—'],
    ...(payment_method === 'POS'
      ? ([[['Tarjeta', 'Card'], `${card.type} •${card.number} ${card.holder_name}`]] as Fact[])
      : []),
    ...(instructions ? ([[PAID_WITH[instructions.kind], instructions.number]] as Fact[]) : []),
    ...(instructions?.bank ? ([[['Banco de la CLABE', 'Bank of the CLABE'], instructions.bank]] as Fact[]) : []),
    [NUMBERS[payment_method], operation.authorization_code || '—'],
    [['Comisiones con IVA', 'Fees with IVA'], money(commission.amount)],
    [
      ['Devuelto', 'Given back'],
      status === 'C' && hasDevolution ? money(operation.total.amount) : money(refunded.amount),
    ],
    ...(centavos(disputed.amount) === 0 ? [] : ([[['En aclaración', 'Disputed'], money(disputed.amount)]] as Fact[])),
  ]
  return (
    <section className="card">
      <Facts facts={facts} />
    </section>
  )
}

function Actions({ operation }: { operation: Operation }) {
  const { say } = useLanguage()
  const { can } = useSession()
  const { transaction, status, payment_method, total, url } = operation
  const amount = money(total.amount)
  const reversal = { method: 'POST', path: `/v1/operations/apply-reversal/${transaction}` } as const
  return (
    <div className="row">
      {url && (
        <a className="button" href={url} target="_blank" rel="noreferrer">
          {status === 'N'
            ? say(['Ver recibo', 'See the receipt'])
            : say(['Ver lo que ve quien paga', 'See what the payer sees'])}
        </a>
      )}
      {can('charge') && (
        <Ask
          button={say(['Enviar', 'Send'])}
          title={say(['Enviar a quien paga', 'Send to the payer'])}
          text={say([
            'Recibe el recibo o la ficha. No se mueve dinero.',
            'They get the receipt or the slip. No money moves.',
          ])}
          confirm={say(['Enviar', 'Send'])}
          change={(form) => {
            const text = (name: string) => String(form.get(name) ?? '').trim() || undefined
            return {
              method: 'POST',
              path: '/v1/operations/send',
              body: { id: transaction, email: text('email'), phone: text('phone') },
            }
          }}
          onDone={() => say(['Va en camino.', 'It is on its way.'])}
        >
          <Field label={say(['Correo', 'E-mail'])}>
            <input name="email" type="email" />
          </Field>
          <Field label={say(['Celular, 10 dígitos', 'Mobile, 10 digits'])}>
            <input name="phone" inputMode="numeric" pattern="[0-9]{10}" />
          </Field>
        </Ask>
      )}
      {can('refund') && status === 'P' && payment_method !== 'POS' && (
        <Ask
          button={say(['Cancelar ficha', 'Cancel the voucher'])}
          danger
          title={say(['¿Cancelar esta ficha de {amount}?', 'Cancel this voucher of {amount}?'], { amount })}
          text={say([
            'Ya no se podrá pagar. No se mueve dinero. No se puede deshacer.',
            'It can no longer be paid. No money moves. It cannot be undone.',
          ])}
          confirm={say(['Sí, cancelar la ficha', 'Yes, cancel the voucher'])}
          change={() => reversal}
        />
      )}
      {can('refund') && <GiveBack operation={operation} />}
    </div>
  )
}

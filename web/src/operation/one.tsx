// One operation: what came in and what is left of it, who paid, its story, and its actions, each confirmed once after its effect on the money is shown.
import { Link } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { centavos, day, moment, money, pesos } from '../format.ts'
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

/** What the service knows besides the record. */
interface Known {
  customer: { id: string; name: string; email: string } | null
  payer: { name: string; clabe: string } | null
  bank: string
  declined: { code: string; text: { es: string; en: string } } | null
  external_transaction: string
  operator: string
  net: string
  affiliate: { user: string; amount: string } | null
  payout: { date: string; status: string; amount: string } | null
}

export function OperationOne({ id }: { id: string }) {
  const { say } = useLanguage()
  const path = `/v1/console/operations/${encodeURIComponent(id)}`
  const read = useRead<Operation>(`/v1/operations/${encodeURIComponent(id)}`, 5_000)
  const known = useRead<Known>(`${path}/about`, 15_000).data
  const life = useRead<{ moments: Moment[] }>(`${path}/timeline`, 5_000)
  return (
    <>
      <p>
        <Link href="/operations">{say(['← Operaciones', '← Operations'])}</Link>
      </p>
      <Read of={read}>
        {(operation) => (
          <>
            <Head operation={operation} known={known} />
            <Actions operation={operation} />
            <div className="beside">
              <div className="stack aside">
                <Money operation={operation} known={known} />
                <Payer operation={operation} known={known} />
              </div>
              <div className="stack">
                {operation.status === 'N' && <WentBack transaction={operation.transaction} />}
                <section className="card">
                  <h2>{say(['Su historia', 'Its story'])}</h2>
                  <Read of={life}>{({ moments }) => <Life moments={moments} />}</Read>
                </section>
                <About operation={operation} known={known} />
              </div>
            </div>
          </>
        )}
      </Read>
    </>
  )
}

function Head({ operation, known }: { operation: Operation; known: Known | undefined }) {
  const { say, language } = useLanguage()
  const { total, status, payment_method, card, reference, paid_at, timestamp } = operation
  const way = `${say(rails[payment_method])}${card.number ? ` •${card.number}` : ''}`
  const when = paid_at
    ? say(['pagada el {at}', 'paid on {at}'], { at: moment(paid_at, language) })
    : say(['creada el {at}', 'created on {at}'], { at: moment(timestamp, language) })
  return (
    <hgroup className="of-one">
      <h1 className="hero">
        {money(total.amount)} <State of={status} />
      </h1>
      <p className="quiet">{[way, reference.description, when].filter(Boolean).join(' · ')}</p>
      {known?.declined && (
        <p className="notice bad">
          {known.declined.text[language]}
          {known.bank !== '' && ` · ${known.bank}`}
        </p>
      )}
    </hgroup>
  )
}

interface Line {
  name: string
  words: Words
  centavos: number
  sum?: boolean
}

/** From what the payer paid to what is left for the account. */
function linesOf({ total, commission, refunded, disputed, status, hasDevolution }: Operation, known: Known): Line[] {
  const gross = centavos(total.amount)
  const share = centavos(known.affiliate?.amount ?? '0.00')
  // A fee that was given back with a reversal is not taken off; nothing is left of the payment.
  const isReversed = status === 'C'
  const wentBack = isReversed ? (hasDevolution ? gross : 0) : centavos(refunded.amount)
  const lines: Line[] = [
    { name: 'gross', words: ['Bruto', 'Gross'], centavos: gross },
    { name: 'fee', words: ['Comisión con IVA', 'Fee with IVA'], centavos: share - centavos(commission.amount) },
    { name: 'affiliate', words: ['Del afiliado', 'Of the affiliate'], centavos: -share },
    { name: 'net', words: ['Neto', 'Net'], centavos: centavos(known.net), sum: true },
    { name: 'refunded', words: ['Devuelto', 'Given back'], centavos: -wentBack },
    { name: 'disputed', words: ['En aclaración', 'Disputed'], centavos: -centavos(disputed.amount) },
  ]
  const always = ['gross', 'fee', 'net']
  return lines.filter(({ name, centavos: amount }) => always.includes(name) || amount !== 0)
}

/** What is said of a payment whose money never came. */
const NO_MONEY: Partial<Record<Operation['status'], Words>> = {
  P: ['Todavía no se paga: así quedaría.', 'Not paid yet: this is how it would be.'],
  E: ['Venció sin pagarse: no entró dinero.', 'It expired unpaid: no money came in.'],
  D: ['No se cobró: no entró dinero.', 'It was not charged: no money came in.'],
}

function Money({ operation, known }: { operation: Operation; known: Known | undefined }) {
  const { say, language } = useLanguage()
  if (known === undefined) return null
  const { status } = operation
  const isNone = status === 'E' || status === 'D'
  const { payout } = known
  return (
    <section className="card" aria-labelledby="money">
      <h2 id="money">{say(['El dinero', 'The money'])}</h2>
      {NO_MONEY[status] && <p className="quiet">{say(NO_MONEY[status])}</p>}
      {!isNone && (
        <dl className="lines">
          {linesOf(operation, known).map(({ name, words, centavos: amount, sum }) => (
            <div key={name} className={sum ? 'sum' : undefined}>
              <dt>{say(words)}</dt>
              <dd data-figure={name}>{pesos(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
      {status === 'N' && (
        <p className="quiet">
          {payout === null ? (
            say(['Va en una liquidación que todavía no sale.', 'It goes into a payout that is not sent yet.'])
          ) : (
            <>
              {say(['En la liquidación del', 'In the payout of'])}{' '}
              <Link href={`/payouts/${payout.date}`}>{day(payout.date, language, 'dated')}</Link>{' '}
              <State of={payout.status} />
            </>
          )}
        </p>
      )}
    </section>
  )
}

function Payer({ operation, known }: { operation: Operation; known: Known | undefined }) {
  const { say } = useLanguage()
  const { card, payment_method } = operation
  const facts: (Fact | false)[] = [
    known?.customer != null && [
      ['Cliente', 'Customer'],
      <span key="customer">
        <Link href={`/customers/${known.customer.id}`}>{known.customer.name}</Link>
        <br />
        <span className="quiet">{known.customer.email}</span>
      </span>,
    ],
    payment_method === 'POS' && [['Tarjeta', 'Card'], `${card.type} •${card.number}`],
    card.holder_name !== '' && [['A nombre de', 'Cardholder'], card.holder_name],
    known !== undefined && known.bank !== '' && [['Banco', 'Bank'], known.bank],
    known?.payer != null && known.payer.name !== '' && [['Quien pagó', 'Payer'], known.payer.name],
    known?.payer != null &&
      known.payer.clabe !== '' && [['Desde la cuenta', 'From the account'], `•${known.payer.clabe}`],
    known?.affiliate != null && [['Afiliado', 'Affiliate'], known.affiliate.user],
  ]
  const shown = facts.filter((one) => one !== false)
  if (shown.length === 0) return null
  return (
    <section className="card" aria-labelledby="payer">
      <h2 id="payer">{say(['Quién pagó', 'Who paid'])}</h2>
      <Facts facts={shown} />
    </section>
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

function About({ operation, known }: { operation: Operation; known: Known | undefined }) {
  const { say, language } = useLanguage()
  const { payment_method, reference, instructions, authorization_code: authorization } = operation
  const id = (text: string) => <span className="id">{text}</span>
  const facts: Fact[] = [
    [['Referencia', 'Reference'], reference.number ? id(reference.number) : '—'],
    [['Descripción', 'Description'], reference.description || '—'],
    ...(instructions ? ([[PAID_WITH[instructions.kind], id(instructions.number)]] as Fact[]) : []),
    ...(instructions?.bank ? ([[['Banco de la CLABE', 'Bank of the CLABE'], instructions.bank]] as Fact[]) : []),
    [NUMBERS[payment_method], authorization ? id(authorization) : '—'],
    ...(known?.external_transaction
      ? ([[['Tu transacción', 'Your transaction'], id(known.external_transaction)]] as Fact[])
      : []),
    [['Creada', 'Created'], moment(operation.timestamp, language, true)],
    [['Pagada', 'Paid'], operation.paid_at ? moment(operation.paid_at, language, true) : '—'],
    ...(known ? ([[['Operador', 'Operator'], known.operator]] as Fact[]) : []),
    [['Identificador', 'Identifier'], id(operation.transaction)],
  ]
  return (
    <section className="card" aria-labelledby="about">
      <h2 id="about">{say(['Datos', 'Details'])}</h2>
      <Facts facts={facts} />
    </section>
  )
}

/** Why nothing can be given back of a payment in a state. */
const NOTHING_BACK: Partial<Record<Operation['status'], Words>> = {
  C: ['Está cancelada: no queda nada por devolver.', 'It is cancelled: nothing is left to give back.'],
  E: [
    'Venció sin pagarse: no hay nada que devolver ni cancelar.',
    'It expired unpaid: there is nothing to give back or cancel.',
  ],
  D: ['Se declinó: no hay nada que devolver.', 'It was declined: there is nothing to give back.'],
}

function Actions({ operation }: { operation: Operation }) {
  const { say } = useLanguage()
  const { can } = useSession()
  const { transaction, status, payment_method, total, url } = operation
  const amount = money(total.amount)
  const reversal = { method: 'POST', path: `/v1/operations/apply-reversal/${transaction}` } as const
  const why: Words | undefined = can('refund')
    ? status === 'P' && payment_method === 'POS'
      ? [
          'Espera al banco: se podrá devolver cuando se cobre.',
          'It waits for the bank: it can be given back once it is charged.',
        ]
      : NOTHING_BACK[status]
    : status === 'N' || status === 'P'
      ? ['Tu papel en la cuenta no devuelve ni cancela.', 'Your role does not give back or cancel.']
      : undefined
  return (
    <div className="row acts">
      {can('refund') && <GiveBack operation={operation} />}
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
      {url && (
        <a className="button" href={url} target="_blank" rel="noreferrer">
          {status === 'N'
            ? say(['Ver recibo', 'See the receipt'])
            : say(['Ver lo que ve quien paga', 'See what the payer sees'])}
        </a>
      )}
      {why && <p className="quiet">{say(why)}</p>}
    </div>
  )
}

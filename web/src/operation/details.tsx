// Who paid an operation, and its numbers and times.
import { Link } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { shopReference } from '../../../src/core/shop-reference.ts'
import { moment, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { brandOf } from '../parts/brand.ts'
import { Copied } from '../parts/copy.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import type { OperationAbout } from '../wire.ts'

export function Payer({ operation, known }: { operation: Operation; known: OperationAbout | undefined }) {
  const { say } = useLanguage()
  const { card, payment_method, paid_at } = operation
  const facts: (Fact | false)[] = [
    known?.customer != null && [
      ['Cliente', 'Customer'],
      <span key="customer">
        <Link href={`/customers/${known.customer.id}`}>{known.customer.name}</Link>
        <br />
        <span className="quiet">{known.customer.email}</span>
      </span>,
    ],
    payment_method === 'POS' && [['Tarjeta', 'Card'], `${brandOf(card.type)} •${card.number}`],
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
      <h2 id="payer">{say(paid_at === null ? ['Quién paga', 'Who pays'] : ['Quién pagó', 'Who paid'])}</h2>
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

/** Why an acquirer did not get a payment. */
const PASSED: Record<string, Words> = {
  'cannot-capture': ['no cobra después', 'cannot capture later'],
  'circuit-open': ['no responde', 'does not answer'],
  'not-prepared': ['no pudo prepararlo', 'could not prepare it'],
  'not-processed': ['no lo procesó', 'did not process it'],
}

/** Sample: `south: by rule 2; before it north: did not process it`. */
function chosenWords(
  { name, because, passed }: NonNullable<OperationAbout['acquirer']>,
  say: (words: Words) => string,
): string {
  const [, rule] = because.split(' ')
  const why = say(rule === undefined ? ['por orden', 'by order'] : [`por la regla ${rule}`, `by rule ${rule}`])
  const before = passed.map((one) => `${one.name}: ${say(PASSED[one.why] ?? [one.why, one.why])}`)
  return [`${name}: ${why}`, ...before.map((one) => `${say(['antes', 'before it'])} ${one}`)].join('; ')
}

export function About({ operation, known }: { operation: Operation; known: OperationAbout | undefined }) {
  const { say, language } = useLanguage()
  const { payment_method, reference, instructions, authorization_code: authorization } = operation
  const { authorized, authorized_until: until } = operation
  const id = (text: string) => <Copied key={text} text={text} />
  const facts: Fact[] = [
    [
      shopReference(reference.number) || !reference.number
        ? ['Referencia', 'Reference']
        : ['Suscripción', 'Subscription'],
      reference.number ? id(reference.number) : '—',
    ],
    [['Descripción', 'Description'], reference.description || '—'],
    ...(instructions ? ([[PAID_WITH[instructions.kind], id(instructions.number)]] as Fact[]) : []),
    ...(instructions?.bank ? ([[['Banco de la CLABE', 'Bank of the CLABE'], instructions.bank]] as Fact[]) : []),
    [NUMBERS[payment_method], authorization ? id(authorization) : '—'],
    ...(known?.acquirer ? ([[['Adquirente', 'Acquirer'], chosenWords(known.acquirer, say)]] as Fact[]) : []),
    ...(known?.external_transaction
      ? ([[['Tu transacción', 'Your transaction'], id(known.external_transaction)]] as Fact[])
      : []),
    [['Creada', 'Created'], moment(operation.timestamp, language, true)],
    ...(authorized ? ([[['Autorizado', 'Authorised'], money(authorized.amount)]] as Fact[]) : []),
    ...(until ? ([[['Se aparta hasta', 'Held until'], moment(until, language, true)]] as Fact[]) : []),
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

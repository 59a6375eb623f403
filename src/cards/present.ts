// The wire form of a card payment: the list envelope with one record, and the fields that older clients read.
import Type, { type Static } from 'typebox'
import { errorBody } from '../api/answer.ts'
import { Brand } from '../api/description/answer-members.ts'
import { choice } from '../api/fields.ts'
import type { Language } from '../core/language/bilingual.ts'
import { amountNumber, formatAmount } from '../core/money.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { CardOperationRecord, maskedCard, presentOperation } from '../operations/present.ts'
import type { CardOperation } from '../store/operation.ts'
import { refusalOf } from './outcome.ts'

const Commissions = Type.Object(
  { amount: Type.Number({ description: 'Mexican pesos' }), currency: choice(['MXN'], { description: 'Always MXN' }) },
  { title: 'CardCommissions' },
)

export const CardPayment = Type.Object(
  {
    total: Type.Integer({ description: 'How many operations there are: 1', examples: [1] }),
    sales: Type.String({ description: 'The amount of a paid payment; otherwise 0.00', examples: ['100.00'] }),
    transferences: Type.String({ description: 'What was paid out to the merchant: always 0.00 here' }),
    commissions: Commissions,
    operations: Type.Array(CardOperationRecord, { description: 'The one record of this payment, as in a list' }),
    token: Type.String({ description: 'The operation’s identifier' }),
    status: Type.Boolean({
      description:
        'true for a paid payment, and for an authorised one that is captured later (record status A); false while the bank or the payer is awaited (record status P)',
    }),
    method: choice(['CARD'], { description: 'Always CARD' }),
    autorization_code: Type.String({ description: 'Spelled as clients read it' }),
    card: Type.String({ description: 'First six and last four digits', examples: ['424242XXXXXX4242'] }),
    card_type: Brand,
    transaction: Type.String({
      description: 'The external transaction of the charge, else the operation’s identifier',
    }),
    recipe: CardOperationRecord,
    payer_url: Type.Union([Type.String(), Type.Null()], {
      description:
        'Send the payer there: the bank wants the payer to authenticate (3-D Secure) before the card is charged; otherwise null',
    }),
  },
  { title: 'CardPayment' },
)

export type CardPayment = Static<typeof CardPayment>

export function presentCardPayment(links: PageLinks, operation: CardOperation): CardPayment {
  const record = presentOperation(links, operation)
  const paid = operation.status === 'paid'
  const approved = paid || operation.status === 'authorized'
  const commission = operation.fee_centavos + operation.iva_centavos + operation.affiliate_centavos
  return {
    total: 1,
    sales: formatAmount(paid ? operation.total_centavos : 0),
    transferences: formatAmount(0),
    commissions: { amount: amountNumber(paid ? commission : 0), currency: 'MXN' },
    operations: [record],
    token: operation.id,
    status: approved,
    method: 'CARD',
    autorization_code: operation.authorization_code,
    card: maskedCard(operation),
    card_type: operation.card_brand,
    transaction: operation.external_transaction ?? operation.id,
    recipe: record,
    payer_url: record.payer_url,
  }
}

/** The whole answer to the request that made the payment: its result, or the refusal of a declined payment. */
export function answerOf(
  links: PageLinks,
  operation: CardOperation,
  request: { language: Language; requestId: string },
): { status: number; body: unknown } {
  const refusal = refusalOf(operation)
  if (refusal === undefined)
    return { status: 200, body: { success: true, result: presentCardPayment(links, operation) } }
  return { status: refusal.status, body: errorBody(refusal, request.language, request.requestId) }
}

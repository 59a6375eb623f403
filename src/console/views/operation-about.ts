// Who paid an operation and where its money went: its customer, the payer as the network says, the card's bank, why it was declined, and its payout.
import Type, { type Static } from 'typebox'
import { orNull } from '../../api/fields.ts'
import { refusalOf } from '../../cards/outcome.ts'
import { keptList } from '../../core/kept-json.ts'
import { formatAmount } from '../../core/money.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { laterPayer, payerClabe } from '../../operations/payer.ts'
import { payoutDayOf } from '../../payouts/next.ts'
import { payoutOf, stands } from '../../payouts/paid-by.ts'
import { rowOf } from '../../store/rows.ts'
import { unindexed } from '../../store/unindexed.ts'
import type { ConsoleNeeds } from '../needs.ts'
import { InBothLanguages, reasonText } from './declines.ts'

export const OperationAbout = Type.Object(
  {
    customer: orNull(Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() })),
    payer: orNull(
      Type.Object(
        { name: Type.String(), clabe: Type.String() },
        { description: 'Of a transfer or a payment at a till, as its network says; empty texts are not known' },
      ),
    ),
    suspended: Type.Array(Type.Object({ amount: Type.String(), reason: Type.String(), paid_at: Type.String() }), {
      description: 'What was received for it and waits for a decision: it does not pay the operation as it is',
    }),
    bank: Type.String({ description: 'The bank of the card; empty: not known' }),
    acquirer: orNull(
      Type.Object(
        {
          name: Type.String(),
          because: Type.String({ description: 'Why it was chosen: `rule 2` of the operator’s, or `order`' }),
          passed: Type.Array(Type.Object({ name: Type.String(), why: Type.String() }), {
            description: 'Those before it that did not get the payment',
          }),
        },
        { description: 'The acquirer that has it, of several; null where the service has one' },
      ),
    ),
    declined: orNull(
      Type.Object(
        {
          code: Type.String(),
          text: InBothLanguages,
          payer: orNull(InBothLanguages),
          reason: Type.String({ description: 'In the acquirer’s own words' }),
        },
        { description: 'Null: it was not declined' },
      ),
    ),
    external_transaction: Type.String(),
    operator: Type.String(),
    net: Type.String({
      description:
        'What the merchant keeps: the amount less fee, IVA and the affiliate’s share; what was given back is not subtracted',
    }),
    affiliate: orNull(Type.Object({ user: Type.String(), amount: Type.String() })),
    payout: orNull(
      Type.Object(
        { date: Type.String(), status: Type.String(), amount: Type.String() },
        {
          description:
            'The payout that has it; where a payout failed or was returned, the one that paid it again, else the last one; null: none yet',
        },
      ),
    ),
    payout_due: orNull(
      Type.String({
        description:
          'The day of the payout that it goes into, while there is none, or while it is owed again because the last one failed or was returned; null otherwise',
      }),
    ),
  },
  { title: 'OperationAbout' },
)

type OperationAbout = Static<typeof OperationAbout>

/** The most suspended payments of one operation that are told. */
const MAX_SUSPENDED = 10

/** Undefined: the account has no such operation. */
export async function aboutOperation(
  { store: { db }, clock, terms, issuerOf }: Pick<ConsoleNeeds, 'store' | 'clock' | 'terms' | 'issuerOf'>,
  accountId: string,
  operationId: string,
): Promise<OperationAbout | undefined> {
  const operation = await db
    .selectFrom('operations')
    .select([
      'status',
      'customer_id',
      'card_first_six',
      'decline_code',
      'decline_reason',
      'external_transaction',
      'operator',
    ])
    .select(['total_centavos', 'fee_centavos', 'iva_centavos', 'affiliate', 'affiliate_centavos', 'posted_day'])
    .where('account_id', '=', accountId)
    .where('id', '=', operationId)
    .executeTakeFirst()
  if (operation === undefined) return undefined
  const { customer_id: customerId, posted_day: posted } = operation
  const [customer, received, suspended, payout, choice] = await Promise.all([
    customerId === null
      ? undefined
      : rowOf(db, 'customers', { account_id: accountId, id: customerId }, ['id', 'name', 'email']),
    db
      .selectFrom('payments_received')
      .leftJoin('received_details', laterPayer)
      .select(['payer_name', payerClabe('payer_clabe')])
      .where('operation_id', '=', operationId)
      // Repeated, so that SQLite sees that its index has it.
      .where('operation_id', 'is not', null)
      .where('payments_received.account_id', '=', accountId)
      .orderBy(unindexed('id'))
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('payments_received')
      .select(['amount_centavos', 'reason', 'paid_at'])
      .where('operation_id', '=', operationId)
      .where('operation_id', 'is not', null)
      .where('account_id', '=', accountId)
      .where(unindexed('outcome'), '=', 'suspended')
      .orderBy(unindexed('id'))
      .limit(MAX_SUSPENDED)
      .execute(),
    posted === null ? undefined : payoutOf(db, { accountId, posted }),
    operation.card_first_six === ''
      ? undefined
      : db
          .selectFrom('acquirer_choices')
          .select(['network as name', 'because', 'passed'])
          .where('account_id', '=', accountId)
          .where('operation_id', '=', operationId)
          .orderBy('turn', 'desc')
          .limit(1)
          .executeTakeFirst(),
  ])
  const { total_centavos: total, fee_centavos: fee, iva_centavos: iva, affiliate_centavos: share } = operation
  const [es, en] = reasonText(operation.decline_code ?? '')
  return {
    customer: customer ?? null,
    payer:
      received === undefined ? null : { name: received.payer_name ?? '', clabe: received.payer_clabe?.slice(-4) ?? '' },
    suspended: suspended.map(({ amount_centavos, reason, paid_at }) => ({
      amount: formatAmount(amount_centavos),
      reason,
      paid_at: mexicoCityTime(paid_at),
    })),
    bank: operation.card_first_six === '' ? '' : issuerOf(operation.card_first_six).bankName,
    acquirer: choice === undefined ? null : { ...choice, passed: passedOf(choice.passed) },
    declined:
      operation.status === 'declined'
        ? {
            code: operation.decline_code ?? '',
            text: { es, en },
            payer: payerTold(operation),
            reason: operation.decline_reason ?? '',
          }
        : null,
    external_transaction: operation.external_transaction ?? '',
    operator: operation.operator,
    net: formatAmount(total - fee - iva - share),
    affiliate: operation.affiliate === null ? null : { user: operation.affiliate, amount: formatAmount(share) },
    payout:
      payout === undefined
        ? null
        : { date: payout.day, status: payout.state, amount: formatAmount(payout.amount_centavos) },
    payout_due:
      posted === null || (payout !== undefined && stands(payout)) ? null : payoutDayOf({ clock, terms }, posted),
  }
}

/** What the payer of a declined payment was told; null where a rule of the account stopped it, which a payer must not learn. */
function payerTold({ status, decline_code }: Parameters<typeof refusalOf>[0]): Static<typeof InBothLanguages> | null {
  const payerMessage = refusalOf({ status, decline_code })?.options.detail?.payer_message
  return payerMessage === undefined ? null : { es: payerMessage[0], en: payerMessage[1] }
}

function passedOf(kept: string): { name: string; why: string }[] {
  return (keptList(kept) ?? []).filter(isPair).map(([name, why]) => ({ name, why }))
}

function isPair(one: unknown): one is [string, string] {
  return Array.isArray(one) && one.length === 2 && one.every((part) => typeof part === 'string')
}

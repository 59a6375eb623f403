// The voucher as the wire has it (spec 2.3): money as text, `status` an integer, times of Mexico City.
import Type, { type Static } from 'typebox'
import { StoreCode, StoreName } from '../api/description/answer-members.ts'
import { choice, Money } from '../api/fields.ts'
import { chains } from '../core/chains.ts'
import { formatAmount } from '../core/money.ts'
import { operationStates } from '../core/operation.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { payerInstructions, VoucherInstructions } from '../operations/pay-with.ts'
import type { SpeiOperation, StoreOperation, VoucherOperation } from '../store/operation.ts'

const fields = {
  transaction: Type.String({ description: 'Operation identifier' }),
  store: Type.Object({ name: StoreName, short_name: StoreCode }),
  bank_account_number: Type.String({ description: 'Account to pay into; the CLABE of a SPEI voucher' }),
  bank_name: Type.String({ description: 'The bank of `bank_account_number`', examples: ['STP'] }),
  payment_id: Type.String({
    description: 'The network’s id of the payment. What the payer pays with is `instructions.number`',
  }),
  instructions: VoucherInstructions,
  reference: Type.Object(
    { description: Type.String({ description: 'What is paid for, as you sent it' }) },
    { title: 'VoucherReference' },
  ),
  total: Money,
  url: Type.String({ description: 'Address of the voucher, to print or to show' }),
  timestamp: Type.String({ description: 'ISO 8601 with the offset of Mexico City' }),
  expiration_date: Type.String({ description: 'ISO 8601 with the offset of Mexico City' }),
  status: choice([1, 2, 3, 4], { description: '1 paid, 2 pending, 3 expired, 4 cancelled' }),
  status_code: choice(['paid', 'pending', 'expired', 'cancelled'], { description: 'The same as `status`, in words' }),
}

export const StoreVoucher = Type.Object(
  {
    ...fields,
    short_id: Type.String({
      description: 'The shortest id of the payment, for support. What the cashier needs is `instructions.number`',
    }),
  },
  { title: 'StoreVoucher' },
)

export const SpeiVoucher = Type.Object(fields, { title: 'SpeiVoucher' })

const nameOf = new Map(chains.map(({ shortName, name }) => [shortName, name]))

/** A voucher paid at a store. */
export function presentStoreVoucher(
  by: { links: PageLinks; beneficiary: string },
  row: StoreOperation,
): Static<typeof StoreVoucher> {
  const store = { name: nameOf.get(row.chain) ?? row.chain, short_name: row.chain }
  return { ...presentShared(by, row, store), short_id: row.short_id }
}

/** A voucher paid by SPEI transfer. */
export function presentSpeiVoucher(
  by: { links: PageLinks; beneficiary: string },
  row: SpeiOperation,
): Static<typeof SpeiVoucher> {
  return presentShared(by, row, { name: 'SPEI', short_name: 'SPEI' })
}

function presentShared(
  { links, beneficiary }: { links: PageLinks; beneficiary: string },
  row: VoucherOperation,
  store: { name: string; short_name: string },
): Static<typeof SpeiVoucher> {
  const { status, statusCode } = operationStates[row.status].voucher
  return {
    transaction: row.id,
    store,
    bank_account_number: row.bank_account_number,
    bank_name: row.bank_name,
    payment_id: row.payment_id,
    instructions: { ...instructionsOf(row), beneficiary },
    reference: { description: row.description },
    total: { amount: formatAmount(row.total_centavos), currency: 'MXN' },
    url: links.urlOf(row.id),
    timestamp: mexicoCityTime(row.created_at),
    expiration_date: mexicoCityTime(row.expires_at ?? row.created_at),
    status,
    status_code: statusCode,
  }
}

function instructionsOf(row: VoucherOperation) {
  const instructions = payerInstructions(row)
  if (instructions === null) throw new Error(`the voucher ${row.id} has no number to pay with`)
  return instructions
}

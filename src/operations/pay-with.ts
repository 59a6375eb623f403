// What a payer pays with: slips, PDFs, messages, records and the answer of a voucher all take it from here.
import Type, { type Static } from 'typebox'
import { choice } from '../api/fields.ts'
import { findChain } from '../core/chains.ts'
import { railNames, railOf, rails } from '../core/rail.ts'
import type { RecordAsOf } from '../store/changeable.ts'

const fields = {
  kind: choice(['barcode', 'clabe'], {
    description: 'barcode: the cashier scans it, or types its digits; clabe: the account of a SPEI transfer',
  }),
  number: Type.String({
    description: 'The number that the payer gives to the cashier or to the bank, as the slip shows it, without blanks',
    examples: ['93000000000420'],
  }),
  store: Type.String({ description: 'The chain of stores; empty for SPEI', examples: ['OXXO'] }),
  bank: Type.String({ description: 'The bank of the CLABE; empty for a store', examples: ['STP'] }),
  concept: Type.String({ description: 'What is paid for; may be empty' }),
}

export const PayerInstructions = Type.Object(fields, { title: 'PayerInstructions' })

/** In the answer of a voucher, which knows the merchant. */
export const VoucherInstructions = Type.Object(
  { ...fields, beneficiary: Type.String({ description: 'The merchant’s name, as the slip shows it' }) },
  { title: 'VoucherInstructions' },
)

/** The ways of paying whose payers get a number. */
export const numberedRails = railNames.filter((rail) => rails[rail].payWith !== undefined)

/** The number that the payer of an operation pays with; null when there is none. */
export function payerNumber(operation: RecordAsOf): string | null {
  const { payWith } = railOf(operation.rail)
  return payWith === undefined ? null : operation[payWith.column]
}

/** Null for an operation without a number. */
export function payerInstructions(operation: RecordAsOf): Static<typeof PayerInstructions> | null {
  const kind = railOf(operation.rail).payWith?.kind
  const number = payerNumber(operation)
  if (kind === undefined || number === null) return null
  return {
    kind,
    number,
    store: operation.chain === null ? '' : (findChain(operation.chain)?.name ?? operation.chain),
    bank: kind === 'clabe' ? (operation.bank_name ?? '') : '',
    concept: operation.description,
  }
}

// The sandbox's network of stores: numbers its references, and derives all identifiers of a reference from its number.

import { bankNameOf, makeClabe } from '../../core/banks/clabe.ts'
import { luhnDigit, passesLuhn } from '../../core/cards/number.ts'
import { chains, findChain } from '../../core/chains.ts'
import { sequence } from '../../store/sequence.ts'
import type { Store } from '../../store/store.ts'
import type { CashNetwork, IssuedReference } from '../cash-network.ts'

export const SANDBOX_CASH_NETWORK = 'sandbox-cash'

/** Where the simulated stores put the cash they take. */
const COLLECTING_ACCOUNT = makeClabe({ bank: '002', place: '180', account: '00700000093' })

/** The first digits of every barcode, which identify our references. */
const BARCODE_PREFIX = '93'
const PAYMENT_ID_PREFIX = '6'
const PAYMENT_ID_DIGITS = 13
const SHORT_ID_DIGITS = 8
/** The number of remembered references, for repeated calls. */
const REMEMBERED = 1_000

/**
 * A network that never fails. A reference is determined by its number n; each identifier ends with a check digit (Luhn): n
 * = 42 is barcode `93000000000420` at OXXO (16 digits at other chains), payment_id `6000000000426`, short_id `00000422`.
 */
export function sandboxCashNetwork(store: Store): CashNetwork {
  const nextNumber = sequence(store, 'cash-references')
  const issuedLately = new Map<string, IssuedReference>()
  return {
    name: SANDBOX_CASH_NETWORK,
    simulated: true,
    issue: async ({ operationId, chain, amountCentavos }) => {
      const known = issuedLately.get(operationId)
      if (known) return known
      const found = findChain(chain)
      if (found === undefined) return { kind: 'refused', reason: 'no such chain' }
      if (amountCentavos < found.minCentavos || amountCentavos > found.maxCentavos) {
        return { kind: 'refused', reason: 'amount outside the limits of the chain' }
      }
      const issued = referenceOf(await nextNumber(), found.referenceDigits)
      issuedLately.set(operationId, issued)
      forgetOldest(issuedLately)
      return issued
    },
    // Cobro itself knows the state of a reference: it keeps late payments in suspense, because a till cannot give money
    // back.
    cancel: async () => ({ kind: 'cancelled' }),
  }
}

/**
 * Every barcode that a payment_id, short_id or the digits of a barcode may stand for; empty for another form or a wrong
 * check digit. Sample: `00000422` is `93000000000420` (OXXO) or `9300000000000420` (other chains).
 */
export function barcodesOf(name: string): string[] {
  if (!/^\d{8,16}$/.test(name) || !passesLuhn(name)) return []
  if (barcodeLengths.includes(name.length)) return name.startsWith(BARCODE_PREFIX) ? [name] : []
  const isPaymentId = name.length === PAYMENT_ID_DIGITS
  if (isPaymentId && !name.startsWith(PAYMENT_ID_PREFIX)) return []
  const number = Number(isPaymentId ? name.slice(PAYMENT_ID_PREFIX.length, -1) : name.slice(0, -1))
  return barcodeLengths.map((length) => barcodeOf(number, length))
}

const barcodeLengths = [...new Set(chains.map((chain) => chain.referenceDigits))]

function referenceOf(number: number, digits: number): IssuedReference {
  return {
    kind: 'issued',
    reference: barcodeOf(number, digits),
    paymentId: checked(PAYMENT_ID_PREFIX + padded(number, PAYMENT_ID_DIGITS - 2)),
    shortId: checked(padded(number, SHORT_ID_DIGITS - 1)),
    bankAccountNumber: COLLECTING_ACCOUNT,
    bankName: bankNameOf(COLLECTING_ACCOUNT) ?? '',
  }
}

function barcodeOf(number: number, digits: number): string {
  return checked(BARCODE_PREFIX + padded(number, digits - BARCODE_PREFIX.length - 1))
}

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, '0')
}

function checked(digits: string): string {
  return digits + luhnDigit(digits)
}

function forgetOldest(kept: Map<string, unknown>): void {
  if (kept.size <= REMEMBERED) return
  const oldest = kept.keys().next()
  if (!oldest.done) kept.delete(oldest.value)
}

// Pays at a checkout: a card that the payer's browser sealed, or a new voucher. Each payment takes a use in the batch that begins it.

import type { Repeats } from '../cards/pay.ts'
import { madeBy } from '../cards/sealed/call.ts'
import { ownCardOf, refuseCardData } from '../cards/sealed/card-data.ts'
import type { Charge } from '../cards/sealed/request.ts'
import type { PlacedText } from '../core/cards/known-number.ts'
import type { ClearCard } from '../core/cards/number.ts'
import { type Chain, defaultChain } from '../core/chains.ts'
import type { Language } from '../core/language/bilingual.ts'
import { formatAmount, parseAmount } from '../core/money.ts'
import { isVoucher, type Rail, type VoucherRail } from '../core/rail.ts'
import { dayEndAt, mexicoCityDay } from '../core/time.ts'
import { Failure, invalidField } from '../failures.ts'
import { finder } from '../operations/find.ts'
import { type CardOperation, isCharge, type Operation } from '../store/operation.ts'
import { clearCard } from '../vault/clear-card.ts'
import { defaultExpiry } from '../vouchers/expiry.ts'
import { voucherIssuers } from '../vouchers/issue.ts'
import type { VoucherRequest } from '../vouchers/request.ts'
import type { CheckoutNeeds } from './needs.ts'
import { waysOf } from './present.ts'
import type { CheckoutRow } from './tables.ts'
import { onceFor, takeWrites } from './use.ts'
import { chainsFor, fits } from './ways.ts'

/** What the payer's browser sends. */
interface Asked {
  way: Rail
  /** The browser's name of this try. */
  attempt: string
  /** Pesos; only where the payer says the amount. */
  amount: unknown
  /** The chain of a voucher. */
  store: string | undefined
  /** The card, sealed for `SEALED_CALL`. */
  sealed: { key: string; data: string } | undefined
  language: Language
  ip: string
  /** Where the payer comes back from the bank. */
  returnUrl: string
}

/** What a card of a page is sealed for. */
const SEALED_CALL = 'POST /c/pay'

/**
 * The payment of this try, made now or before. Fails with the refusals of `refusalOf`, of cards and of vouchers, and with
 * `parameters-invalid` for a way or an amount that the checkout does not take. A declined card is answered as a declined payment.
 */
export async function payAt(needs: CheckoutNeeds, row: CheckoutRow, asked: Asked): Promise<Operation> {
  return onceFor(needs, row, asked.attempt, async () => {
    const totalCentavos = totalOf(row, asked.amount)
    if (!waysOf(row).includes(asked.way) || !fits(asked.way, [totalCentavos, totalCentavos]))
      throw invalidField('way', 'Elige otra forma de pago', 'Choose another way to pay')
    return isVoucher(asked.way)
      ? issue(needs, row, asked, asked.way, totalCentavos)
      : payByCard(needs, row, asked, totalCentavos)
  })
}

/** The amount is the merchant's, unless the merchant leaves it to the payer. */
function totalOf(row: CheckoutRow, amount: unknown): number {
  if (row.amount_centavos !== null) {
    const chosen = amount === undefined ? row.amount_centavos : parseAmount(amount)
    if (typeof chosen === 'object' && !('centavos' in chosen && chosen.centavos === row.amount_centavos)) {
      const text = formatAmount(row.amount_centavos)
      throw invalidField(
        'amount',
        `El monto es ${text} y no se puede cambiar`,
        `The amount is ${text} and cannot be changed`,
      )
    }
    return row.amount_centavos
  }
  const [least, most] = [row.least_centavos ?? 0, row.most_centavos ?? 0]
  const parsed = parseAmount(amount, { minCentavos: least, maxCentavos: most })
  if ('centavos' in parsed) return parsed.centavos
  const [from, to] = [formatAmount(least), formatAmount(most)]
  throw invalidField('amount', `Escribe un monto entre ${from} y ${to}`, `Enter an amount between ${from} and ${to}`)
}

async function payByCard(
  needs: CheckoutNeeds,
  row: CheckoutRow,
  asked: Asked,
  totalCentavos: number,
): Promise<CardOperation> {
  const { store, clock } = needs
  if (asked.sealed === undefined) throw invalidField('key', 'Faltan los datos de la tarjeta', 'The card is missing')
  const { byId } = finder(store)
  const by = {
    accountId: row.account_id,
    credentialId: row.id,
    publishable: true,
    address: asked.ip,
    presentedAs: row.id,
  }
  const use = { accountId: row.account_id, call: SEALED_CALL, by }
  return needs.transportKeys.open(asked.sealed, use, async ({ message, claim }) => {
    const card = clearCard(message, { path: '', today: mexicoCityDay(clock.now()) })
    refuseCardData(keptTexts(row, asked, card), ownCardOf(message))
    const repeats: Repeats = {
      made: async () => {
        const id = await madeBy(claim)
        if (id === undefined) return undefined
        const operation = await byId(row.account_id, id)
        if (isCharge(operation) && operation.checkout_id === row.id) return operation
        // An envelope under RSA says nothing of the page that it was sealed for.
        throw new Failure('envelope-unreadable')
      },
      begun: (operationId) => [
        ...takeWrites(needs, row, { attempt: asked.attempt, operationId }),
        claim.settle(operationId),
      ],
      onDisk: claim.settled,
      finished: () => [],
      answered: () => [],
      throwIfBegun: async () => {},
    }
    const payee = { accountId: row.account_id, operator: row.operator, credentialId: row.id }
    return needs.pay(
      payee,
      chargeAt(row, { paidWith: { card }, totalCentavos, ip: asked.ip, returnUrl: asked.returnUrl }),
      repeats,
    )
  })
}

/** What is kept of the payment besides its card. */
function keptTexts(
  { reference, description }: CheckoutRow,
  { attempt }: Asked,
  { holderName }: ClearCard,
): PlacedText[] {
  const texts = { cardholder_name: holderName, attempt, reference: reference ?? '', description }
  return Object.entries(texts).map(([place, text]) => ({ place, text }))
}

function chargeAt(row: CheckoutRow, by: Pick<Charge, 'paidWith' | 'totalCentavos' | 'ip' | 'returnUrl'>): Charge {
  return {
    ...by,
    tipCentavos: 0,
    affiliate: undefined,
    externalTransaction: undefined,
    applicationKey: undefined,
    referenceNumber: row.reference ?? undefined,
    description: row.description,
    months: undefined,
    latitude: '0.0',
    longitude: '0.0',
    metadata: {},
    payer: {},
    deviceSession: undefined,
    capture: true,
    checkout: { id: row.id, customerId: row.customer_id },
  }
}

async function issue(
  needs: CheckoutNeeds,
  row: CheckoutRow,
  { attempt, language, store }: Asked,
  rail: VoucherRail,
  totalCentavos: number,
): Promise<Operation> {
  let made = ''
  const asking = {
    caller: { accountId: row.account_id, operator: row.operator },
    language,
    once: {
      answered: (_body: unknown, _status?: number, operationId = '') => {
        made = operationId
        return takeWrites(needs, row, { attempt, operationId })
      },
    },
  }
  const request: VoucherRequest = {
    totalCentavos,
    description: row.description,
    referenceNumber: row.reference,
    expiresAt: lastDayOf(needs, row, rail),
    email: undefined,
    phone: undefined,
    metadata: null,
    checkout: { id: row.id, customerId: row.customer_id },
  }
  await voucherIssuers[rail](needs.issue, asking, request, () => chainOf(store, totalCentavos))
  const operation = await finder(needs.store).byId(row.account_id, made)
  if (operation === undefined) throw new Error(`the voucher ${made} is not there`)
  return operation
}

/** A voucher can be paid to the end of a day: its usual last day, or the last day of the checkout when that is sooner. */
function lastDayOf({ clock }: CheckoutNeeds, row: CheckoutRow, rail: VoucherRail): string {
  const [sooner = ''] = [defaultExpiry(clock, rail), dayEndAt(mexicoCityDay(row.expires_at))].sort()
  return sooner
}

function chainOf(name: string | undefined, centavos: number): Readonly<Chain> {
  const found = chainsFor(centavos).find(({ shortName }) => shortName === (name ?? defaultChain.shortName))
  if (found === undefined) throw invalidField('store', 'Elige otra tienda', 'Choose another store')
  return found
}

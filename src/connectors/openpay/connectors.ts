// The connectors to Openpay (BBVA), for each port alone or together: docs/connectors/openpay.md.
import { isValidClabe } from '../../core/banks/clabe.ts'
import type { Day } from '../../core/time.ts'
import type { Acquirer } from '../acquirer.ts'
import type { CashNetwork } from '../cash-network.ts'
import type { ConnectNeeds, Connector } from '../connector.ts'
import { textOf } from '../exact-json.ts'
import type { Inbound, Notice } from '../notice.ts'
import type { SpeiBank } from '../spei-bank.ts'
import { openpayAcquirer } from './acquirer.ts'
import { isOfAmount, readAsked } from './asked.ts'
import { openpayCashNetwork } from './cash-network.ts'
import { chargeName, chargeOutcome } from './charges.ts'
import { isDone, openpayClient } from './client.ts'
import { faultOf, fieldsOf } from './errors.ts'
import { NOT_YET, timeOf, webhookCalls } from './inbound.ts'
import type { OpenpayNeeds } from './needs.ts'
import { isOurs } from './refunds.ts'
import {
  acquirerSettings,
  cashNetworkSettings,
  chainsIn,
  type OpenpaySettings,
  speiBankSettings,
  type ThreeDSecure,
} from './settings.ts'
import { clabeName, NO_CLABE, openpaySpeiBank, payoutName, payoutOutcome } from './spei-bank.ts'
import { isId, type Transaction } from './transactions.ts'

const NAME = 'openpay'

/** What every port needs. Throws an Error when the certificate authority cannot be read. */
function partsOf({ settings: values, state, calendar, witness }: ConnectNeeds) {
  const settings = values as OpenpaySettings
  const client = openpayClient(settings, witness)
  const webhook = { client, user: settings.WEBHOOK_USER, password: settings.WEBHOOK_PASSWORD }
  return { needs: { client, state, calendar, payerEmail: settings.PAYER_EMAIL }, webhook }
}

export const openpayForCards: Connector<Acquirer> = {
  portVersion: 2,
  name: NAME,
  settings: acquirerSettings,
  probe,
  connect: (connectNeeds) => {
    const { needs, webhook } = partsOf(connectNeeds)
    const inbound: Inbound = webhookCalls('/card-notices', webhook, {
      listOf: (type) => (isOfCharge(type) ? { path: '/charges' } : undefined),
      read: (made) => chargeNotices(needs, made),
    })
    return { ...openpayAcquirer(NAME, needs, connectNeeds.settings.THREE_D_SECURE as ThreeDSecure), inbound }
  },
}

export const openpayForStores: Connector<CashNetwork> = {
  portVersion: 2,
  name: NAME,
  settings: cashNetworkSettings,
  probe,
  connect: (connectNeeds) => {
    const { needs, webhook } = partsOf(connectNeeds)
    const chains = chainsIn(connectNeeds.settings.CHAINS ?? '')
    const inbound: Inbound = webhookCalls('/store-notices', webhook, {
      listOf: (type) => (isOfCharge(type) ? { path: '/charges' } : undefined),
      read: async (made, type) => storeNotices(needs, made, type),
    })
    return { ...openpayCashNetwork(NAME, { ...needs, chains }), inbound }
  },
}

export const openpayForSpei: Connector<SpeiBank> = {
  portVersion: 2,
  name: NAME,
  settings: speiBankSettings,
  probe: probeBank,
  connect: (connectNeeds) => {
    const { needs, webhook } = partsOf(connectNeeds)
    const inbound: Inbound = webhookCalls('/bank-notices', webhook, {
      listOf: (type, { customer_id }) => {
        if (type.startsWith('payout.')) return { path: '/payouts' }
        if (type !== 'spei.received') return undefined
        // A deposit is listed with the customer whose CLABE was paid.
        const customer = textOf(customer_id)
        return isId(customer)
          ? { path: `/customers/${customer}/charges` }
          : { why: 'a deposit that names no customer of Openpay’s' }
      },
      read: (made, type) => (type === 'spei.received' ? depositNotices(needs, made) : payoutNotices(needs, made)),
    })
    return { ...openpaySpeiBank(NAME, needs), inbound }
  },
}

/** Events after which a charge may stand otherwise. */
function isOfCharge(type: string): boolean {
  return type.startsWith('charge.') || type === 'transaction.expired'
}

const OTHER_AMOUNT = 'Openpay shows another amount or currency than it was asked for'

async function chargeNotices(needs: OpenpayNeeds, made: Transaction): Promise<Notice[] | string> {
  const asked = await readAsked(needs, chargeName(made.orderId || '-'))
  if (made.method !== 'card' || asked === undefined) return []
  const { amountCentavos } = made
  if (!isOfAmount(asked, amountCentavos)) return OTHER_AMOUNT
  const outcome = chargeOutcome(made, { amountCentavos })
  if (outcome.kind === 'unknown' || outcome.kind === 'payer-must-act') return []
  if (made.refunds.some(({ description }) => !isOurs(description, made.orderId)))
    return 'Openpay shows a refund that Cobro did not ask for'
  // A refund of ours is no news about the charge.
  if (made.status === 'refunded' || made.refunds.length > 0) return []
  return [{ kind: 'charge', operationId: made.orderId, outcome }]
}

const NO_PESOS = 'Openpay shows a payment in another currency than pesos'

/** For so long a notice of a payment may be repeated. */
const DAY_KEPT_DAYS = 400

/**
 * An id of Openpay is one payment, and the books know a payment by its id and day: the day of its first notice stays, whatever Openpay shows later. Without
 * a time that of its first notice counts.
 */
async function firstTimeOf({ state, calendar }: OpenpayNeeds, made: Transaction, dayOf?: (epochMs: number) => Day) {
  const { operationDay, ...at } = timeOf(made, calendar.nowMs(), dayOf)
  return { operationDay: await state.keepFirst(`payment-day.${made.id}`, operationDay, DAY_KEPT_DAYS), ...at }
}

async function storeNotices(
  needs: OpenpayNeeds,
  made: Transaction,
  type: string,
): Promise<Notice[] | string | typeof NOT_YET> {
  if (made.method !== 'store') return []
  if (made.status !== 'completed') return made.status === 'in_progress' && type === 'charge.succeeded' ? NOT_YET : []
  if (made.reference === '') return 'Openpay shows a paid store charge without its reference'
  if (made.amountCentavos === undefined) return NO_PESOS
  return [
    {
      kind: 'payment',
      networkTransaction: made.id,
      // Openpay does not say at which chain it was paid.
      institution: '',
      ...(await firstTimeOf(needs, made)),
      networkReference: made.reference,
      amountCentavos: made.amountCentavos,
    },
  ]
}

async function depositNotices(needs: OpenpayNeeds, made: Transaction): Promise<Notice[] | string | typeof NOT_YET> {
  if (['failed', 'cancelled'].includes(made.status)) return []
  if (made.status === 'in_progress') return NOT_YET
  if (made.status !== 'completed') return 'Openpay shows a deposit that is neither completed nor failed'
  const clabe = await needs.state.read(clabeName(made.customerId || '-'))
  if (clabe === undefined) return 'a deposit to a customer whom Cobro did not make'
  if (made.amountCentavos === undefined) return NO_PESOS
  return [
    {
      kind: 'payment',
      networkTransaction: made.id,
      institution: '',
      // By the banking day of SPEI, which turns at 18:00.
      ...(await firstTimeOf(needs, made, needs.calendar.bankingDay)),
      networkReference: clabe,
      amountCentavos: made.amountCentavos,
    },
  ]
}

async function payoutNotices(needs: OpenpayNeeds, made: Transaction): Promise<Notice[] | string> {
  const asked = await readAsked(needs, payoutName(made.orderId || '-'))
  if (asked === undefined) return []
  if (!isOfAmount(asked, made.amountCentavos)) return OTHER_AMOUNT
  const outcome = await payoutOutcome(needs, made)
  switch (outcome.kind) {
    case 'accepted':
    case 'settled':
      return [{ kind: 'transfer', trackingKey: made.orderId, state: outcome.kind }]
    case 'rejected':
    case 'returned':
      return [{ kind: 'transfer', trackingKey: made.orderId, state: outcome.kind, reason: outcome.reason }]
    default:
      return []
  }
}

/** Also whether its customers have a CLABE, once it has one: without that no payer can deposit. */
async function probeBank(needs: ConnectNeeds, signal: AbortSignal): Promise<string | undefined> {
  const fault = await probe(needs, signal)
  if (fault !== undefined) return fault
  const answer = await openpayClient(needs.settings as OpenpaySettings, needs.witness).get('/customers?limit=1', signal)
  if (!isDone(answer) || !Array.isArray(answer.body))
    return isDone(answer) ? 'its answer is no list of customers' : faultOf(answer).reason
  const [customer] = answer.body
  return customer === undefined || isValidClabe(textOf(fieldsOf(customer).clabe)) ? undefined : NO_CLABE
}

/** Reads one charge of the merchant. */
async function probe({ settings, witness }: ConnectNeeds, signal: AbortSignal): Promise<string | undefined> {
  const answer = await openpayClient(settings as OpenpaySettings, witness).get('/charges?limit=1', signal)
  if (isDone(answer) && Array.isArray(answer.body)) return undefined
  if (isDone(answer)) return 'its answer is no list of charges'
  return faultOf(answer).reason
}

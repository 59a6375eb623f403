// The routes on which Openpay reports. A notice has no signature: its password lets it in, and only what Openpay answers about it is believed.
import { basicPair, isSecret } from '../../core/secret.ts'
import { type Day, dayWithin, mexicoCityDay, readInstant } from '../../core/time.ts'
import { readJson, textOf } from '../exact-json.ts'
import type { Inbound, InboundAnswer, InboundOutcome, InboundRequest, Notice } from '../notice.ts'
import type { OpenpayClient } from './client.ts'
import { fieldsOf } from './errors.ts'
import { type Found, isId, type Transaction, transactionById } from './transactions.ts'

interface WebhookNeeds {
  client: OpenpayClient
  user: string
  password: string
}

/** What a port makes of a transaction that Openpay shows. */
interface WebhookReader {
  /** The list in which Openpay has the transaction of an event; `why`: a person must look at it; undefined when the port has nothing to do with it. */
  listOf(type: string, transaction: Readonly<Record<string, unknown>>): { path: string } | { why: string } | undefined
  /**
   * The notices of it; a text: why a person must look at it. `NOT_YET`: Openpay does not show yet what the event says, so it is to repeat the event:
   * nobody asks again.
   */
  read(made: Transaction, type: string): Promise<Notice[] | string | NotYet>
}

/** An answer of Openpay that is behind its own event. */
export const NOT_YET = { kind: 'not-yet' } as const
type NotYet = typeof NOT_YET

const TAKEN: InboundAnswer = { status: 200, body: '{"result":"taken"}' }
/** Answered as taken: a repeat would say the same, and the report is kept for a person. */
const unreadable = (reason: string): InboundOutcome => ({ kind: 'unreadable', reason, answer: TAKEN })

export function webhookCalls(path: string, needs: WebhookNeeds, reader: WebhookReader): Inbound {
  return [
    {
      method: 'POST',
      path,
      receive: async (request, signal) => {
        if (!isSender(request, needs))
          return {
            kind: 'refused',
            reason: 'the user or the password is wrong',
            answer: { status: 403, body: '{"result":"refused"}' },
          }
        try {
          return await receive(needs, reader, request, signal)
        } catch {
          // Our own database: Openpay is answered 503, and repeats.
          return { kind: 'unknown' }
        }
      },
    },
  ]
}

function isSender({ headers }: InboundRequest, { user, password }: WebhookNeeds): boolean {
  return isSecret(basicPair(headers.authorization), `${user}:${password}`)
}

async function receive(
  { client }: WebhookNeeds,
  reader: WebhookReader,
  request: InboundRequest,
  signal: AbortSignal,
): Promise<InboundOutcome> {
  const body = readJson(Buffer.from(request.body).toString('utf8'))?.value
  if (body === undefined)
    return {
      kind: 'unreadable',
      reason: 'it is no JSON object',
      answer: { status: 400, body: '{"result":"unreadable"}' },
    }
  const type = textOf(body.type)
  if (type === 'verification')
    return unreadable('Openpay verifies this address: where its dashboard asks for a code, it is the verification_code')
  if (type.startsWith('chargeback.'))
    return unreadable(`Openpay reports ${type}: disputes are answered in its dashboard`)
  const transaction = fieldsOf(body.transaction)
  const list = reader.listOf(type, transaction)
  if (list === undefined) return { kind: 'taken', notices: [], answer: TAKEN }
  if ('why' in list) return unreadable(list.why)
  const { path } = list
  const id = textOf(transaction.id)
  if (!isId(id)) return unreadable('it names no transaction')
  const found: Found<Transaction> = await transactionById(client, path, id, signal)
  if (found.kind === 'unclear') return { kind: 'unknown' }
  if (found.kind === 'none') return unreadable('Openpay has no transaction of that id')
  if (path.startsWith('/customers/') && path !== `/customers/${found.found.customerId}/charges`)
    return unreadable('Openpay shows it with another customer')
  const notices = await reader.read(found.found, type)
  if (typeof notices === 'string') return unreadable(notices)
  return Array.isArray(notices) ? { kind: 'taken', notices, answer: TAKEN } : { kind: 'unknown' }
}

/**
 * When Openpay took a payment, and the day of it, by `dayOf`. Without a time it is that of now. A day that no network can mean becomes the nearest one:
 * the beginning of 1970 is a day of 1969 in Mexico City.
 */
export function timeOf(
  { operationDate }: Pick<Transaction, 'operationDate'>,
  nowMs: number,
  dayOf: (epochMs: number) => Day = mexicoCityDay,
): { operationDay: Day; paidAt?: string } {
  const at = readInstant(operationDate)
  const day = dayOf(at === undefined ? nowMs : Date.parse(at))
  return { operationDay: dayWithin(day) ?? day, ...(at !== undefined && { paidAt: at }) }
}

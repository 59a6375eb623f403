// The service as a process of its own, with a bank that forgets nothing and is no help: whatever it is asked to send it sends, again if it is
// asked again. Its books are a file. Armed by another file, the process kills itself before or after a write about money or a call of the bank.
import { readConfig } from '../../src/config.ts'
import type { Connected } from '../../src/connectors/connector.ts'
import type { SpeiBank } from '../../src/connectors/spei-bank.ts'
import { speiDay } from '../../src/core/time.ts'
import { createService, type Service } from '../../src/service.ts'
import type { Write } from '../../src/store/write.ts'
import { issuedTo } from './issued-account.ts'
import { BOOKS, holds, killing, listen } from './killing.ts'

/** A line of the bank's books, or of what was done to this process. */
export interface Entry {
  what: 'sent' | 'rejected' | 'step' | 'killed'
  key?: string
  destination?: string
  amount?: number
  step?: string
}

export const BANK = 'story-bank'
/** To this account the bank sends nothing. */
export const CLOSED = '646180990000000012'

const { write, read, step, watch } = killing<Entry>()

if (BOOKS !== '') await serve()

async function serve(): Promise<void> {
  let service: Service | undefined
  const bank: Connected<SpeiBank> = {
    name: BANK,
    keyLife: 'banking-day',
    issueAccount: async ({ ownerId }) => issuedTo(ownerId),
    closeAccount: async () => ({ kind: 'closed' }),
    transfer: async ({ trackingKey: key, destination, amountCentavos: amount }) => {
      step('before the bank sends')
      const isClosed = destination === CLOSED
      write({ what: isClosed ? 'rejected' : 'sent', key, destination, amount })
      step('after the bank sends')
      return isClosed ? { kind: 'rejected', reason: 'the account is closed' } : { kind: 'settled' }
    },
    findTransfer: async ({ trackingKey }) => {
      const entry = read().find(({ key }) => key === trackingKey)
      if (entry === undefined) return { kind: 'never-seen' }
      return entry.what === 'sent' ? { kind: 'settled' } : { kind: 'rejected', reason: 'the account is closed' }
    },
    inbound: [{ method: 'POST', path: '/returns', receive: async ({ body }) => returnOf(service, body) }],
  }
  service = await createService(readConfig(process.env as Record<string, string>), { connectors: { speiBank: bank } })
  watch(service.store, subjectOf)
  await listen(service)
}

/** The bank reports that what it had sent came back: a deposit under our own tracking key. */
function returnOf(service: Service | undefined, body: Uint8Array) {
  const { key, amount } = JSON.parse(Buffer.from(body).toString())
  const notice = {
    kind: 'payment',
    networkTransaction: key,
    institution: '012',
    operationDay: speiDay(service?.clock.now() ?? ''),
    networkReference: '646180118012345673',
    amountCentavos: amount,
  } as const
  return { kind: 'taken', notices: [notice], answer: { status: 200, body: '{}' } } as const
}

/** What a batch is about; undefined for one that is not about money that comes or goes. */
function subjectOf(writes: Write[]): string | undefined {
  const has = (name: string) => holds(writes, name)
  if (has('insert refunds')) return 'the making of a refund'
  if (has('update refunds')) {
    if (has('insert transfer_retries')) return 'the retry of a refund'
    return has('insert transfers') ? 'the account of a refund' : 'a step of a refund'
  }
  if (has('insert releases')) return has('insert transfers') ? 'a release to its payer' : 'a release to its voucher'
  if (has('insert transfer_retries')) return 'a retry'
  if (has('insert payments_received')) {
    if (has('update transfers')) return 'the return of a transfer'
    return has('insert transfers') ? 'a payment that goes back' : 'a payment'
  }
  if (has('insert transfers')) return 'a reversal'
  const asks = writes.some((one) => one.kind === 'update' && one.table === 'transfers' && 'asked_at' in one.set)
  if (asks) return 'the request to the bank'
  return has('update transfers') ? 'the answer of the bank' : undefined
}

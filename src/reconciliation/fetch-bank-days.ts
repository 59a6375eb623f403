// Fetches what the bank on SPEI has on record: of the present banking day every few minutes, because its reports get lost; of each day that is
// over its statement, several times, because what was settled may come back days later.
import type { FastifyBaseLogger } from 'fastify'
import { noticeFault } from '../connectors/read-notice.ts'
import type { SpeiBankPort } from '../connectors/spei-bank.ts'
import { backoffMs } from '../core/backoff.ts'
import { reportedRailBy } from '../core/rail.ts'
import type { Task } from '../core/task.ts'
import { businessDaysFrom, HOUR_MS, instantPlus, speiDay } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { conditionHeld } from '../store/decide.ts'
import { KEPT_LEASE_MS, type KeptLease, whileLeased } from '../store/queues/kept-lease.ts'
import { leases } from '../store/queues/lease.ts'
import type { Store, StoreAndClock } from '../store/store.ts'
import { run, update } from '../store/write.ts'
import type { PaymentReceivedRow } from '../vouchers/tables.ts'
import type { Recorders } from './recorders.ts'
import type { BankDayRow } from './tables.ts'

interface FetchNeeds extends Recorders, StoreAndClock {
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  speiBank: SpeiBankPort
  /** Reconciles a statement; throws a `Failure` for one that cannot be read. */
  take(statement: { network: string; content: string }): Promise<void>
}

const MINUTE_MS = 60_000
/** Between two looks at the present day. */
const LOOK_MS = 10 * MINUTE_MS
const FIRST_WAIT_MS = MINUTE_MS
/** After the statement of a day: when its next one is fetched. After the last there is none. */
const NEXT_STATEMENTS_MS = [24 * HOUR_MS, 72 * HOUR_MS, 7 * 24 * HOUR_MS]
/** Days before the present one that a new service fetches. */
const DAYS_BEFORE = 3
const BATCH_SIZE = 5

/** None for a bank that tells neither. */
export function fetchBankDaysTasks(needs: FetchNeeds): Task[] {
  const { store, clock, speiBank } = needs
  if (!speiBank.hasMethod('movements') && !speiBank.hasMethod('statement')) return []
  const work = leases(needs, 'bank_days')
  let begun = ''
  return [
    {
      name: 'begin the days of the bank',
      run: async () => {
        const today = speiDay(clock.epochMs())
        if (begun === today) return 0
        await beginDays({ store, clock }, speiBank.name, today)
        begun = today
        return 1
      },
    },
    {
      name: 'fetch the days of the bank',
      wokenBy: ['bank_days'],
      nextDueAt: work.nextDueAt,
      run: async () => {
        const rows = await work.take({ leaseMs: KEPT_LEASE_MS, limit: BATCH_SIZE })
        // Days of a bank that is no longer configured wait.
        return work.each(rows, (row) => attend(needs, row))
      },
    },
  ]
}

/** The rows of the present day and of those before it, once. */
async function beginDays({ store, clock }: Pick<FetchNeeds, 'store' | 'clock'>, network: string, today: string) {
  const days = Array.from({ length: DAYS_BEFORE + 1 }, (_, before) => businessDaysFrom(today, -before))
  const rows = days.map((day): BankDayRow => {
    const id = `${network} ${day}`
    return { id, network, day, statements: 0, attempts: 0, due_at: clock.now(), leased_until: 0 }
  })
  const begin = store.db
    .insertInto('bank_days')
    .values(rows)
    .onConflict((conflict) => conflict.column('id').doNothing())
  await store.commit([run(begin.compile())])
}

function attend(needs: FetchNeeds, row: BankDayRow): Promise<void> {
  const { id, leased_until } = row
  const renewal = (from: number, to: number) => update('bank_days', { leased_until: to }, { id, leased_until: from })
  return whileLeased(needs, leased_until, renewal, (lease) =>
    row.network === needs.speiBank.name ? fetchDay(needs, lease, row) : putOff(needs, lease, row),
  )
}

async function fetchDay(needs: FetchNeeds, lease: KeptLease, row: BankDayRow): Promise<void> {
  const isOver = row.day < speiDay(needs.clock.epochMs())
  const isRead = isOver ? await readStatement(needs, row) : await readMovements(needs, row)
  const { clock } = needs
  if (!isRead) return putOff(needs, lease, row)
  const waitMs = isOver ? NEXT_STATEMENTS_MS[row.statements] : LOOK_MS
  await record(lease, row, {
    statements: row.statements + (isOver ? 1 : 0),
    attempts: 0,
    due_at: waitMs === undefined ? null : instantPlus(clock.now(), waitMs),
  })
}

async function putOff({ clock }: FetchNeeds, lease: KeptLease, row: BankDayRow): Promise<void> {
  const due_at = instantPlus(clock.now(), backoffMs(FIRST_WAIT_MS, row.attempts))
  await record(lease, row, { attempts: row.attempts + 1, due_at })
}

async function record(lease: KeptLease, row: BankDayRow, change: Partial<BankDayRow>): Promise<void> {
  const { id, statements, attempts } = row
  const writing = lease.commit((leased_until) => [
    update('bank_days', { ...change, leased_until: 0 }, { id, statements, attempts, leased_until }),
  ])
  // Otherwise the lease lapsed, and another worker has read the day.
  await conditionHeld(writing)
}

/** Whether the bank answered. A bank that gives no statement is done with its day. */
async function readStatement({ speiBank, log, take }: FetchNeeds, { day, network }: BankDayRow): Promise<boolean> {
  if (!speiBank.hasMethod('statement')) return true
  const outcome = await speiBank.statement({ day })
  if (outcome.kind !== 'statement') return false
  try {
    await take({ network, content: outcome.content })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    log.error({ network, day, why: error.reason }, 'the statement of a bank cannot be read')
  }
  return true
}

/** Each notice is taken as if the bank had reported it; one that is on record changes nothing. */
async function readMovements(
  { store, speiBank, log, pay, tell }: FetchNeeds,
  { day, network }: BankDayRow,
): Promise<boolean> {
  if (!speiBank.hasMethod('movements')) return true
  const outcome = await speiBank.movements({ day })
  if (outcome.kind !== 'movements') return false
  const rail = reportedRailBy('spei-bank')
  if (rail === undefined) throw new Error('a SPEI bank reports no payments')
  const counts = { deposits: 0, transfers: 0, malformed: 0, contradicting: 0 }
  for (const notice of outcome.notices) {
    if (noticeFault('speiBank', notice) !== undefined) counts.malformed += 1
    else if (notice.kind === 'payment') {
      await keepReceipt(store, await pay({ ...notice, network, rail }), notice.cepUrl)
      counts.deposits += 1
    } else {
      // One that is not ours was sent by another system of the operator.
      if ((await tell({ ...notice, network })) === 'contradiction') counts.contradicting += 1
      counts.transfers += 1
    }
  }
  const level = counts.malformed + counts.contradicting > 0 ? 'warn' : 'info'
  log[level]({ network, day, ...counts }, 'the movements of the bank were read')
  return true
}

/** The bank knows the receipt of Banco de México later than the deposit. */
async function keepReceipt(store: Store, received: PaymentReceivedRow, cepUrl: string | undefined): Promise<void> {
  if (cepUrl === undefined || received.cep_url !== null) return
  const { account_id, id } = received
  await conditionHeld(
    store.commit([update('payments_received', { cep_url: cepUrl }, { account_id, id, cep_url: null })]),
  )
}

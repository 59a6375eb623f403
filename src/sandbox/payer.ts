// Payers who pay by themselves: plans the payments of a new voucher in the batch that issues it, and makes them when they fall due.
import { sql } from 'kysely'
import { newId } from '../core/ids.ts'
import type { ReportedRail } from '../core/rail.ts'
import type { Task } from '../core/task.ts'
import { instantPlus } from '../core/time.ts'
import { across } from '../store/across.ts'
import { conditionHeld } from '../store/decide.ts'
import { isCharge, type Operation } from '../store/operation.ts'
import { prepared } from '../store/prepared.ts'
import { dueRows } from '../store/queues/due-rows.ts'
import { isUntroubled, troubled } from '../store/queues/set-aside.ts'
import { forgotten, remembered } from '../store/remembered.ts'
import { sameAccount } from '../store/same-account.ts'
import type { StoreAndClock } from '../store/store.ts'
import { insert, run, update, type Write } from '../store/write.ts'
import { DIFFERENCE_CENTAVOS, LATE_MS, magicOf, type PayerBehaviour, SECOND_PAYMENT_MS } from './magic.ts'
import type { SandboxNeeds } from './needs.ts'
import { faultyReports } from './network-faults.ts'
import type { PlannedPaymentRow } from './tables.ts'
import { whoPaid } from './who-paid.ts'

const BATCH_SIZE = 100

export interface PayerRules {
  read(accountId: string): Promise<number | null>
  /** Every new voucher is paid `seconds` after it is issued; null: it is not paid. `extra` goes into the same batch. */
  write(accountId: string, seconds: number | null, extra: Write[]): Promise<void>
  /** The writes that plan the payments of a new voucher. */
  plan(operation: Operation): Promise<Write[]>
}

export function payerRules({ store, clock }: StoreAndClock): PayerRules {
  const byAccount = prepared((hole) =>
    store.db
      .selectFrom('payer_rules')
      .select('pay_after_seconds')
      .where('account_id', '=', hole('accountId'))
      .compile(),
  )
  const read = remembered(clock, async (accountId) => {
    const rows = await store.rows(byAccount({ accountId }))
    return rows[0]?.pay_after_seconds ?? null
  })
  return {
    read,
    write: async (accountId, seconds, extra) => {
      const rule = { account_id: accountId, pay_after_seconds: seconds }
      const upsert = store.db
        .insertInto('payer_rules')
        .values(rule)
        .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ pay_after_seconds: seconds }))
      await store.commit([run(upsert.compile(), 1), forgotten(store), ...extra])
    },
    plan: async (operation) => {
      const reports = isCharge(operation) ? undefined : faultyReports(clock, operation)
      if (reports !== undefined) return [insert('sandbox_reports', ...reports)]
      const seconds = await read(operation.account_id)
      const behaviour = magicOf(operation) ?? (seconds === null ? 'never' : 'exact')
      const planned = payments(operation, behaviour, (seconds ?? 0) * 1_000)
      if (planned.length === 0) return []
      const rows = planned.map(({ amountCentavos, dueAt }): PlannedPaymentRow => {
        const id = newId(clock, 'pln')
        return {
          id,
          account_id: operation.account_id,
          operation_id: operation.id,
          amount_centavos: amountCentavos,
          network_transaction: `SBX${id.slice('pln_'.length).toUpperCase()}`,
          due_at: dueAt,
        }
      })
      return [insert('planned_payments', ...rows)]
    },
  }
}

/** Makes the payments that are due. A process killed in between repeats them: a payment is matched once. */
export function payPlannedTask({ store, match, clock }: Pick<SandboxNeeds, 'store' | 'clock' | 'match'>): Task {
  const { db } = store
  const due = prepared((hole) =>
    db
      .selectFrom('planned_payments')
      .innerJoin('operations', sameAccount('operations.id', 'planned_payments.operation_id'))
      .select([
        'planned_payments.id as id',
        'planned_payments.account_id as accountId',
        'planned_payments.amount_centavos as amountCentavos',
        'planned_payments.network_transaction as networkTransaction',
        'planned_payments.due_at as dueAt',
        'network',
        'network_reference',
        'bank_account_number',
        'rail',
        'chain',
      ])
      .where('planned_payments.due_at', '<=', hole('now'))
      .where(isUntroubled('planned_payments', sql.ref('planned_payments.id'), hole))
      .orderBy('planned_payments.due_at')
      .orderBy('planned_payments.id')
      .limit(BATCH_SIZE)
      .modifyEnd(across('due'))
      .compile(),
  )
  const pay = async (planned: Awaited<ReturnType<typeof read>>[number]) => {
    const { accountId, id, network, amountCentavos, networkTransaction, dueAt } = planned
    // Only vouchers have planned payments, and their networks report them.
    const rail = planned.rail as ReportedRail
    await match({
      rail,
      network,
      networkTransaction,
      networkReference: planned.network_reference ?? planned.bank_account_number ?? '',
      amountCentavos,
      // With the planned instant, so that it is the same payment when it is made again.
      ...whoPaid({ ...planned, rail }, dueAt ?? clock.now()),
    })
    await conditionHeld(
      store.commit([update('planned_payments', { due_at: null }, { account_id: accountId, id, due_at: dueAt })]),
    )
  }
  const work = troubled({ store, clock }, 'planned_payments', ({ id }: Awaited<ReturnType<typeof read>>[number]) => ({
    id,
  }))
  const read = async () => await store.rows(due({ now: clock.now(), wallNow: clock.wallMs() }))
  return {
    name: 'pay planned vouchers',
    wokenBy: ['planned_payments'],
    nextDueAt: dueRows({ store, clock }, 'planned_payments').nextDueAt,
    run: async () => work.each(await read(), pay),
  }
}

function payments(
  operation: Operation,
  behaviour: PayerBehaviour,
  delayMs: number,
): { amountCentavos: number; dueAt: string }[] {
  const total = operation.total_centavos
  const dueAt = instantPlus(operation.created_at, delayMs)
  switch (behaviour) {
    case 'exact':
      return [{ amountCentavos: total, dueAt }]
    case 'short':
      return [{ amountCentavos: Math.max(1, total - DIFFERENCE_CENTAVOS), dueAt }]
    case 'over':
      return [{ amountCentavos: total + DIFFERENCE_CENTAVOS, dueAt }]
    case 'twice':
      return [
        { amountCentavos: total, dueAt },
        { amountCentavos: total, dueAt: instantPlus(dueAt, SECOND_PAYMENT_MS) },
      ]
    case 'late':
      return [{ amountCentavos: total, dueAt: instantPlus(operation.expires_at ?? dueAt, LATE_MS) }]
    case 'never':
      return []
  }
}

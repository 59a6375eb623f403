// What `cobro held close` does with an item, by what its id is of.
import type { Config } from '../config.ts'
import type { Service } from '../service.ts'
import { across } from '../store/across.ts'
import { conditionHeld } from '../store/decide.ts'
import type { Store } from '../store/store.ts'
import { Unmet } from '../store/write.ts'
import type { Opened } from './opened-database.ts'
import type { atTerminal } from './terminal.ts'

type Close = (opened: Opened, id: string, because: string, by: ReturnType<typeof atTerminal>) => Promise<unknown>

export async function closerOf(
  config: Config,
  id: string,
  { isReversed, isRefunded, isCaptured }: { isReversed: boolean; isRefunded: boolean; isCaptured: boolean },
): Promise<Close> {
  if (id.startsWith('adv_') || id.startsWith('unr_')) return (await import('../console/mend.ts')).closeSettled
  if (id.startsWith('trf_')) {
    const [{ closeWithheld }, { refundWrite }] = await Promise.all([
      import('../transfers/withheld.ts'),
      import('../operations/record.ts'),
    ])
    return (opened, transfer, because, by) => closeWithheld({ ...opened, refundWrite }, transfer, because, by)
  }
  if (id.startsWith('pay_')) return (await import('../vouchers/never-received.ts')).closeNeverReceived
  if (id.startsWith('cap_')) {
    const { endCapture } = await import('../cards/end-capture.ts')
    return (opened, capture, because, by) => endCapture(opened, capture, { isCaptured, because, by })
  }
  if (id.startsWith('ref_')) {
    const { endUnanswered } = await import('../refunds/end-unanswered.ts')
    return (opened, refund, because, by) => endUnanswered(opened, refund, { isRefunded, because, by })
  }
  return async (opened, operationId, because, by) => {
    const { closeRefused } = await import('../operations/cancel-pending.ts')
    if (!isReversed && (await conditionHeld(closeRefused(opened, operationId, because, by)))) return
    if (await isUnanswered(opened.store, operationId))
      return closeUnanswered(config, operationId, { isReversed, because, by })
    throw new Unmet(`nothing of ${operationId} is held`)
  }
}

async function isUnanswered({ db }: Store, id: string): Promise<boolean> {
  const operation = await db
    .selectFrom('operations')
    .select(['account_id', 'status', 'inquiries'])
    .where('id', '=', id)
    .modifyEnd(across('operator'))
    .executeTakeFirst()
  if (operation === undefined) return false
  if (operation.status === 'pending' && operation.inquiries > 0) return true
  const reversal = await db
    .selectFrom('reversals')
    .select('operation_id')
    .where('account_id', '=', operation.account_id)
    .where('operation_id', '=', id)
    .where('state', '=', 'pending')
    .where('attempts', '>', 0)
    .executeTakeFirst()
  return reversal !== undefined
}

/** Ends the reversal, else the charge, that a network never answers. Throws `Unmet` when the operation has neither. */
async function closeUnanswered(
  config: Config,
  id: string,
  ended: { isReversed: boolean; because: string; by: ReturnType<typeof atTerminal> },
): Promise<void> {
  await withService(config, async ({ unanswered }) => {
    if (await conditionHeld(unanswered.endReversal(id, ended))) return
    if (ended.isReversed) throw new Unmet(`no reversal of ${id} whose network does not answer`)
    await unanswered.giveUpCharge(id, ended.because, ended.by)
  })
}

/** The service is built because its events carry records; it does not listen and runs no background work. */
export async function withService<R>(config: Config, use: (service: Service) => Promise<R>): Promise<R> {
  const [{ createService }, { pino }] = await Promise.all([import('../service.ts'), import('pino')])
  const service = await createService(config, { log: pino({ level: 'error' }, process.stderr) })
  try {
    return await use(service)
  } finally {
    await service.close()
  }
}

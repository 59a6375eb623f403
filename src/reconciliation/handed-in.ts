// Takes a statement that a network's connector delivers, and logs the findings.
import type { FastifyBaseLogger } from 'fastify'
import { Failure } from '../failures.ts'
import type { Reconcile } from './reconcile.ts'

/** Open lines stay on record (`cobro open`); the log has the counts. Throws what `reconciler` throws. */
export function statementTaker({
  log,
  reconcile,
}: {
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  reconcile: Reconcile
}) {
  return async ({ network, content }: { network: string; content: string }): Promise<void> => {
    const bytes = Buffer.from(content)
    const taken = await reconcile({
      source: async function* () {
        yield bytes
      },
      accountId: undefined,
      network,
      onFinding: () => {},
    }).catch((error: unknown) => {
      // The network repeats what a person has had corrected.
      if (error instanceof Failure && error.reason === 'statement-corrected') return undefined
      throw error
    })
    if (taken === undefined) {
      log.info({ network }, 'a statement of a network is corrected by another one, and was not read again')
      return
    }
    const { id, counts, ignored: unread } = taken
    const isClean = counts.lines === counts.matched + counts.stated + counts.repeated && counts.missing === 0
    const told = { network, statement: id, ...counts, ...(unread.length > 0 && { unread }) }
    if (isClean) log.info(told, 'a statement of a network agrees with the books')
    else log.warn(told, 'a statement of a network differs from the books')
  }
}

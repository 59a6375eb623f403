// Takes a statement that a network's connector delivers, and logs the findings.
import type { FastifyBaseLogger } from 'fastify'
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
    const { id, counts } = await reconcile({
      source: async function* () {
        yield bytes
      },
      accountId: undefined,
      network,
      onFinding: () => {},
    })
    const isClean = counts.lines === counts.matched + counts.stated + counts.repeated && counts.missing === 0
    if (isClean) log.info({ network, statement: id, ...counts }, 'a statement of a network agrees with the books')
    else log.warn({ network, statement: id, ...counts }, 'a statement of a network differs from the books')
  }
}

// A batch on a Citus cluster: its statements one after another in a transaction, since Citus takes no statement that writes rows of several tables.
import { tables } from '../../tables.ts'
import { Away, isRefusal } from '../postgres/errors.ts'
import type { Asked, Row, Session } from '../postgres/session.ts'
import { Duplicate, type MergedWrite, statementOf, valuesOf } from '../write.ts'
import { isOfLostMachine } from './on-cluster.ts'

const [BEGIN, COMMIT, ROLLBACK] = ['begin', 'commit', 'rollback'].map((text): Asked => ({ text, values: [] })) as [
  Asked,
  Asked,
  Asked,
]

/** A machine did not answer before the end of a batch, of which nothing is written. */
export class Unreached extends Error {
  /** Of a connection that failed. */
  readonly code = '08006'

  constructor(cause: { message: string }) {
    super(cause.message, { cause })
  }
}

/** A statement, or those that are made of the rows which the one before it returned. */
export type Step = Asked | ((returned: Row[]) => Asked[])

/** The statements of a batch. Updates of several rows are one for each row, which goes to one machine. */
export function stepsOf(writes: readonly MergedWrite[]): Step[] {
  return writes.flatMap((write): Step[] => {
    if (write.kind === 'query' && write.ofRows !== undefined) {
      const { ofRows } = write
      return [(returned) => (returned.length === 0 ? [] : statementsOf([ofRows(returned)]))]
    }
    return statementsOf([write])
  })
}

function statementsOf(writes: readonly MergedWrite[]): Asked[] {
  return writes.flatMap((write) => {
    const apart: readonly MergedWrite[] =
      write.kind === 'updates'
        ? write.rows.map((row) => ({ kind: 'update', table: write.table, ...row }) as const)
        : [write]
    return apart.map((one) => {
      const { text, rows } = statementOf(one, (n) => `$${n}`)
      return { text, values: valuesOf(one), ...(rows === undefined ? {} : { touches: rows }) }
    })
  })
}

/**
 * The statements in as few exchanges as their rows allow, then the end, which depends on the numbers of rows. `until` is the time limit. Throws
 * `Unreached` when a machine went away before the end, and `Away` when one did so at the end.
 */
export async function exchangeSteps(
  session: Session,
  asked: { until: Asked; steps: readonly Step[] },
  named?: { named: boolean },
): Promise<Row[]> {
  try {
    let waiting: Asked[] = [BEGIN, asked.until]
    for (const step of asked.steps)
      if (typeof step !== 'function') waiting.push(step)
      else waiting = step(await session.exchange(waiting, named))
    if (waiting.length > 0) await session.exchange(waiting, named)
  } catch (error) {
    if (session.sound && session.inTransaction) await session.exchange([ROLLBACK], named)
    throw isRefusal(error) && isOfLostMachine(error) ? new Unreached(error) : error
  }
  try {
    return await session.exchange([COMMIT], named)
  } catch (error) {
    // The coordinator lost the only machine of the batch while it ended there: whether it is written is not known.
    throw isRefusal(error) && isOfLostMachine(error) ? new Away(error.message, { cause: error }) : error
  }
}

/** By the name of a unique index, its table and columns. */
const unique: ReadonlyMap<string, Duplicate> = new Map(
  tables.flatMap(({ name, keys }) =>
    Object.entries({ [`${name}_pkey`]: keys.key, ...keys.unique }).map(([index, on]) => {
      const [columns = ''] = on.split(' where ')
      return [index, new Duplicate(name, columns.split(', '))] as const
    }),
  ),
)

/** Which row exists already, by the name of the index that a machine refused with: `operations_pkey_102008`. The message is in the server's language. */
export function duplicateIn(message: string): Duplicate | undefined {
  const [, index = ''] = /([a-z][a-z_0-9]*?)_\d+(?![a-z_0-9])/.exec(message) ?? []
  const found = unique.get(index)
  return found && new Duplicate(found.table, found.columns)
}

// `cobro reconcile` and `cobro open`: compares a network's statement with the books, and lists open items.
import { createReadStream, statSync } from 'node:fs'
import { pino } from 'pino'
import type { Config } from '../config.ts'
import { Failure } from '../core/failure.ts'
import { formatAmount } from '../core/money.ts'
import { closeLine } from '../reconciliation/close.ts'
import { eachOpen } from '../reconciliation/open.ts'
import { findingText, presentFinding } from '../reconciliation/present.ts'
import { createService } from '../service.ts'
import type { Store } from '../store/store.ts'
import { NothingRead, Refused } from './command.ts'
import { type Opened, tell } from './opened-database.ts'
import { shownJson, shownRow } from './shown-text.ts'
import { atTerminal, reasonOf } from './terminal.ts'

type Say = (text: string) => void

/**
 * Findings one a line, then the counts. Exit code 1 when there are findings. The service is built, so that a statement's payments are
 * processed as a network's reports; it does not listen and runs no background work.
 */
export async function reconcileFile(
  config: Config,
  file: string,
  { corrects, asJson, print }: { corrects: string | undefined; asJson: boolean; print: Say },
) {
  // A pipe cannot be read twice.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new NothingRead(`There is no file ${file}.`)
  // The output is for programs too: the log goes to stderr.
  const service = await createService(config, { log: pino({ level: 'error' }, process.stderr) })
  try {
    const { counts, network, firstDay, lastDay, id, isRepeated } = await service.reconcile({
      source: () => createReadStream(file),
      accountId: undefined,
      correction: corrects === undefined ? undefined : { statement: corrects, by: atTerminal('reconcile') },
      onFinding: (finding) =>
        print(asJson ? shownJson(JSON.stringify(presentFinding(finding))) : findingText(finding).replaceAll('\n', '�')),
    })
    const found = counts.malformed + counts.extra + counts.different + counts.contradiction + counts.missing
    const shown = Object.entries(counts).map(([name, count]) => `${name} ${count}`)
    const what = `${id}\t${network}\t${firstDay}\t${lastDay}`
    print(
      asJson
        ? JSON.stringify({
            ...{ id, network, start_date: firstDay, end_date: lastDay, repeated: isRepeated },
            ...{ corrects: corrects ?? null, counts },
          })
        : `${what}${isRepeated ? '\tread before' : ''}\n${shown.join('\t')}`,
    )
    if (found > 0) process.exitCode = 1
  } catch (error) {
    throw asRefused(error)
  } finally {
    await service.close()
  }
}

export async function closeStatementLine(
  needs: Opened,
  id: string,
  { because, asJson }: { because: string | undefined; asJson: boolean },
): Promise<void> {
  const closing = { by: atTerminal('reconcile close'), because: because === undefined ? because : reasonOf(because) }
  await closeLine(needs, id, closing).catch((error: unknown) => {
    throw asRefused(error)
  })
  tell(asJson, `${id} is written off`, { id, closed: true })
}

/** One line each: kind, id, account, amount, since when, why. */
export async function listOpen(store: Store, { asJson, print }: { asJson: boolean; print: Say }): Promise<number> {
  let count = 0
  for await (const { kind, id, accountId, amountCentavos, since, because } of eachOpen(store)) {
    const amount = formatAmount(amountCentavos)
    const texts = [kind, id, accountId, amount, since, because]
    print(
      asJson ? shownJson(JSON.stringify({ kind, id, account: accountId, amount, since, because })) : shownRow(texts),
    )
    count += 1
  }
  return count
}

function asRefused(error: unknown): unknown {
  return error instanceof Failure ? new Refused(error.sentence('en')) : error
}

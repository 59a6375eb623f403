// `cobro reconcile` and `cobro open`: compares a network's statement with the books, and lists open items.
import { createReadStream, readFileSync, statSync } from 'node:fs'
import { pino } from 'pino'
import type { Config } from '../../config.ts'
import { inLanguage } from '../../core/language/bilingual.ts'
import { formatAmount } from '../../core/money.ts'
import { isDay } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { closeLine } from '../../reconciliation/close.ts'
import { readLayout } from '../../reconciliation/formats/layout.ts'
import type { OpenItem } from '../../reconciliation/open.ts'
import { findingText, presentFinding, presentIgnored } from '../../reconciliation/present.ts'
import type { Finding } from '../../reconciliation/reconcile.ts'
import { eachOpen } from '../../service/open-items.ts'
import { createService } from '../../service.ts'
import type { Store } from '../../store/store.ts'
import { NothingRead, Refused, UsageError } from '../developer/command.ts'
import { shownJson, shownRow } from '../terminal/shown-text.ts'
import { say, terminalLanguage, type Words } from '../terminal/speech.ts'
import { atTerminal, reasonOf } from '../terminal/typed.ts'
import { type Opened, tell, tellEach } from './opened-database.ts'
import type { AdminOptions } from './options.ts'

type Print = (text: string) => void

/**
 * Findings one a line, then the counts. Exit code 1 when there are findings. The service is built, so that a statement's payments are
 * processed as a network's reports; it does not listen and runs no background work.
 */
export async function reconcileFile(
  config: Config,
  file: string,
  options: Pick<AdminOptions, 'corrects' | 'layout' | 'firstDay' | 'lastDay'> & { asJson: boolean; print: Print },
) {
  // A pipe cannot be read twice.
  if (!statSync(file, { throwIfNoEntry: false })?.isFile())
    throw new NothingRead(say(['No hay un archivo {file}.', 'There is no file {file}.'], { file }))
  const { corrects, asJson, print } = options
  const layout = layoutOf(options)
  // The output is for programs too: the log goes to stderr.
  const service = await createService(config, { log: pino({ level: 'error' }, process.stderr) })
  try {
    const { counts, ignored, network, firstDay, lastDay, id, isRepeated } = await service.reconcile({
      source: () => createReadStream(file),
      accountId: undefined,
      layout,
      correction: corrects === undefined ? undefined : { statement: corrects, by: atTerminal('reconcile') },
      onFinding: (finding) =>
        print(
          asJson ? shownJson(JSON.stringify(presentFinding(finding, 'en'))) : findingRow(finding).replaceAll('\n', '�'),
        ),
    })
    const findings = counts.malformed + counts.extra + counts.different + counts.contradiction + counts.missing
    const unread = presentIgnored(ignored, terminalLanguage())
    if (!asJson)
      for (const { because, rule, lines, line, text } of unread)
        print(
          shownRow([
            found('ignored'),
            say(['línea ', 'line ']) + line,
            say(['{lines} en total', '{lines} in all'], { lines }),
            rule === null ? because : `${because}: ${rule}`,
            text,
          ]),
        )
    const shown = Object.entries(counts).map(([name, count]) => `${found(name)} ${count}`)
    const what = `${id}\t${network}\t${firstDay}\t${lastDay}`
    print(
      asJson
        ? JSON.stringify({
            ...{ id, network, start_date: firstDay, end_date: lastDay, repeated: isRepeated },
            ...{ corrects: corrects ?? null, counts, ignored: presentIgnored(ignored, 'en') },
          })
        : `${what}${isRepeated ? `\t${say(['ya se había leído', 'read before'])}` : ''}\n${shown.join('\t')}`,
    )
    if (findings > 0) process.exitCode = 1
  } catch (error) {
    throw asRefused(error)
  } finally {
    await service.close()
  }
}

/** No layout is longer. */
const MAX_LAYOUT_BYTES = 64 * 1024

function layoutOf({ layout: file, firstDay, lastDay }: Pick<AdminOptions, 'layout' | 'firstDay' | 'lastDay'>) {
  for (const [name, day] of Object.entries({ 'first-day': firstDay, 'last-day': lastDay })) {
    if (day === undefined) continue
    if (!isDay(day)) throw new UsageError(`--${name} must be a date YYYY-MM-DD`)
    if (file === undefined) throw new UsageError(`--${name} comes with --layout: the file says its days already`)
  }
  if (file === undefined) return undefined
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) throw new NothingRead(say(['No hay un archivo {file}.', 'There is no file {file}.'], { file }))
  if (found.size > MAX_LAYOUT_BYTES) throw new Refused(`${file} is longer than 64 KiB: it is no layout`)
  try {
    return { layout: readLayout(JSON.parse(readFileSync(file, 'utf8'))), days: { firstDay, lastDay } }
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refused(`${file} is no JSON: ${error.message}`)
    if (!(error instanceof Failure)) throw error
    const faults = Object.values(error.options.fields ?? {}).flatMap((problems) =>
      problems.map(([, english]) => english),
    )
    throw new Refused(`${file} is no layout: ${faults.join('; ')}`)
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
  tell(asJson, say(['{id} se dio de baja', '{id} is written off'], { id }), { id, closed: true })
}

/** One line each: kind, id, account, amount, since when, why. */
export async function listOpen(store: Store, asJson: boolean): Promise<number> {
  return tellEach(asJson, eachOpen(store), ({ kind, id, accountId, amountCentavos, since, because, code }) => {
    const amount = formatAmount(amountCentavos)
    return {
      text: shownRow([say(OPEN_KINDS[kind]), id, accountId, amount, since, inLanguage(because, terminalLanguage())]),
      data: { kind, id, account: accountId, amount, since, because: code ?? because[1] },
    }
  })
}

const OPEN_KINDS: Record<OpenItem['kind'], Words> = {
  held: ['por resolver', 'held'],
  charge: ['cobro', 'charge'],
  capture: ['captura', 'capture'],
  reversal: ['cancelación', 'reversal'],
  refund: ['devolución', 'refund'],
  transfer: ['transferencia', 'transfer'],
  line: ['línea', 'line'],
  statement: ['estado de cuenta', 'statement'],
  receivable: ['por cobrar', 'receivable'],
}

/** The words of a statement's findings and counts. */
const FOUND: Record<string, Words> = {
  lines: ['líneas', 'lines'],
  matched: ['coinciden', 'matched'],
  stated: ['declaradas', 'stated'],
  repeated: ['repetidas', 'repeated'],
  malformed: ['ilegibles', 'malformed'],
  extra: ['de más', 'extra'],
  different: ['distintas', 'different'],
  contradiction: ['contradicen', 'contradiction'],
  missing: ['faltan', 'missing'],
  superseded: ['sustituidas', 'superseded'],
  ignored: ['no leídas', 'not read'],
}

const found = (name: string) => say(FOUND[name] ?? [name, name])

/** A finding as a line; its last columns are ids and amounts. */
function findingRow(finding: Finding): string {
  const [kind = '', where = '', ...rest] = findingText(finding, terminalLanguage()).split('\t')
  const place = where
    .replace(/^line (?=\d)/, say(['línea ', 'line ']))
    .replace(/^on record$/, say(['en libros', 'on record']))
  return [found(kind), place, ...rest].join('\t')
}

function asRefused(error: unknown): unknown {
  return error instanceof Failure ? new Refused(error.sentence(terminalLanguage())) : error
}

// `cobro audit`: checks the books, compares them with checkpoints that were printed earlier, and prints those checkpoints to be stored elsewhere.
import { existsSync, readFileSync } from 'node:fs'
import { type Language, same } from '../../core/language/bilingual.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { NothingRead, UsageError } from '../developer/command.ts'
import { shownJson } from '../terminal/shown-text.ts'
import { say, terminalLanguage, type Words } from '../terminal/speech.ts'
import { print } from './opened-database.ts'

export interface AuditOptions {
  accountId: string | undefined
  asJson: boolean
  /** Print the checkpoints, and the rows behind them, instead of an audit. */
  heads: boolean
  rows: boolean
  /** A file that `--heads` has printed. */
  against: string | undefined
}

interface Opened extends StoreAndClock {
  name: string
  /** Undefined: without the keys. */
  openSealed: import('../../audit/audit.ts').AuditOptions['openSealed']
}

/** Exit code 1 on a finding. Throws `NothingRead` when the database is empty or the file holds no checkpoints. */
export async function auditCommand(opened: Opened, options: AuditOptions): Promise<void> {
  const { heads, rows, against, accountId } = options
  if (rows && !heads) throw new UsageError(say(['--rows va con --heads', '--rows goes with --heads']))
  if (heads && (against !== undefined || accountId !== undefined))
    throw new UsageError(
      say([
        '--heads imprime los sellos de todas las cuentas, y no compara nada',
        '--heads prints those of all accounts, and compares nothing',
      ]),
    )
  return heads ? printCheckpoints(opened, rows) : audit(opened, options)
}

async function printCheckpoints({ store, clock, name }: Opened, rows: boolean): Promise<void> {
  const [{ checkpointsIn, checkpointsText }, { withRows }, { timeOf }] = await Promise.all([
    import('../../ledger/checkpoints-file.ts'),
    import('../../ledger/verify-books.ts'),
    import('../../store/clock-state.ts'),
  ])
  const text = await store.snapshot(async (snapshot) => {
    const checkpoints = await checkpointsIn(snapshot.db)
    if (checkpoints.days.length === 0)
      throw new NothingRead(
        say(
          [
            'Todavía no hay sellos en {name}: el servicio los escribe cada hora, diez minutos después.',
            'There are no checkpoints in {name} yet: the service writes them every hour, ten minutes behind.',
          ],
          { name },
        ),
      )
    return checkpointsText(rows ? await withRows(snapshot, checkpoints, await timeOf(snapshot, clock)) : checkpoints)
  })
  print(text)
}

async function audit(opened: Opened, { accountId, asJson, against }: AuditOptions): Promise<void> {
  const { store, name } = opened
  const [{ audit, counted }, { progressText, reportText }] = await Promise.all([
    import('../../service/audit.ts'),
    import('../../audit/report-text.ts'),
  ])
  // Programs that read JSON compare the sentences.
  const language = asJson ? 'en' : terminalLanguage()
  const kept = await readKept(against)
  const onTerminal = process.stderr.isTTY && !asJson
  const report = await audit(store, {
    language,
    ...(accountId !== undefined && { accountId }),
    ...(opened.openSealed && { openSealed: opened.openSealed }),
    onProgress: (counts) => {
      if (onTerminal) process.stderr.write(`\r\x1b[2K${progressText(counts, counted, language)}`)
    },
  })
  if (onTerminal) process.stderr.write('\r\x1b[2K')
  const isEmpty = Object.values(report.counts).every((count) => count === 0)
  if (isEmpty && report.clean && kept.length === 0)
    throw new NothingRead(
      say(
        [
          'Todavía no hay nada que auditar en {name}: mira DATABASE_URL si debería haber.',
          'There is nothing to audit in {name} yet: look at DATABASE_URL if there should be.',
        ],
        { name },
      ),
    )
  const chain = accountId === undefined || kept.length > 0 ? await compared(opened, kept, language) : undefined
  const isAltered = (chain?.faults.length ?? 0) > 0
  const text = [
    name,
    '',
    reportText(report, counted, { language, isAltered }),
    ...(chain === undefined ? [] : [chainText(chain)]),
  ].join('\n')
  print(asJson ? shownJson(JSON.stringify({ database: name, ...report, ...(chain && { chain }) }, null, 2)) : text)
  if (!report.clean || isAltered) process.exitCode = 1
}

type Kept = Parameters<typeof import('../../ledger/verify-books.ts')['verifyBooks']>[1]['kept']
type ChainReport = Awaited<ReturnType<typeof import('../../ledger/verify-books.ts')['verifyBooks']>>

async function readKept(file: string | undefined): Promise<Kept> {
  if (file === undefined) return []
  if (!existsSync(file)) throw new NothingRead(say(['No hay un archivo {file}.', 'There is no file {file}.'], { file }))
  const { readCheckpoints, NoCheckpoints } = await import('../../ledger/checkpoints-file.ts')
  try {
    return [{ source: same(file), checkpoints: readCheckpoints(readFileSync(file, 'utf8')) }]
  } catch (error) {
    if (error instanceof NoCheckpoints)
      throw new NothingRead(
        say(['{file} no tiene sellos: {why}.', '{file} holds no checkpoints: {why}.'], { file, why: error.message }),
      )
    throw error
  }
}

/** Checkpoints that cannot be read do not hide what the audit has found. */
async function compared(opened: Opened, kept: Kept, language: Language): Promise<ChainReport> {
  try {
    return await compare(opened, kept, language)
  } catch (error) {
    const [{ presentFault }, { unreadableIn }] = await Promise.all([
      import('../../audit/findings.ts'),
      import('../../audit/unreadable.ts'),
    ])
    return { days: 0, records: 0, faults: [presentFault(unreadableIn('book_days', error), language)] }
  }
}

/** Compares with the stored checkpoints, and with those in the database itself. */
async function compare({ store, clock }: Opened, kept: Kept, language: Language): Promise<ChainReport> {
  const [{ checkpointsIn }, { THIS_DATABASE, verifyBooks }, { timeOf }] = await Promise.all([
    import('../../ledger/checkpoints-file.ts'),
    import('../../ledger/verify-books.ts'),
    import('../../store/clock-state.ts'),
  ])
  return store.snapshot(async (snapshot) => {
    const own = { source: THIS_DATABASE, checkpoints: await checkpointsIn(snapshot.db) }
    return verifyBooks(snapshot, { kept: [...kept, own], nowMs: await timeOf(snapshot, clock), language })
  })
}

function chainText({ days, records, faults }: ChainReport): string {
  const values = { days: days.toLocaleString('en'), records: records.toLocaleString('en') }
  const read = say(
    ['{days} sellos de días, {records} registros', '{days} checkpoints of days, {records} records'],
    values,
  )
  if (faults.length === 0)
    return say(
      [
        'Los registros son los que se sellaron: {read}.',
        'The records are those of which the checkpoints were written: {read}.',
      ],
      { read },
    )
  const lines = faults.flatMap(({ id, expected, found }) => [
    `${say(['FALLA', 'FAIL'])}  ${id}`,
    `      ${say(['debía ser', 'expected'])} ${expected}`,
    `      ${say(['es       ', 'found   '])} ${found}`,
  ])
  const verdict: Words = [
    'Los registros no son los que se sellaron: {read}.',
    'The records are not those of which the checkpoints were written: {read}.',
  ]
  return [...lines, say(verdict, { read })].join('\n')
}

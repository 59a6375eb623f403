// Hashes the records of a database again and compares the result with checkpoints: those in the database, or those kept
// elsewhere.
import { type Fault, type PresentedFault, presentFault } from '../audit/findings.ts'
import { type Bilingual, filled, type Language } from '../core/language/bilingual.ts'
import { addDays, dayStartMs, mexicoCityDay } from '../core/time.ts'
import type { Snapshot } from '../store/store.ts'
import { checkpointOfAccount, checkpointOfDay, continued, type Part, type Parts } from './book-checkpoints.ts'
import { type Firsts, firstsFrom, oldestMs, recordsFrom, recordsOfNoDay, tablesUntil } from './book-firsts.ts'
import { recordsBetween } from './book-records.ts'
import { bookTables } from './book-tables.ts'
import { type Checkpoints, type DayCheckpoints, rowsKey } from './checkpoints-file.ts'
import { BEHIND_MS } from './close-books.ts'

/** A record or checkpoint that has changed since the checkpoint was made. Its id: account, day and table, as far as they are known, as in `acc_1 2026-11-20 operations`. */
type ChainFault = PresentedFault

export interface ChainReport {
  /** The compared checkpoints of days, and the records that were read for them. */
  days: number
  records: number
  /** The first fault of each account and table, oldest first. */
  faults: ChainFault[]
}

export interface Kept {
  /** Their name in faults: the database or a file name. */
  source: Bilingual
  checkpoints: Checkpoints
}

const MAX_FAULTS = 100

/** The name of the checkpoints that the database itself has. */
export const THIS_DATABASE: Bilingual = ['la base de datos', 'the database']

const texts = {
  now: ['escrito antes de ahora', 'written before now'],
  future: ['un instante en el futuro', 'an instant in the future'],
  someDay: ['escrito algún día', 'written on some day'],
  noDay: ['antes de todo tiempo', 'before all time'],
  record: ['el registro {}', 'record {}'],
  asWritten: ['el registro {} como se escribió', 'record {} as it was written'],
  changed: ['el registro {}, cambiado', 'record {} changed'],
  noRecord: ['no hay tal registro', 'no such record'],
  headOf: ['el sello {} de {}', 'checkpoint {} of {}'],
  head: ['el sello {}', 'checkpoint {}'],
  headFrom: ['el sello {} ({})', 'checkpoint {} ({})'],
  none: ['nada', 'none'],
  before: [
    'el sello {}: lo anterior difiere, o el sello se cambió',
    'checkpoint {}: what came before differs, or the checkpoint was changed',
  ],
  daysBefore: [
    'el sello {}: días anteriores difieren, o el sello se cambió',
    'checkpoint {}: days before it differ, or the checkpoint was changed',
  ],
  from: ['{} ({})', '{} ({})'],
  records: ['{} registros, huella {}', '{} records, hash {}'],
  noCheckpoint: ['ningún sello: no hay registros de ese día', 'no checkpoint: there are no records of that day'],
  noRecords: ['ningún registro', 'no records'],
} as const satisfies Record<string, Bilingual>

/**
 * Reads everything older than the last checkpoint, in the order of hashing. A difference is reported by account, day and table,
 * and with kept rows (`--rows`) also by record.
 */
export async function verifyBooks(
  { db, pause }: Snapshot,
  { kept, nowMs, language = 'en' }: { kept: Kept[]; nowMs: number; language?: Language },
  onRecord: (key: string, id: string, part: Part) => void = () => {},
): Promise<ChainReport> {
  const sections = kept.flatMap(({ source, checkpoints }) => sectionsOf(source, checkpoints))
  const untils = kept.flatMap(({ source, checkpoints }) =>
    checkpoints.untilAt === null ? [] : [{ source, rows: checkpoints.rows, untilMs: Date.parse(checkpoints.untilAt) }],
  )
  const lastMs = Math.max(0, ...[...sections, ...untils].map(({ untilMs }) => untilMs))
  const faults = createFaults(language)
  const accountCheckpoints = new Map<string, string>()
  let dayHead = ''
  let records = 0

  let firsts: Firsts | undefined
  for (let atMs = 0; ; ) {
    firsts = atMs < lastMs ? await firstsFrom(db, atMs, firsts) : undefined
    const [day, startMs] = nextDay(atMs, firsts)
    if (day === undefined) break
    const endMs = dayStartMs(addDays(day, 1))
    // If a source covers a day without a checkpoint, the day had no records.
    const without = untils
      .filter(
        ({ source, untilMs }) =>
          untilMs > startMs &&
          !sections.some((one) => one.day === day && one.source === source && one.only === undefined),
      )
      .map((one) => ({
        ...one,
        day,
        untilAt: '',
        head: undefined,
        accounts: new Map(),
        untilMs: Math.min(one.untilMs, endMs),
      }))
    const ofDay = [...sections.filter((one) => one.day === day), ...without].sort((a, b) => a.untilMs - b.untilMs)
    const state = new Map<string, Parts>()
    let readMs = startMs
    const readUntil = async (untilMs: number) => {
      for (const table of untilMs > readMs ? tablesUntil(untilMs, firsts) : []) {
        for await (const some of recordsBetween(db, table, { fromMs: readMs, untilMs })) {
          for (const { id, accountId, text } of some) {
            const parts = state.get(accountId) ?? {}
            state.set(accountId, parts)
            const part = continued(parts[table], text)
            parts[table] = part
            const key = rowsKey(accountId, day, table)
            faults.record(ofDay, key, id, part)
            onRecord(key, id, part)
          }
          records += some.length
          await pause()
        }
      }
      readMs = Math.max(readMs, untilMs)
    }
    const checkpointsNow = () =>
      new Map(
        [...state].map(([accountId, parts]) => {
          const previous = accountCheckpoints.get(accountId) ?? ''
          return [accountId, checkpointOfAccount({ previous, accountId, day, parts })]
        }),
      )
    for (const section of ofDay) {
      await readUntil(Math.min(section.untilMs, endMs))
      const checkpoints = checkpointsNow()
      faults.compare(section, { state, checkpoints, head: checkpointOfDay({ previous: dayHead, day, checkpoints }) })
    }
    await readUntil(Math.min(endMs, lastMs))
    const checkpoints = checkpointsNow()
    if (checkpoints.size > 0) dayHead = checkpointOfDay({ previous: dayHead, day, checkpoints })
    for (const [accountId, head] of checkpoints) accountCheckpoints.set(accountId, head)
    atMs = endMs
  }
  for (const { table, id } of await recordsFrom(db, nowMs + BEHIND_MS)) {
    faults.add(`${table} ${id}`, {
      id: `${table} ${id}`,
      expected: texts.now,
      found: texts.future,
    })
  }
  for (const { table, id } of await recordsOfNoDay(db)) {
    faults.add(`${table} ${id}`, { id: `${table} ${id}`, expected: texts.someDay, found: texts.noDay })
  }
  return { days: sections.length, records, faults: faults.all() }

  /** The next day that has records or a checkpoint. */
  function nextDay(atMs: number, firsts: Firsts | undefined): [day: string | undefined, startMs: number] {
    const first = firsts && oldestMs(firsts)
    const days = [
      ...(first !== undefined && first < lastMs ? [mexicoCityDay(first)] : []),
      ...sections.map(({ day }) => day).filter((day) => dayStartMs(day) >= atMs),
    ].sort()
    const [day] = days
    return [day, day === undefined ? atMs : Math.max(atMs, dayStartMs(day))]
  }
}

/** Without a checkpoint: there were no records. */
type Section = Omit<DayCheckpoints, 'head'> & {
  head: string | undefined
  source: Bilingual
  rows: Checkpoints['rows']
  /** Accounts that are compared at another instant of the day. */
  except?: ReadonlySet<string>
  /** The only accounts that are compared. */
  only?: ReadonlySet<string>
}

/** A day is compared once, and accounts whose checkpoints are under way at the instant that these reach. */
function sectionsOf(source: Bilingual, { days, underWay, rows }: Checkpoints): (Section & { untilMs: number })[] {
  const ahead = new Set(underWay?.accounts.keys())
  const all = days.map((day) => ({
    ...day,
    source,
    rows,
    untilMs: Date.parse(day.untilAt),
    ...(day.day === underWay?.day && { except: ahead }),
  }))
  if (underWay === undefined) return all
  return [...all, { ...underWay, source, rows, untilMs: Date.parse(underWay.untilAt), head: undefined, only: ahead }]
}

function createFaults(language: Language) {
  const found = new Map<string, ChainFault>()
  const counts = new Map<string, number>()
  /**
   * Accounts whose checkpoint already differs from a source. Each checkpoint includes the previous one, so all later checkpoints differ and
   * are not reported.
   */
  const broken = new Set<string>()
  const add = (key: string, fault: Fault) => {
    if (!found.has(key) && found.size < MAX_FAULTS) found.set(key, presentFault(fault, language))
  }
  const rowFault = (key: string, expected: Bilingual, there: Bilingual) => add(key, { id: key, expected, found: there })

  return {
    add,
    all: () => [...found.values()],
    /** Compares a record with the kept record at its place, if rows were kept. */
    record: (sections: Section[], key: string, id: string, { hash, records }: Part) => {
      counts.set(key, records)
      for (const { rows } of sections) {
        const was = rows.get(key)?.[records - 1]
        if (was === undefined || found.has(key)) continue
        if (was.id !== id) rowFault(key, filled(texts.record, was.id), filled(texts.record, id))
        else if (!hash.startsWith(was.mark)) rowFault(key, filled(texts.asWritten, id), filled(texts.changed, id))
      }
    },
    compare: (
      section: Section,
      existing: { state: Map<string, Parts>; checkpoints: Map<string, string>; head: string },
    ) => {
      const { day, source, accounts, rows } = section
      // Anybody can compute the checkpoint of no records; none is ever made.
      if (section.head === existing.head && existing.state.size === 0)
        add(`checkpoint ${day}`, {
          id: day,
          expected: texts.noCheckpoint,
          found: filled(texts.headOf, section.head, source),
        })
      if (accounts.size === 0 && section.head !== undefined) {
        if (section.head !== existing.head)
          add(`${day}`, {
            id: day,
            expected: filled(texts.headOf, section.head, source),
            found: filled(texts.head, existing.head),
          })
        return
      }
      const { only, except } = section
      for (const accountId of only ?? new Set([...accounts.keys(), ...existing.state.keys()])) {
        if (except?.has(accountId) === true) continue
        const was = accounts.get(accountId)
        const parts = existing.state.get(accountId) ?? {}
        let partsAreSame = true
        for (const table of bookTables) {
          const [expected, now] = [was?.parts[table], parts[table]]
          if (expected?.hash === now?.hash && expected?.records === now?.records) continue
          partsAreSame = false
          const key = rowsKey(accountId, day, table)
          const next = rows.get(key)?.[counts.get(key) ?? 0]
          if (next !== undefined) rowFault(key, filled(texts.record, next.id), texts.noRecord)
          else rowFault(key, filled(texts.from, partText(expected), source), partText(now))
        }
        const head = existing.checkpoints.get(accountId)
        const isBroken = broken.has(`${source[1]} ${accountId}`)
        if (!partsAreSame || was?.head !== head) broken.add(`${source[1]} ${accountId}`).add(source[1])
        if (partsAreSame && !isBroken && was?.head !== head)
          add(`checkpoint ${accountId}`, {
            id: `${accountId} ${day}`,
            expected: filled(texts.headFrom, was?.head ?? texts.none, source),
            found: filled(texts.before, head ?? texts.none),
          })
      }
      if (!broken.has(source[1]) && section.head !== undefined && section.head !== existing.head)
        add('head', {
          id: day,
          expected: filled(texts.headFrom, section.head, source),
          found: filled(texts.daysBefore, existing.head),
        })
    },
  }
}

function partText(part: Part | undefined): Bilingual {
  return part === undefined ? texts.noRecords : filled(texts.records, part.records, part.hash.slice(0, 16))
}

/** Adds to checkpoints every record that they cover, in order, to be kept with them. */
export async function withRows(snapshot: Snapshot, checkpoints: Checkpoints, nowMs: number): Promise<Checkpoints> {
  const rows: Checkpoints['rows'] = new Map()
  const lastOf = new Map(checkpoints.days.map(({ day, untilAt }) => [day, untilAt]))
  await verifyBooks(snapshot, { kept: [{ source: THIS_DATABASE, checkpoints }], nowMs }, (key, id, { hash }) => {
    if (!lastOf.has(key.split(' ')[1] ?? '')) return
    const all = rows.get(key) ?? []
    rows.set(key, all)
    all.push({ id, mark: hash.slice(0, 16) })
  })
  return { ...checkpoints, rows }
}

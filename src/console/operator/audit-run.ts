// An audit of all books that the operator requests: one at a time in this process, in the background, because it may take minutes.
import type { AuditReport } from '../../audit/audit.ts'
import { presentFault } from '../../audit/findings.ts'
import { unreadableIn } from '../../audit/unreadable.ts'
import { checkpointsIn } from '../../ledger/checkpoints-file.ts'
import { type ChainReport, THIS_DATABASE, verifyBooks } from '../../ledger/verify-books.ts'
import { timeOf } from '../../store/clock-state.ts'
import type { ConsoleNeeds } from '../needs.ts'

interface AuditState {
  running: boolean
  startedAt: string | null
  finishedAt: string | null
  /** Rows read so far, or by the last finished audit. */
  read: number
  report: AuditReport | null
  /** The comparison of the records with the checkpoints in the database. */
  chain: ChainReport | null
  /** Whether the last audit could not be finished. */
  failed: boolean
}

interface AuditRun {
  state(): AuditState
  /** Begins an audit, unless one is under way. */
  start(): void
  /** Stops the audit under way, because the process ends. */
  stop(): void
}

export function auditRun({ store, clock, audit }: Pick<ConsoleNeeds, 'store' | 'clock' | 'audit'>): AuditRun {
  let state: AuditState = {
    running: false,
    startedAt: null,
    finishedAt: null,
    read: 0,
    report: null,
    chain: null,
    failed: false,
  }
  let stopped = false
  const goOn = () => {
    if (stopped) throw new Error('the process ends')
  }
  const work = async () => {
    const report = await audit({
      onProgress: (counts) => {
        goOn()
        state = { ...state, read: Object.values(counts).reduce((sum, count) => sum + count, 0) }
      },
    })
    const compare = store.snapshot(async (snapshot) => {
      const kept = [{ source: THIS_DATABASE, checkpoints: await checkpointsIn(snapshot.db) }]
      return verifyBooks(snapshot, { kept, nowMs: await timeOf(snapshot, clock) }, goOn)
    })
    // Checkpoints that cannot be read do not hide what the audit has found.
    const chain = await compare.catch((error: unknown) => ({
      days: 0,
      records: 0,
      faults: [presentFault(unreadableIn('book_days', error), 'en')],
    }))
    return { report, chain }
  }
  return {
    state: () => state,
    stop: () => {
      stopped = true
    },
    start: () => {
      if (state.running) return
      state = { ...state, running: true, startedAt: clock.now(), read: 0 }
      work().then(
        (found) => {
          state = { ...state, ...found, running: false, failed: false, finishedAt: clock.now() }
        },
        () => {
          state = { ...state, running: false, failed: true, finishedAt: clock.now() }
        },
      )
    },
  }
}

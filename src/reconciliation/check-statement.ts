// The first pass over a statement. It is read to its trailer before anything is recorded, so that a truncated file is refused whole.
import { createHash } from 'node:crypto'
import { maskedStart } from '../core/cards/mask.ts'
import { addDays, type Day } from '../core/time.ts'
import { Failure } from '../failures.ts'
import { furtherLines, type Noted } from './further-lines.ts'
import type { LineFault, StatementHeader } from './movement.ts'
import type { LineChecks } from './read-movement.ts'
import type { Piece } from './read-statement.ts'

/** Opens the bytes of a statement from the beginning, at every call. */
export type Source = () => AsyncIterable<Uint8Array>

/** Reads the pieces of a statement, whatever its format. */
export type ReadPieces = (bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Piece>

export interface CheckedStatement {
  header: StatementHeader
  /** SHA-256 in hexadecimal, which identifies the file and how it is read. */
  hash: string
  lines: number
  sumCentavos: number
  /** The first line that cannot be read. */
  malformed: { line: number; fault: LineFault } | undefined
  further: Noted
}

/** A statement of a month may be read while the month runs, but none says anything about days that lie further ahead. */
const MAX_DAYS_AHEAD = 31

/**
 * Throws `statement-unreadable`, `statement-half` (no trailer, or one with another number of lines or another sum), `statement-network`
 * when no connector has the network's name, and `statement-future` when its days run too far ahead. `as`: how the file is read, when it is not in our format. The sum is not compared when the amount of a line cannot be read.
 */
export async function checkStatement(
  source: Source,
  { read, checks, as }: { read: ReadPieces; checks: LineChecks; as: object | undefined },
): Promise<CheckedStatement> {
  const hash = createHash('sha256')
  if (as !== undefined) hash.update(JSON.stringify(as))
  let header: StatementHeader | undefined
  let [lines, sumCentavos, unreadable] = [0, 0, 0]
  let malformed: CheckedStatement['malformed']
  const further = furtherLines()
  for await (const piece of read(hashed(source(), hash))) {
    switch (piece.kind) {
      case 'header':
        header = piece.header
        if (checks.railsOf(header.network) === undefined)
          throw new Failure('statement-network', { values: { network: maskedStart(header.network, 100) } })
        refuseFuture(header.lastDay, checks)
        break
      case 'movement':
        lines += 1
        sumCentavos += piece.movement.amountCentavos
        further.note(piece.movement)
        break
      case 'malformed':
        lines += 1
        malformed ??= { line: piece.number, fault: piece.faults[0] ?? 'unreadable' }
        if (piece.amountCentavos === undefined) unreadable += 1
        else sumCentavos += piece.amountCentavos
        break
      case 'trailer': {
        const isSame = piece.lines === lines && (unreadable > 0 || piece.sumCentavos === sumCentavos)
        if (!isSame) throw new Failure('statement-half')
        sumCentavos = piece.sumCentavos
      }
    }
  }
  if (header === undefined) throw new Failure('statement-unreadable')
  return { header, hash: hash.digest('hex'), lines, sumCentavos, malformed, further }
}

function refuseFuture(day: Day, { today }: LineChecks): void {
  const latest = Object.values(today).sort().at(-1) ?? ''
  if (day <= addDays(latest, MAX_DAYS_AHEAD)) return
  throw new Failure('statement-future', { values: { day, days: String(MAX_DAYS_AHEAD) } })
}

async function* hashed(
  bytes: AsyncIterable<Uint8Array>,
  hash: ReturnType<typeof createHash>,
): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    hash.update(piece)
    yield piece
  }
}

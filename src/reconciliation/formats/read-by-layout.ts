// Reads a file as its layout says, into the same pieces as a statement in our own format: the header is made of the days of its lines.
import { maskedStart } from '../../core/cards/mask.ts'
import type { Day } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import type { Source } from '../check-statement.ts'
import type { StatementHeader } from '../movement.ts'
import { checkedMovement, type LineChecks } from '../read-movement.ts'
import type { Piece } from '../read-statement.ts'
import { tableBalances } from './balance-chain.ts'
import { camtRows } from './camt.ts'
import { bounded, type RowPiece } from './cells.ts'
import { csvRows } from './csv.ts'
import { dateOrders } from './date-orders.ts'
import type { Layout, Place } from './layout.ts'
import { mt940Rows } from './mt940.ts'
import { rowReader } from './row-by-layout.ts'
import { folded } from './written-values.ts'

/** The days that the file covers, if its lines do not say it: the first and last of a month without a movement, for example. */
export interface Days {
  firstDay: Day | undefined
  lastDay: Day | undefined
}

/**
 * Reads the file once for its days, its lines and their sum, and returns what reads it again, against them: a file that changed meanwhile
 * is refused.
 *
 * Throws what the readers of its format throw, `statement-date-order` when its dates are nearer in another order, `statement-days` when neither its lines nor the caller say which days it covers,
 * and `statement-account` when it is of another account, or `statement-no-account` when the layout names one and the file says none.
 */
export async function laidOut(
  source: Source,
  layout: Layout,
  days: Days,
  checks: LineChecks,
): Promise<(bytes: AsyncIterable<Uint8Array>) => AsyncGenerator<Piece>> {
  const found: Found = { firstDay: undefined, lastDay: undefined, lines: 0, sumCentavos: 0 }
  const stated: Days = { firstDay: undefined, lastDay: undefined }
  const orders = dateOrders(layout, checks.today[layout.rail])
  let isOwn = layout.own_account === undefined
  for await (const piece of readRows(source(), layout)) {
    // Each is the layout's own here: another one was refused.
    isOwn ||= (piece.kind === 'account' || piece.kind === 'row') && piece.account !== ''
    if (piece.kind === 'row') orders.add(piece)
    if (piece.kind === 'days') widen(stated, piece)
    else if (piece.kind === 'row' && piece.day !== undefined && piece.day <= checks.today[layout.rail])
      widen(found, { firstDay: piece.day, lastDay: piece.day })
  }
  if (!isOwn) throw new Failure('statement-no-account')
  // Lines of other days than those given cannot be read.
  if (days.firstDay === undefined || days.lastDay === undefined) orders.end()
  const header = headerOf(layout, days, stated, found)
  for await (const piece of pieces(source(), layout, header, checks)) count(found, piece)
  return async function* (bytes) {
    yield { kind: 'header', header }
    yield* pieces(bytes, layout, header, checks)
    yield { kind: 'trailer', lines: found.lines, sumCentavos: found.sumCentavos }
  }
}

interface Found extends Days {
  lines: number
  sumCentavos: number
}

function widen(days: Days, { firstDay, lastDay }: Days): void {
  if (firstDay !== undefined && (days.firstDay === undefined || firstDay < days.firstDay)) days.firstDay = firstDay
  if (lastDay !== undefined && (days.lastDay === undefined || lastDay > days.lastDay)) days.lastDay = lastDay
}

function headerOf({ network }: Layout, requested: Days, stated: Days, found: Days): StatementHeader {
  const lastDay = requested.lastDay ?? stated.lastDay ?? found.lastDay
  const firstDay = requested.firstDay ?? stated.firstDay ?? found.firstDay ?? lastDay
  if (firstDay === undefined || lastDay === undefined || firstDay > lastDay) throw new Failure('statement-days')
  return { network, firstDay, lastDay }
}

function count(found: Found, piece: Piece): void {
  if (piece.kind !== 'movement' && piece.kind !== 'malformed') return
  found.lines += 1
  found.sumCentavos += piece.kind === 'movement' ? piece.movement.amountCentavos : (piece.amountCentavos ?? 0)
}

async function* pieces(
  bytes: AsyncIterable<Uint8Array>,
  layout: Layout,
  header: StatementHeader,
  checks: LineChecks,
): AsyncGenerator<Piece> {
  const isSummed = layout.opening !== undefined && layout.closing !== undefined
  const isBalanced = layout.format !== 'csv' || layout.columns.balance !== undefined || isSummed
  for await (const piece of readRows(bytes, layout)) {
    if (piece.kind === 'row') {
      const checked = checkedMovement(piece.number, piece.fields, header, checks)
      yield checked.kind === 'movement' && isBalanced
        ? { ...checked, movement: { ...checked.movement, isBalanced } }
        : checked
    } else if (piece.kind === 'not-read') yield piece
    else if (piece.kind === 'unreadable') {
      const { number, fault, value } = piece
      yield { kind: 'malformed', number, faults: [fault], values: { [fault]: value }, amountCentavos: undefined }
    }
  }
}

type Read = Exclude<RowPiece, { kind: 'row' }> | (ReturnType<ReturnType<typeof rowReader>> & { kind: 'row' })

/** The rows, and what is not read. Throws what `tableBalances` throws. */
async function* readRows(bytes: AsyncIterable<Uint8Array>, layout: Layout): AsyncGenerator<Read> {
  const read = rowReader(layout)
  const balances = tableBalances(layout)
  for await (const piece of rowsOf(bounded(bytes), layout)) {
    if (piece.kind !== 'row') {
      if (piece.kind === 'unreadable') balances.broken()
      else if (piece.kind === 'account' && piece.account !== '') refuseForeign(layout, piece.account)
      yield piece
      continue
    }
    const row = read(piece)
    if (row.kind === 'not-read') yield row
    else if (row.kind !== 'row') balances.says(row)
    else {
      if (row.account !== '') refuseForeign(layout, row.account)
      balances.add(row)
      yield row
    }
  }
  balances.end()
}

function rowsOf(bytes: AsyncIterable<Uint8Array>, layout: Layout): AsyncGenerator<RowPiece> {
  switch (layout.format) {
    case 'csv':
      return csvRows(bytes, layout, namedBy(layout))
    case 'mt940':
      return mt940Rows(bytes, layout.encoding)
    case 'camt.053':
      return camtRows(bytes, layout.encoding)
  }
}

/** The columns that a layout names, each once. */
function namedBy({ columns, kinds, ignore = [], opening, closing }: Layout): string[] {
  const places = Object.values(columns).flatMap((value) => value as Place | Place[])
  const named = [
    ...places.map((place) => (typeof place === 'string' ? place : place.column)),
    ...[...kinds, ...ignore, opening, closing].flatMap((one) => one?.column ?? []),
  ]
  return [...new Map(named.map((name) => [folded(name), name])).values()]
}

function refuseForeign({ own_account: own }: Layout, account: string): void {
  const plain = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '').toUpperCase()
  if (own === undefined || plain(account) === plain(own)) return
  throw new Failure('statement-account', { values: { account: maskedStart(account, 40) } })
}

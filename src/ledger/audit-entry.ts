// An audit's checks of an entry: it balances, has one of the names of its cause, and has exactly the lines that its cause
// posts.
import { formatAmount } from '../core/money.ts'
import type { CauseKind } from './entry-name.ts'
import type { Findings } from './findings.ts'
import type { Line } from './postings.ts'
import type { PostingRow } from './tables.ts'
import type { Tally } from './tally.ts'

/** An entry as an audit reads it. */
export interface PostedEntry {
  name: string
  /** The id before the colon. */
  cause: string
  lines: Pick<PostingRow, 'account_id' | 'ledger_account' | 'network' | 'day' | 'amount_centavos'>[]
}

/**
 * An entry balances. Its lines are counted, to be compared with the stored balances.
 */
export function checkEntry(
  found: Findings,
  tallies: Record<'balances' | 'affiliate-entries', Tally>,
  entry: PostedEntry,
): void {
  let sum = 0
  for (const line of entry.lines) {
    sum += line.amount_centavos
    tallies.balances.expect(balanceKey(line), line.amount_centavos)
    if (line.ledger_account === 'payable:affiliate')
      tallies['affiliate-entries'].expect(`${entry.name} ${line.account_id} ${line.day}`, -line.amount_centavos)
  }
  if (sum !== 0) found.add('entries-balance', { id: entry.name, expected: '0.00', found: formatAmount(sum) })
}

/** Sample: `receivable:acquirer openpay`. */
function placeText({ ledger_account: account, network }: Pick<PostingRow, 'ledger_account' | 'network'>): string {
  return network === '' ? account : `${account} ${network}`
}

/** A kept balance, by its account, place and day. */
export function balanceKey(row: Pick<PostingRow, 'account_id' | 'ledger_account' | 'network' | 'day'>): string {
  return `${row.account_id} ${placeText(row)} ${row.day}`
}

/** A cause that may post entries: its account, and the names of its entries. */
export interface Poster {
  kind: CauseKind
  accountId: string
  names: readonly string[]
}

/** An entry's name is in the closed set of its cause, and its account is the cause's. */
export function checkName(found: Findings, entry: PostedEntry, cause: Poster): void {
  const { names } = cause
  const name = entry.name.slice(entry.cause.length + 1)
  if (!names.includes(name)) {
    const expected = `of a ${cause.kind} ${names.length > 0 ? names.join(' or ') : 'no entry'}`
    found.add('entry-names', { id: entry.name, expected, found: name || 'no name' })
  }
  const owner = entry.lines[0]?.account_id ?? ''
  if (owner === cause.accountId) return
  found.add('entry-causes', { id: entry.name, expected: `an entry of ${cause.accountId}`, found: `of ${owner}` })
}

/** The entry of a cause under one of its names; undefined when there is none. */
export function entryOf(postings: PostingRow[], cause: string, what: string): PostedEntry | undefined {
  const name = `${cause}:${what}`
  const lines = postings.filter((row) => row.entry === name)
  return lines.length === 0 ? undefined : { name, cause, lines }
}

/** The entry must have exactly these lines, in any order; without lines the entry must not exist. */
export function demand(
  found: Findings,
  invariant:
    | 'payment-entries'
    | 'reversal-entries'
    | 'received-entries'
    | 'returns'
    | 'payouts'
    | 'statement-lines'
    | 'fee-statements'
    | 'disputes'
    | 'claims'
    | 'refund-entries',
  id: string,
  entry: PostedEntry | undefined,
  lines: Line[],
  accountId: string,
): void {
  if (isSame(entry?.lines ?? [], lines, accountId)) return
  const wanted = linesText(
    lines.map(({ account, network = '', amountCentavos }) => {
      return { ledger_account: account, network, amount_centavos: amountCentavos }
    }),
  )
  const existing = linesText(entry?.lines ?? [])
  if (wanted !== existing) found.add(invariant, { id, expected: wanted, found: existing })
  const owner = entry?.lines[0]?.account_id ?? accountId
  if (owner !== accountId) found.add(invariant, { id, expected: `an entry of ${accountId}`, found: `of ${owner}` })
}

/** Whether the lines equal the wanted ones in their usual order: the common case, without making text. */
function isSame(existing: PostedEntry['lines'], wanted: Line[], accountId: string): boolean {
  if (existing.length !== wanted.length) return false
  return existing.every((line, index) => {
    const { account, network = '', amountCentavos } = wanted[index] ?? {}
    const isThere = line.ledger_account === account && line.network === network
    return isThere && line.amount_centavos === amountCentavos && line.account_id === accountId
  })
}

function linesText(lines: Pick<PostingRow, 'ledger_account' | 'network' | 'amount_centavos'>[]): string {
  if (lines.length === 0) return 'no entry'
  return lines
    .map((line) => `${placeText(line)} ${formatAmount(line.amount_centavos)}`)
    .sort()
    .join(', ')
}

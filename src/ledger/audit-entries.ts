// An audit's checks of entries: each balances, has one of the names of its cause, and has exactly the lines that its cause posts.
import type { Invariant } from '../audit/invariant.ts'
import type { Scan } from '../audit/scan.ts'
import { type Bilingual, filled, joined, same } from '../core/language/bilingual.ts'
import { formatAmount } from '../core/money.ts'
import { columns } from '../store/columns.ts'
import { postingsOf } from './entry-lines.ts'
import { type CauseKind, type EntryKey, isOneOf } from './entry-name.ts'
import type { Line } from './postings.ts'
import type { PostingRow } from './tables.ts'

export const entriesBalance: Invariant = {
  name: 'entries-balance',
  meaning: ['Los renglones de cada asiento suman cero', 'The lines of every entry sum to zero'],
}

export const entryCauses: Invariant = {
  name: 'entry-causes',
  meaning: [
    'Cada asiento es de algo que existe, y de la misma cuenta',
    'Every entry belongs to something that exists, and to the same account',
  ],
}

export const entryNamesHold: Invariant = {
  name: 'entry-names',
  meaning: [
    'Cada asiento tiene uno de los nombres que su causa puede asentar',
    'Every entry has one of the names that its cause may post',
  ],
}

export const balances: Invariant = {
  name: 'balances',
  meaning: [
    'Los saldos por cuenta y día son los que resultan de contar otra vez los asientos',
    'Balances of account and day equal a recount of the postings',
  ],
  compares: 1,
}

export const affiliateEntries: Invariant = {
  name: 'affiliate-entries',
  meaning: [
    'Cada asiento de la parte de un afiliado dice de quién es: el de su operación o liquidación, y el mismo monto',
    'Every entry about the share of an affiliate says whose it is: the one of its operation or payout, and the same amount',
  ],
  compares: 1,
}

const texts = {
  ofKind: ['de {}: {}', 'of a {} {}'],
  or: [' o ', ' or '],
  noEntry: ['ningún asiento', 'no entry'],
  noName: ['sin nombre', 'no name'],
  entryOf: ['un asiento de {}', 'an entry of {}'],
  of: ['de {}', 'of {}'],
} as const satisfies Record<string, Bilingual>

const kindWords = {
  operation: ['operación', 'operation'],
  payment: ['pago', 'payment'],
  transfer: ['transferencia', 'transfer'],
  payout: ['liquidación', 'payout'],
  dispute: ['aclaración', 'dispute'],
  line: ['línea', 'line'],
  'fee-statement': ['factura de comisiones', 'fee-statement'],
  refund: ['devolución', 'refund'],
  reserve: ['reserva', 'reserve'],
  claim: ['adeudo', 'claim'],
} as const satisfies Record<CauseKind, Bilingual>

/** An entry as an audit reads it. */
export interface PostedEntry {
  name: string
  /** The id before the colon. */
  cause: string
  lines: Pick<PostingRow, 'account_id' | 'ledger_account' | 'network' | 'day' | 'amount_centavos'>[]
}

/** Checks entries, and counts their lines, to be compared with the stored balances. */
export function entryChecker({ found, tally }: Scan): (entry: PostedEntry) => void {
  const [ofBalances, ofAffiliates] = [tally(balances), tally(affiliateEntries)]
  return (entry) => {
    let sum = 0
    for (const line of entry.lines) {
      sum += line.amount_centavos
      ofBalances.expect(balanceKey(line), line.amount_centavos)
      if (line.ledger_account === 'payable:affiliate')
        ofAffiliates.expect(`${entry.name} ${line.account_id} ${line.day}`, -line.amount_centavos)
    }
    if (sum !== 0) found(entriesBalance, { id: entry.name, expected: same('0.00'), found: same(formatAmount(sum)) })
  }
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
export function checkName({ found }: Pick<Scan, 'found'>, entry: PostedEntry, cause: Poster): void {
  const { names, kind } = cause
  const name = entry.name.slice(entry.cause.length + 1)
  if (!names.includes(name)) {
    const may = names.length > 0 ? joined(names, texts.or) : texts.noEntry
    found(entryNamesHold, {
      id: entry.name,
      expected: filled(texts.ofKind, kindWords[kind], may),
      found: name === '' ? texts.noName : same(name),
    })
  }
  const owner = entry.lines[0]?.account_id ?? ''
  if (owner === cause.accountId) return
  found(entryCauses, {
    id: entry.name,
    expected: filled(texts.entryOf, cause.accountId),
    found: filled(texts.of, owner),
  })
}

/** The entry of a cause under one of its names; undefined when there is none. */
export function entryOf(postings: PostingRow[], cause: string, what: string): PostedEntry | undefined {
  const name = `${cause}:${what}`
  const lines = postings.filter((row) => row.entry === name)
  return lines.length === 0 ? undefined : { name, cause, lines }
}

/** The entry must have exactly these lines, in any order; without lines the entry must not exist. */
export function demand(
  { found }: Pick<Scan, 'found'>,
  invariant: Invariant,
  { id, entry, lines, accountId }: { id: string; entry: PostedEntry | undefined; lines: Line[]; accountId: string },
): void {
  if (isSame(entry?.lines ?? [], lines, accountId)) return
  const wanted = linesText(
    lines.map(({ account, network = '', amountCentavos }) => {
      return { ledger_account: account, network, amount_centavos: amountCentavos }
    }),
  )
  const there = linesText(entry?.lines ?? [])
  if (wanted !== there) found(invariant, { id, expected: wordsOf(wanted), found: wordsOf(there) })
  const owner = entry?.lines[0]?.account_id ?? accountId
  if (owner !== accountId)
    found(invariant, { id, expected: filled(texts.entryOf, accountId), found: filled(texts.of, owner) })
}

/** Whether the lines equal the wanted ones in their usual order: the common case, without making text. */
function isSame(there: PostedEntry['lines'], wanted: Line[], accountId: string): boolean {
  if (there.length !== wanted.length) return false
  return there.every((line, index) => {
    const { account, network = '', amountCentavos } = wanted[index] ?? {}
    const isThere = line.ledger_account === account && line.network === network
    return isThere && line.amount_centavos === amountCentavos && line.account_id === accountId
  })
}

function linesText(lines: Pick<PostingRow, 'ledger_account' | 'network' | 'amount_centavos'>[]): string {
  return lines
    .map((line) => `${placeText(line)} ${formatAmount(line.amount_centavos)}`)
    .sort()
    .join(', ')
}

function wordsOf(lines: string): Bilingual {
  return lines === '' ? texts.noEntry : same(lines)
}

/** The lines of the entries with these keys. */
export async function readPostings({ snapshot }: Scan, keys: readonly EntryKey[]): Promise<PostingRow[]> {
  if (keys.length === 0) return []
  return postingsOf(await snapshot.db.selectFrom('entries').select(columns.entries).where(isOneOf(keys)).execute())
}

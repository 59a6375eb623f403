// What an audit checks of card payments: captures of what was authorised, and advices of what was given up.
import type { Count, Invariant } from '../audit/invariant.ts'
import { eachPortion } from '../audit/portions.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import { GIVEN_UP_CODES } from '../core/cards/decline-codes.ts'
import { type Bilingual, filled } from '../core/language/bilingual.ts'
import { formatAmount } from '../core/money.ts'
import { rails } from '../core/rail.ts'
import { isOneOf } from '../ledger/entry-name.ts'
import type { AuditBeside, AuditedOperation } from '../operations/audit/beside.ts'
import type { OperationRow } from '../operations/tables.ts'
import { type Amounts, amountColumns } from '../store/changeable.ts'
import type { AdviceRow } from './tables.ts'

const captures: Invariant = {
  name: 'captures',
  meaning: [
    'Cada pago que primero se autorizó es una captura, con sus montos y a lo más lo autorizado, y ningún otro pago tiene una',
    'Every payment that was authorised first is one capture of it, with its amounts and at most what was authorised, and no other payment has one',
  ],
  compares: 1,
}

const advices: Invariant = {
  name: 'advices',
  meaning: [
    'Cada pago con tarjeta que se dio por perdido antes de conocer su respuesta tiene su aviso de reverso, y ningún otro lo tiene',
    'Every card payment that was given up before its answer was known has its reversal advice, and no other, paid or not there, has one',
  ],
  compares: 2,
}

const counts = {
  advices: { name: 'advices', words: ['avisos de reverso', 'advices'] },
  unacknowledged: { name: 'unacknowledged', words: ['avisos sin acuse', 'advices not acknowledged'] },
} as const satisfies Record<string, Count>

export const cardsAudit = {
  invariants: [captures, advices],
  counts: [counts.advices, counts.unacknowledged],
  scan: async (scan) => {
    await scanAdvices(scan)
    await scanCaptures(scan)
  },
  ofOperation: ({ tally }) => {
    const [captured, advised] = [tally(captures), tally(advices)]
    return (operation, wasPaid) => {
      const { id, total_centavos, authorized_centavos, captures_asked } = operation
      if (captures_asked > 0) captured.expect(askedKey(id), captures_asked)
      if (wasPaid && authorized_centavos !== null) captured.expect(captureKey(id, operation), 1)
      if (isUndone(operation, wasPaid)) advised.expect(id, 1, total_centavos)
    }
  },
} as const satisfies AuditBeside

const texts = {
  givenUp: ['una operación que se dio por perdida', 'an operation that was given up'],
  none: ['nada', 'none'],
  of: ['{} de {} en {}', '{} of {} at {}'],
  wasPaid: ['una que se pagó ({})', 'one that was paid ({})'],
  closedWith: ['pendiente, o cerrado en un instante', 'pending, or closed at an instant'],
  is: ['una que está {}', 'one that is {}'],
} as const satisfies Record<string, Bilingual>

/** A card payment that was declined or cancelled with an unknown outcome. */
function isUndone({ rail, status, decline_code, authorized_at }: AuditedOperation, wasPaid: boolean): boolean {
  if (rails[rail].paidBy !== 'answer') return false
  return status === 'declined'
    ? GIVEN_UP_CODES.includes(decline_code ?? '')
    : status === 'cancelled' && !wasPaid && authorized_at === null
}

async function scanCaptures(scan: Scan): Promise<void> {
  const captured = scan.tally(captures)
  await eachPortion(scan, { table: 'captures', limit: BATCH_SIZE }, (rows) => {
    for (const row of rows) {
      captured.find(askedKey(row.operation_id), 1)
      if (row.state === 'done') captured.find(captureKey(row.operation_id, row), 1)
    }
  })
}

/** How often an operation was to be captured. */
function askedKey(operationId: string): string {
  return `${operationId} asked`
}

/** `<operation> 6000 0 216 35 0 3600 0`: a payment by its amounts. */
function captureKey(operationId: string, amounts: Amounts): string {
  return [operationId, ...amountColumns.map((column) => amounts[column])].join(' ')
}

type Advised = Pick<OperationRow, 'id' | 'account_id' | 'network' | 'status' | 'total_centavos'> & { wasPaid: boolean }

async function scanAdvices(scan: Scan): Promise<void> {
  await eachPortion(scan, { table: 'advices', limit: BATCH_SIZE }, async (rows) => {
    const there = await readOperations(scan, rows)
    for (const row of rows) checkAdvice(scan, row, there.get(row.operation_id))
    scan.read(counts.advices, rows.length)
    const isOpen = ({ state }: AdviceRow) => state !== 'acknowledged' && state !== 'closed'
    scan.read(counts.unacknowledged, rows.filter(isOpen).length)
  })
}

/** The operations of some advices, and whether a payment of them was ever posted. */
async function readOperations({ snapshot }: Scan, rows: AdviceRow[]): Promise<Map<string, Advised>> {
  const { db } = snapshot
  const ids = rows.map((row) => row.operation_id)
  const keys = rows.map(({ operation_id: id, account_id: accountId }) => ({ accountId, entry: `${id}:paid` as const }))
  const wanted = ['id', 'account_id', 'network', 'status', 'total_centavos'] as const
  const [operations, entries] = await Promise.all([
    db.selectFrom('operations').select(wanted).where('id', 'in', ids).execute(),
    db.selectFrom('entries').select('entry').where(isOneOf(keys)).execute(),
  ])
  const posted = new Set(entries.map(({ entry }) => entry))
  return new Map(operations.map((row) => [row.id, { ...row, wasPaid: posted.has(`${row.id}:paid`) }]))
}

function checkAdvice(scan: Scan, advice: AdviceRow, operation: Advised | undefined): void {
  const found = (expected: Bilingual, is: Bilingual) => scan.found(advices, { id: advice.id, expected, found: is })
  // The operation shows whether it must have an advice, except after a decline for another reason or a second approval.
  if (advice.reason !== 'late-approval' && advice.reason !== 'another-approval')
    scan.tally(advices).find(advice.operation_id, 1, advice.amount_centavos)
  if (operation === undefined) {
    found(texts.givenUp, texts.none)
    return
  }
  const { status, wasPaid, total_centavos } = operation
  const isSame =
    advice.account_id === operation.account_id &&
    advice.network === operation.network &&
    advice.amount_centavos === total_centavos
  if (!isSame) found(saysOf(operation, total_centavos), saysOf(advice, advice.amount_centavos))
  if ((advice.state === 'pending') !== (advice.closed_at === null))
    found(texts.closedWith, filled(texts.is, advice.state))
  if (wasPaid || (status !== 'declined' && status !== 'cancelled'))
    found(texts.givenUp, filled(wasPaid ? texts.wasPaid : texts.is, status))
}

function saysOf({ account_id, network }: Pick<AdviceRow, 'account_id' | 'network'>, amountCentavos: number): Bilingual {
  return filled(texts.of, formatAmount(amountCentavos), account_id, network)
}

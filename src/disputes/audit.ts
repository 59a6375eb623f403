// What an audit checks of disputes: each holds or has taken the money by its state, from a card payment of the same account.
import { expectCharged, monthlyFees } from '../accounts/fees/audit.ts'
import { chargedByDispute } from '../accounts/fees/charged.ts'
import type { Fault } from '../audit/findings.ts'
import type { Count, Invariant } from '../audit/invariant.ts'
import { eachPortion } from '../audit/portions.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import { claimsMoney, disputeStages, disputeStates } from '../core/dispute.ts'
import { type Bilingual, filled, same } from '../core/language/bilingual.ts'
import { formatAmount } from '../core/money.ts'
import { isDisputable } from '../core/rail.ts'
import { demand, readPostings } from '../ledger/audit-entries.ts'
import { postersIn } from '../ledger/audit-posters.ts'
import { entryNames, keysOf } from '../ledger/entry-name.ts'
import type { Line } from '../ledger/postings.ts'
import type { PostingRow } from '../ledger/tables.ts'
import type { AuditBeside } from '../operations/audit/beside.ts'
import { postedTotals } from '../operations/audit/invariants.ts'
import { countPosted } from '../operations/audit/totals.ts'
import type { OperationRow } from '../operations/tables.ts'
import { disputeCounts } from '../operations/totals/dispute-counts.ts'
import { columns } from '../store/columns.ts'
import { disputeLostLines, disputeOpenedLines, disputeRecoveredLines, disputeWonLines } from './entries.ts'
import { partsOfBytes } from './evidence.ts'
import type { DisputeAnswerRow, DisputeRow } from './tables.ts'

const disputesHold: Invariant = {
  name: 'disputes',
  meaning: [
    'Cada aclaración tiene los asientos de su estado, renglón por renglón, es de un pago con tarjeta de la misma cuenta, se contestó a lo más una vez y tiene enteros sus archivos',
    'Every dispute has the entries of its state, to the line, is of a card payment of the same account, was answered at most once, and has its files whole',
  ],
}

const disputedAmounts: Invariant = {
  name: 'disputed-amounts',
  meaning: [
    'Lo que de cada pago está en aclaración es lo que resulta de contar sus aclaraciones',
    'What is disputed of every payment equals a recount of its disputes',
  ],
  compares: 1,
}

const counts = {
  all: { name: 'disputes', words: ['aclaraciones', 'disputes'] },
  open: { name: 'openDisputes', words: ['aclaraciones abiertas', 'open disputes'] },
} as const satisfies Record<string, Count>

export const disputesAudit = {
  invariants: [disputesHold, disputedAmounts],
  counts: [counts.all, counts.open],
  scan: scanDisputes,
  ofOperation: ({ tally }) => {
    const amounts = tally(disputedAmounts)
    return ({ id, disputed_centavos }) => {
      if (disputed_centavos > 0) amounts.find(id, disputed_centavos)
    }
  },
  posters: { dispute: postersIn('dispute', 'disputes') },
} as const satisfies AuditBeside

const texts = {
  none: ['nada', 'none'],
  payment: ['un pago con {}', 'a payment by {}'],
  card: ['tarjeta de {} en {}', 'card of {} at {}'],
  at: ['{} de {} en {}', '{} of {} at {}'],
  deadline: ['un plazo o un final', 'a deadline or an end'],
  state: ['{}, con plazo {}, cerrada por {}', '{}, due {}, closed because {}'],
  answer: ['respuesta: {}', 'answer: {}'],
  file: ['archivo {}: {}', 'file {}: {}'],
  parts: ['{} partes', '{} parts'],
  noFee: ['ninguna comisión por una consulta', 'no fee for a question'],
} as const satisfies Record<string, Bilingual>

const answerWords = {
  none: texts.none,
  accept: ['aceptar', 'accept'],
  evidence: ['pruebas', 'evidence'],
} as const satisfies Record<DisputeAnswerRow['answer'] | 'none', Bilingual>

type What = (typeof entryNames)['dispute'][number]
type Disputed = Pick<OperationRow, 'id' | 'account_id' | 'network' | 'rail' | 'card_brand' | 'operator'>

async function scanDisputes(scan: Scan): Promise<void> {
  await eachPortion(scan, { table: 'disputes', limit: BATCH_SIZE / 4 }, async (rows) => {
    const there = await readAbout(scan, rows)
    for (const row of rows) {
      check(scan, row, {
        operation: there.operations.get(row.operation_id),
        answer: there.answers.get(row.id),
        entries: there.entries,
      })
    }
    scan.read(counts.all, rows.length)
    scan.read(counts.open, rows.filter(({ state }) => disputeStates[state].money === 'reserved').length)
  })
  await scanFiles(scan)
}

/** A file lacks none of its parts: without them it cannot be handed in. What each part holds is opened where the keys are. */
async function scanFiles(scan: Scan): Promise<void> {
  await eachPortion(scan, { table: 'dispute_files', limit: BATCH_SIZE / 4 }, async (files) => {
    const parts = await scan.snapshot.db
      .selectFrom('dispute_file_parts')
      .select(['file_id', 'part'])
      .where('account_id', 'in', [...new Set(files.map(({ account_id }) => account_id))])
      .where(
        'file_id',
        'in',
        files.map(({ id }) => id),
      )
      .execute()
    const there = Map.groupBy(parts, ({ file_id }) => file_id)
    for (const { id, dispute_id, bytes } of files) {
      const numbers = new Set(there.get(id)?.map(({ part }) => part))
      const wanted = partsOfBytes(bytes)
      if (
        numbers.size === wanted &&
        Array.from({ length: wanted }, (_, part) => part).every((part) => numbers.has(part))
      )
        continue
      const [expected, found] = [filled(texts.parts, wanted), filled(texts.parts, numbers.size)]
      scan.found(disputesHold, { id: dispute_id, expected: filled(texts.file, id, expected), found })
    }
  })
}

/** The operations, answers and entries of some disputes. */
async function readAbout(scan: Scan, rows: DisputeRow[]) {
  const { db } = scan.snapshot
  const ids = rows.map(({ id }) => id)
  const keys = rows.flatMap(({ id, account_id }) => keysOf('dispute', id, account_id))
  const wanted = ['id', 'account_id', 'network', 'rail', 'card_brand', 'operator'] as const
  const ofRows = rows.map(({ operation_id }) => operation_id)
  const [operations, answers, postings] = await Promise.all([
    db.selectFrom('operations').select(wanted).where('id', 'in', ofRows).execute(),
    db.selectFrom('dispute_answers').select(columns.dispute_answers).where('dispute_id', 'in', ids).execute(),
    readPostings(scan, keys),
  ])
  return {
    operations: new Map<string, Disputed>(operations.map((row) => [row.id, row])),
    answers: new Map<string, DisputeAnswerRow>(answers.map((row) => [row.dispute_id, row])),
    entries: Map.groupBy(postings, (row) => row.entry),
  }
}

interface There {
  operation: Disputed | undefined
  answer: DisputeAnswerRow | undefined
  entries: Map<string, PostingRow[]>
}

function check(scan: Scan, dispute: DisputeRow, { operation, answer, entries }: There): void {
  const { id, account_id: owner, stage, state } = dispute
  const found = (fault: Omit<Fault, 'id'>) => scan.found(disputesHold, { id, ...fault })
  if (claimsMoney(dispute)) scan.tally(disputedAmounts).expect(dispute.operation_id, dispute.amount_centavos)
  const isOfCard =
    operation !== undefined &&
    isDisputable(operation.rail) &&
    operation.account_id === owner &&
    operation.network === dispute.network
  if (!isOfCard)
    found({
      expected: filled(texts.payment, filled(texts.card, owner, dispute.network)),
      found:
        operation === undefined
          ? texts.none
          : filled(texts.at, operation.rail, operation.account_id, operation.network),
    })

  const wanted = disputeStages[stage].takesMoney ? linesOf(dispute, entries.has(`${id}:lost`)) : {}
  for (const what of entryNames.dispute) {
    const name = `${id}:${what}`
    const lines = entries.get(name)
    const entry = lines === undefined ? undefined : { name, cause: id, lines }
    demand(scan, disputesHold, { id: name, entry, lines: wanted[what] ?? [], accountId: owner })
    const day = lines?.[0]?.day
    if (day !== undefined && operation !== undefined) {
      const of = { ...operation, account_id: owner }
      for (const { status: as, operations, total_centavos, commission_centavos } of disputeCounts(dispute, what))
        countPosted(scan.tally(postedTotals), of, { day, as }, [operations, total_centavos, commission_centavos])
    }
    if (day !== undefined && (what === 'lost' || what === 'recovered'))
      expectCharged(scan.tally(monthlyFees), owner, day, chargedByDispute(dispute, what === 'lost' ? 1 : -1))
  }
  const { isOpen } = disputeStates[state]
  const isOver = !isOpen && state !== 'under_review'
  const fits = isOpen === (dispute.due_at !== null) && isOver === (dispute.closed_because !== '')
  if (!fits)
    found({
      expected: texts.deadline,
      found: filled(texts.state, state, dispute.due_at ?? '-', dispute.closed_because || '-'),
    })
  // A bank may give up what the merchant had accepted.
  const wasAccepted = state === 'accepted' || (state === 'won' && answer?.answer === 'accept')
  const answered = wasAccepted ? 'accept' : dispute.submitted_at === null ? 'none' : 'evidence'
  const answeredWith = answer?.answer ?? 'none'
  if (answered !== answeredWith)
    found({
      expected: filled(texts.answer, answerWords[answered]),
      found: filled(texts.answer, answerWords[answeredWith]),
    })
  if (dispute.fee_centavos + dispute.iva_centavos > 0 && !disputeStages[stage].takesMoney) {
    const fee = formatAmount(dispute.fee_centavos + dispute.iva_centavos)
    found({ expected: texts.noFee, found: same(fee) })
  }
}

/** The lines that a dispute has posted. After a loss and a later win, the money has been given back. */
function linesOf(dispute: DisputeRow, wasLost: boolean): Partial<Record<What, Line[]>> {
  const opened = disputeOpenedLines(dispute)
  const lost = disputeLostLines('card', dispute)
  switch (disputeStates[dispute.state].money) {
    case 'reserved':
      return { opened }
    case 'network':
      return { opened, lost }
    case 'merchant':
      return wasLost
        ? { opened, lost, recovered: disputeRecoveredLines('card', dispute) }
        : { opened, won: disputeWonLines(dispute) }
  }
}

// An audit's checks of a transfer: it agrees with its cause, and has an entry for each step of its money.
import type { Scan } from '../../audit/scan.ts'
import { type Bilingual, filled, same } from '../../core/language/bilingual.ts'
import { formatAmount } from '../../core/money.ts'
import { hasFailed } from '../../core/transfer.ts'
import { demand, entryOf } from '../../ledger/audit-entries.ts'
import { entryNames } from '../../ledger/entry-name.ts'
import { booksOf } from '../../ledger/owner.ts'
import type { Line } from '../../ledger/postings.ts'
import type { PostingRow } from '../../ledger/tables.ts'
import { transferLines, writtenOffLines } from '../entries.ts'
import type { TransferRow } from '../tables.ts'
import { type Cause, faultOf, faults, owedBy } from '../transfer-causes.ts'
import { returns, transfersHold } from './invariants.ts'

const texts = {
  owed: ['una transferencia, o una baja, de lo que se debe', 'a transfer, or a write-off, of what is owed'],
  closed: ['cerrada', 'closed'],
  because: ['{}: {}', '{}: {}'],
  mayBeSent: ['una transferencia que se puede enviar', 'a transfer that may be sent'],
  withheld: ['detenida: {}', 'withheld: {}'],
  canHaveBeen: ['lo que pudo haber sido {}', 'what {} can have been'],
  failed: [
    'una transferencia que falló, porque otra la reemplaza',
    'a transfer that failed, since another replaces it',
  ],
  settled: ['{}, liquidada', '{}, settled'],
  accepted: ['{}, aceptada', '{}, accepted'],
  cause: ['una causa que la pida', 'a cause that asks for it'],
  transfer: ['{} de {} a {} con la clave {}', '{} of {} to {} under {}'],
} as const satisfies Record<string, Bilingual>

/**
 * A transfer must agree with its cause in every state. A return or refund has an entry for each step of its money:
 * accepted, settled, and owed again when it failed after that. A payout's transfer has none: the payout has them.
 */
export function checkTransfer(
  scan: Scan,
  transfer: TransferRow,
  there: { postings: PostingRow[]; cause: Cause | undefined },
): void {
  const { id, state } = transfer
  const found = (expected: Bilingual, is: Bilingual) => scan.found(transfersHold, { id, expected, found: is })
  const fault = faultOf(transfer, there.cause)
  // `finished` is not a fault of a transfer that was accepted or has failed.
  const writtenOff = entryOf(there.postings, id, 'written-off')
  if (state === 'closed') {
    // A closed transfer is never sent, so only the amount that it owed matters.
    if (writtenOff === undefined && owedBy(transfer, there.cause) > 0) found(texts.owed, texts.closed)
  } else if (fault !== undefined && !(fault === 'finished' && state !== 'pending')) {
    found(
      there.cause === undefined ? texts.cause : saysOf(there.cause),
      filled(texts.because, saysOf(transfer), faults[fault]),
    )
  } else if (state === 'withheld') {
    found(texts.mayBeSent, filled(texts.withheld, transfer.withheld_because))
  }
  const owner = booksOf((there.cause ?? transfer).account_id)
  const writeOff =
    state === 'closed' && writtenOff !== undefined ? writtenOffLines(there.cause?.bookedCentavos ?? 0) : []
  const lines = {
    ...(transfer.kind === 'payout' ? {} : linesOfTransfer(transfer)),
    ...(transfer.kind !== 'payout' && { 'written-off': writeOff }),
  }
  for (const what of entryNames.transfer) {
    const entry = entryOf(there.postings, id, what)
    demand(scan, returns, { id: `${id}:${what}`, entry, lines: lines[what] ?? [], accountId: owner })
  }
  const settles = transfer.settled_at !== null
  if (!expectedSteps[state].includes(settles)) found(filled(texts.canHaveBeen, state), stepsOf(transfer))
  if (
    transfer.replaced_by !== null &&
    !hasFailed(state) &&
    !(state === 'closed' && transfer.replaced_by === transfer.refund_id)
  ) {
    found(texts.failed, stepsOf(transfer))
  }
}

/** Whether a transfer in this state may have been settled. */
const expectedSteps: Record<TransferRow['state'], boolean[]> = {
  pending: [false],
  accepted: [false],
  settled: [true],
  rejected: [false],
  returned: [false, true],
  withheld: [false],
  closed: [false],
}

/** The lines of a return or refund for each step of its money, by entry name. A rejected one may be settled after all. */
function linesOfTransfer(transfer: TransferRow): Partial<Record<(typeof entryNames)['transfer'][number], Line[]>> {
  const { rail, state, accepted_at, settled_at, rejected_at, amount_centavos: amount } = transfer
  const taken = accepted_at === null && state !== 'accepted' ? 'owed' : 'on-its-way'
  const wasRejected = rejected_at !== null || state === 'rejected'
  const wasSettled = settled_at !== null || state === 'settled'
  const before = wasRejected ? 'owed' : taken
  return {
    accepted: transferLines(rail, 'owed', taken, amount),
    rejected: wasRejected ? transferLines(rail, taken, 'owed', amount) : [],
    sent: wasSettled ? transferLines(rail, before, 'gone', amount) : [],
    returned: state === 'returned' ? transferLines(rail, wasSettled ? 'gone' : before, 'owed', amount) : [],
  }
}

/** Sample: `returned, settled, accepted`. */
function stepsOf({ state, settled_at, accepted_at }: TransferRow): Bilingual {
  const settled = settled_at === null ? same(state) : filled(texts.settled, state)
  return accepted_at === null ? settled : filled(texts.accepted, settled)
}

function saysOf(one: Pick<TransferRow, 'account_id' | 'amount_centavos' | 'destination' | 'tracking_key'>): Bilingual {
  const owner = booksOf(one.account_id)
  return filled(texts.transfer, formatAmount(one.amount_centavos), owner, one.destination, one.tracking_key)
}

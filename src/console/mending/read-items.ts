// Reads which kind each open item of a list is, and where its money would go.
import type { Static } from 'typebox'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { isFromAccount } from '../../core/rail.ts'
import { hasFailed } from '../../core/transfer.ts'
import { booksOf, UNMATCHED_ACCOUNT } from '../../ledger/owner.ts'
import type { OpenItem } from '../../reconciliation/open.ts'
import { across } from '../../store/across.ts'
import { columns } from '../../store/columns.ts'
import type { Store } from '../../store/store.ts'
import { withDetails } from '../../vouchers/received/identities.ts'
import type { PaymentReceivedRow } from '../../vouchers/tables.ts'
import { disputeReportsOf } from '../views/dispute-reports.ts'
import type { Destination, ItemKind } from './item-kinds.ts'

type To = Static<typeof Destination>

/** One open item that a person may mend. */
export interface ItemToMend {
  what: ItemKind
  /** Of the ledger. */
  accountId: string
  amountCentavos: number
  to: To
  /** What is left of the payment of a demand, and its id. */
  leftCentavos?: number
  operation?: string
  /** What it is about. */
  about?: Bilingual
  /** Why it cannot be closed, if it cannot. */
  unclosable?: 'payment-stated' | 'transfer-asked' | undefined
}

export interface ItemNeeds {
  store: Store
  /** Whether the bank sends a deposit back whose payer's CLABE it did not report. */
  canReturnDeposit: boolean
}

/** Of each item of the list; an item that was mended a moment ago is left out. */
export async function itemsToMend(needs: ItemNeeds, items: readonly OpenItem[]): Promise<Map<OpenItem, ItemToMend>> {
  const ids = items.filter(({ kind }) => kind === 'held' || kind === 'transfer').map(({ id }) => id)
  const reports = ids.filter((id) => prefixOf(id) === 'unr')
  const [named, disputes] = await Promise.all([rowsOf(needs, ids), disputeReportsOf(needs.store, reports)])
  return new Map(
    items.flatMap((item) => {
      const found = named.get(item.id) ?? disputes.get(item.id) ?? plain(item)
      return found === undefined ? [] : [[item, found] as const]
    }),
  )
}

/** Kinds that the list tells apart itself. */
function plain({ kind, id, accountId, amountCentavos }: OpenItem): ItemToMend | undefined {
  const of = (what: ItemKind): ItemToMend => ({ what, accountId, amountCentavos, to: null })
  if (kind === 'receivable' || kind === 'transfer') return undefined
  if (kind !== 'held') return of(kind)
  switch (prefixOf(id)) {
    case 'unr':
      return of('report')
    case 'trb':
      return of('work-set-aside')
    case 'dsp':
      return of('evidence')
    case '':
      return of('reversal-refused')
    default:
      return undefined
  }
}

/** Sample: `trf` of a transfer's id; empty for the id of an operation. */
export function prefixOf(id: string): string {
  return /^([a-z]+)_/.exec(id)?.[1] ?? ''
}

/** Payments in suspense, transfers and advices among these ids, which their rows tell apart. */
export async function rowsOf(
  { store, canReturnDeposit }: ItemNeeds,
  ids: readonly string[],
): Promise<Map<string, ItemToMend>> {
  const { db } = store
  const of = (prefix: string) => ids.filter((id) => prefixOf(id) === prefix)
  const [payments, transfers, advices] = [of('pay'), of('trf'), of('adv')]
  const found = new Map<string, ItemToMend>()
  if (payments.length > 0) {
    const asReported = await db
      .selectFrom('payments_received')
      .select(columns.payments_received)
      .where('id', 'in', payments)
      .where('outcome', '=', 'suspended')
      .modifyEnd(across('operator'))
      .execute()
    for (const row of await withDetails(store, asReported)) {
      const accountId = booksOf(row.account_id)
      const isNobodys = accountId === UNMATCHED_ACCOUNT
      found.set(row.id, {
        what: isNobodys ? 'payment-of-nobody' : 'payment-of-account',
        accountId,
        amountCentavos: row.amount_centavos,
        to: isNobodys ? payerOf(row, canReturnDeposit) : null,
        unclosable: row.stated === 1 ? 'payment-stated' : undefined,
      })
    }
  }
  if (transfers.length > 0) {
    const rows = await db
      .selectFrom('transfers')
      .select(['id', 'account_id', 'amount_centavos', 'state', 'destination', 'beneficiary', 'asked_at', 'accepted_at'])
      .where('id', 'in', transfers)
      .modifyEnd(across('operator'))
      .execute()
    for (const { id, account_id, amount_centavos, state, destination, beneficiary, ...row } of rows) {
      const accountId = booksOf(account_id)
      const failed = accountId === UNMATCHED_ACCOUNT ? 'return-failed' : 'transfer-failed'
      found.set(id, {
        what: state === 'withheld' ? 'transfer-withheld' : hasFailed(state) ? failed : 'transfer',
        accountId,
        amountCentavos: amount_centavos,
        to: { clabe: destination, name: beneficiary },
        unclosable: row.asked_at === null && row.accepted_at === null ? undefined : 'transfer-asked',
      })
    }
  }
  if (advices.length > 0) {
    const rows = await db
      .selectFrom('advices')
      .select(['id', 'account_id', 'amount_centavos', 'state'])
      .where('id', 'in', advices)
      .modifyEnd(across('operator'))
      .execute()
    for (const { id, account_id: accountId, amount_centavos: amountCentavos, state } of rows)
      found.set(id, { what: state === 'refused' ? 'advice-refused' : 'advice', accountId, amountCentavos, to: null })
  }
  return found
}

function payerOf(payment: Pick<PaymentReceivedRow, 'rail' | 'payer_clabe' | 'payer_name'>, byBank: boolean): To {
  if (!isFromAccount(payment)) return null
  const name = payment.payer_name ?? ''
  if (payment.payer_clabe) return { clabe: payment.payer_clabe, name }
  return byBank ? { clabe: '', name } : null
}

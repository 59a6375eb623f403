// What is open in the whole service, each item with what mends it.
import type { Static } from 'typebox'
import { formatAmount } from '../../core/money.ts'
import { mexicoCityTime } from '../../core/time.ts'
import type { OpenItem } from '../../reconciliation/open.ts'
import type { Store } from '../../store/store.ts'
import { approvalsOf } from '../approvals/rows.ts'
import { namesOf } from '../operator/accounts.ts'
import type { OpenItems } from '../operator/answers.ts'
import type { ApprovalRow } from '../tables.ts'
import { openIdOf, presentItem } from './item-kinds.ts'
import { type ItemNeeds, itemsToMend } from './read-items.ts'

/**
 * The first ones. A failed return of nobody's money is listed once, as what waits for a person. What somebody of the account has asked for waits for
 * another.
 */
export async function openItems(
  needs: ItemNeeds & { eachWaiting(store: Store): AsyncGenerator<OpenItem> },
  { limit, accountId: ofAccount, now }: { limit: number; accountId: string; now: string },
): Promise<Static<typeof OpenItems>> {
  const { store, eachWaiting } = needs
  const items: OpenItem[] = []
  const held = new Set<string>()
  let more = false
  for await (const item of eachWaiting(store)) {
    if (item.kind === 'held') held.add(item.id)
    else if (item.kind === 'transfer' && held.has(item.id)) continue
    if (items.length === limit) {
      more = true
      break
    }
    items.push(item)
  }
  const [toMend, approvals] = await Promise.all([itemsToMend(needs, items), approvalsOf(store, ofAccount, now)])
  const names = await namesOf(
    store,
    [...toMend.values()].map(({ accountId }) => accountId),
  )
  const asked = new Set(approvals.flatMap((row) => (isOpen(row, now) ? (openIdOf(row.subject) ?? []) : [])))
  const shown = [...toMend].map(([{ kind, id, since, because }, item]) => {
    const { accountId, amountCentavos } = item
    return {
      kind,
      id,
      account: accountId,
      account_name: names.get(accountId) ?? '',
      amount: formatAmount(amountCentavos),
      since: mexicoCityTime(since),
      because: because[1],
      because_es: because[0],
      asked: asked.has(id),
      ...presentItem(item),
    }
  })
  return { more, items: shown }
}

function isOpen({ state, expires_at: until }: ApprovalRow, now: string): boolean {
  return state === 'approved' || (state === 'asked' && until > now)
}

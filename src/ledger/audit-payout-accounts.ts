// The part of an audit that reads payout accounts: each account's CLABE is that of its newest change.
import type { Scan } from './audit-scope.ts'

/** Accounts are few compared with operations, and changes of payout accounts are fewer. */
export async function scanPayoutAccounts({ snapshot, accountId, found }: Scan): Promise<void> {
  const { db } = snapshot
  let accounts = db.selectFrom('accounts').select(['id', 'payout_clabe'])
  let changes = db
    .selectFrom('payout_account_changes')
    .select(['id', 'account_id', 'clabe', 'ended_at'])
    .where('state', '=', 'changed')
    .where('affiliate', '=', '')
  if (accountId !== undefined) {
    accounts = accounts.where('id', '=', accountId)
    changes = changes.where('account_id', '=', accountId)
  }
  const [rows, made] = [await accounts.execute(), await changes.execute()]
  const newest = new Map<string, string>()
  for (const { account_id, clabe } of made.sort((a, b) => (`${a.ended_at} ${a.id}` < `${b.ended_at} ${b.id}` ? -1 : 1)))
    newest.set(account_id, clabe)
  for (const { id, payout_clabe } of rows) {
    const [expected, says] = [newest.get(id) ?? 'none', payout_clabe ?? 'none']
    if (expected !== says) found.add('payout-accounts', { id, expected: lastFour(expected), found: lastFour(says) })
  }
}

/** Many people may read the report of an audit. */
function lastFour(clabe: string): string {
  return clabe === 'none' ? clabe : `…${clabe.slice(-4)}`
}

// An audit's checks of payout accounts: the CLABE of each account and affiliate is that of its newest change; that of an affiliate without a
// change is the one that was registered.
import { changeOf } from '../../accounts/trail/read.ts'
import type { Invariant } from '../../audit/invariant.ts'
import type { Scan } from '../../audit/scan.ts'
import { type Bilingual, same } from '../../core/language/bilingual.ts'
import type { EventRow } from '../../events/tables.ts'

export const payoutAccounts: Invariant = {
  name: 'payout-accounts',
  meaning: [
    'La cuenta de las liquidaciones es la que fijó su cambio más nuevo; la de un afiliado, mientras no lo haya, la que se registró',
    'The account that payouts go to is the one that its newest change has set; an affiliate’s, until then, the registered one',
  ],
}

/** Accounts and affiliates are few compared with operations, and changes of payout accounts are fewer. */
export async function scanPayoutAccounts({ snapshot, accountId, found }: Scan): Promise<void> {
  const { db } = snapshot
  let accounts = db.selectFrom('accounts').select(['id', 'payout_clabe as clabe'])
  let affiliates = db.selectFrom('affiliates').select(['id', 'account_id', 'affiliate', 'clabe'])
  let changes = db
    .selectFrom('payout_account_changes')
    .select(['id', 'account_id', 'affiliate', 'clabe', 'ended_at'])
    .where('state', '=', 'changed')
  let registrations = db
    .selectFrom('events')
    .select(['subject', 'data'])
    .where('type', '=', 'affiliate.registered')
    .where('actor_kind', 'is not', null)
  if (accountId !== undefined) {
    accounts = accounts.where('id', '=', accountId)
    affiliates = affiliates.where('account_id', '=', accountId)
    changes = changes.where('account_id', '=', accountId)
    registrations = registrations.where('account_id', '=', accountId)
  }
  const made = await changes.execute()
  const newest = new Map<string, string>()
  for (const { account_id, affiliate, clabe } of made.sort((a, b) =>
    `${a.ended_at} ${a.id}` < `${b.ended_at} ${b.id}` ? -1 : 1,
  ))
    newest.set(payee(account_id, affiliate), clabe)
  const registered = new Map((await registrations.execute()).map((row) => [row.subject, clabeIn(row)]))
  const compare = (id: string, expected: string | undefined, says: string | null) => {
    if ((expected ?? null) === says) return
    found(payoutAccounts, { id, expected: lastFour(expected ?? null), found: lastFour(says) })
  }
  for (const { id, clabe } of await accounts.execute()) compare(id, newest.get(payee(id, '')), clabe)
  for (const { id, account_id, affiliate, clabe } of await affiliates.execute())
    compare(id, newest.get(payee(account_id, affiliate)) ?? registered.get(id), clabe)
}

function payee(accountId: string, affiliate: string): string {
  return `${accountId} ${affiliate}`
}

/** The CLABE in the trail's record of a registration; undefined when somebody has made it unreadable. */
function clabeIn(registration: Pick<EventRow, 'data'>): string | undefined {
  const clabe = changeOf(registration).after?.clabe
  return typeof clabe === 'string' ? clabe : undefined
}

/** Many people may read the report of an audit. */
function lastFour(clabe: string | null): Bilingual {
  return clabe === null ? ['nada', 'none'] : same(`…${clabe.slice(-4)}`)
}

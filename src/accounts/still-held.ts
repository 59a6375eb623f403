// What a request gives to last (a key, an address that gets events, an account for payouts) holds its caller in its batch: a key that is revoked, and a
// person whose role is taken away or changed, leave nothing behind that was asked for at that moment.
import type { Caller } from '../api/caller.ts'
import type { CallerPower } from '../api/holding.ts'
import { Failure } from '../failures.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { run, update, type Write } from '../store/write.ts'
import type { Tables } from '../tables.ts'

type Role = Tables['user_roles']['role']

export function callerPower(store: Store): CallerPower {
  return {
    held: (caller) => [
      caller.person === undefined ? heldKey(store, caller) : update('user_roles', ...heldRole(caller)),
    ],
    lost: async (caller, scope) => {
      const { accountId, credentialId, person } = caller
      if (person === undefined) {
        const key = await rowOf(store.db, 'credentials', { account_id: accountId, id: credentialId }, ['revoked_at'])
        return key !== undefined && key.revoked_at === null ? undefined : new Failure('credential-invalid')
      }
      const [, where] = heldRole(caller)
      return (await rowOf(store.db, 'user_roles', where, ['role']))
        ? undefined
        : new Failure('scope-missing', { values: { scope } })
    },
  }
}

function heldRole({ accountId, credentialId, person }: Caller) {
  const role = person?.role as Role
  return [{ role }, { account_id: accountId, user_id: credentialId, role }] as const
}

/** Changes nothing, and waits for who is revoking it. */
function heldKey({ db }: Store, { accountId, credentialId }: Caller): Write {
  const query = db
    .updateTable('credentials')
    .set((eb) => ({ last_used_at: eb.ref('last_used_at') }))
    .where('account_id', '=', accountId)
    .where('id', '=', credentialId)
    .where('revoked_at', 'is', null)
  return run(query.compile(), 1)
}

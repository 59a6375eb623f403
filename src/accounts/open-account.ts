// Opens and renames accounts, and creates the sandbox's own account.
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { lastClosable } from '../core/month.ts'
import { railNames, railOf } from '../core/rail.ts'
import type { PayoutAccountChangeRow } from '../payouts/tables.ts'
import { forgotten } from '../store/remembered.ts'
import { rowOf } from '../store/rows.ts'
import type { StoreAndClock } from '../store/store.ts'
import { insert, update, type Write } from '../store/write.ts'
import { trailed } from './changes.ts'
import { credentialRow, credentialWrites, type IssuedCredential, newCredential } from './credentials.ts'
import type { AccountRow } from './tables.ts'
import { type Actor, processActor, trailWrite } from './trail/record.ts'

/** The account that a sandbox on a loopback address knows from the start. */
export const SANDBOX_ACCOUNT = {
  id: 'acc_sandbox',
  name: 'Cobro Sandbox',
  email: 'sandbox@cobro.local',
  appKey: 'sk_dev_00000000000000000000000000000000',
  secret: 'sandbox',
  publishableKey: 'pk_dev_00000000000000000000000000000000',
  payoutClabe: '002010077777777771',
} as const

/** The standing of a new account: no limits, and no rules for its people. */
const OPEN = {
  suspended_at: null,
  suspended_because: '',
  payment_limit_centavos: null,
  day_limit_centavos: null,
  second_person_centavos: null,
  factor_roles: '',
} as const

/** Opens an account with one secret credential, in one batch, with `also` in it. */
export async function openAccount(
  { store, clock }: StoreAndClock,
  account: { name: string; email: string; mode: 'sandbox' | 'production' },
  by: Actor = processActor('accounts'),
  also: (opened: { accountId: string; appKey: string }) => Write[] = () => [],
): Promise<IssuedCredential & { accountId: string }> {
  const accountId = newId(clock, 'acc')
  const issued = newCredential(account.mode)
  const request = { ...account, accountId, operator: account.email, kind: 'secret' } as const
  const row = credentialRow(clock, request, issued)
  await store.commit([
    insert('accounts', {
      id: accountId,
      name: account.name,
      email: account.email,
      payout_clabe: null,
      created_at: clock.now(),
      settled_day: '',
      affiliate_rule: 'proportional',
      external_transactions: 'unique',
      fees_month: lastClosable(clock.epochMs()),
      webhooks: 0,
      owed_version: 0,
      people_version: 0,
      ...OPEN,
    }),
    ...credentialWrites(row),
    ...feeWrites(clock, accountId),
    trailWrite(clock, by, {
      accountId,
      action: 'account.opened',
      subject: accountId,
      after: { name: account.name, email: account.email },
    }),
    trailWrite(clock, by, { accountId, action: 'credential.created', subject: row.id, after: trailed(row) }),
    ...also({ accountId, appKey: issued.appKey }),
  ])
  return { accountId, ...issued }
}

/** Gives an account another name. Throws `Unmet` when it was renamed meanwhile. */
export async function renameAccount(
  { store, clock }: StoreAndClock,
  { accountId, from, to }: { accountId: string; from: string; to: string },
  by: Actor,
): Promise<void> {
  const entry = { accountId, action: 'account.renamed', subject: accountId } as const
  await store.commit([
    update('accounts', { name: to }, { id: accountId, name: from }),
    forgotten(store),
    trailWrite(clock, by, { ...entry, before: { name: from }, after: { name: to } }),
  ])
}

/** Creates the sandbox's own account if it does not exist. */
export async function ensureSandboxAccount({ store, clock }: StoreAndClock): Promise<void> {
  const { db } = store
  const found = await rowOf(db, 'accounts', { id: SANDBOX_ACCOUNT.id }, ['id'])
  if (found) return
  const { id, name, email, appKey, secret, publishableKey, payoutClabe } = SANDBOX_ACCOUNT
  const account = {
    id,
    name,
    email,
    payout_clabe: payoutClabe,
    created_at: clock.now(),
    settled_day: '',
    webhooks: 0,
    affiliate_rule: 'proportional',
    external_transactions: 'unique',
    fees_month: lastClosable(clock.epochMs()),
    owed_version: 0,
    people_version: 0,
    ...OPEN,
  } as const
  const own = { accountId: id, operator: email, mode: 'sandbox' } as const
  await store
    .commit([
      insert('accounts', account),
      insert('payout_account_changes', firstPayoutAccount(account, payoutClabe)),
      ...credentialWrites(credentialRow(clock, { ...own, kind: 'secret' }, { appKey, secret })),
      ...credentialWrites(credentialRow(clock, { ...own, kind: 'publishable' }, { appKey: publishableKey, secret })),
      ...feeWrites(clock, id),
      trailWrite(clock, processActor('sandbox'), {
        accountId: id,
        action: 'account.opened',
        subject: id,
        after: { name, email },
      }),
    ])
    .catch(async (error: unknown) => {
      // Another process of the same sandbox may have been first.
      const existing = await rowOf(db, 'accounts', { id }, ['id'])
      if (!existing) throw error
    })
}

/** The fees of a new account, and their record. */
function feeWrites(clock: Clock, accountId: string): Write[] {
  const terms = railNames.map((rail) => ({
    account_id: accountId,
    rail,
    percentage_millis: railOf(rail).standardFee.percentageMillis,
    fixed_centavos: railOf(rail).standardFee.fixedCentavos,
    dispute_centavos: null,
  }))
  return [
    insert('fee_schedules', ...terms),
    insert(
      'fee_changes',
      ...terms.map((one) => ({ id: newId(clock, 'fch'), number: 1, ...one, created_at: clock.now() })),
    ),
  ]
}

/** The change that records the payout account of a new account, because the audit reads changes. */
export function firstPayoutAccount(
  { id, created_at }: Pick<AccountRow, 'id' | 'created_at'>,
  clabe: string,
): PayoutAccountChangeRow {
  return {
    id: `pac_0${id}`,
    account_id: id,
    affiliate: '',
    clabe,
    previous_clabe: null,
    state: 'changed',
    language: 'es',
    code_hash: null,
    tries: 0,
    confirm_until: created_at,
    requested_by: '',
    requested_operator: '',
    confirmed_by: null,
    requested_at: created_at,
    confirmed_at: null,
    effective_at: null,
    ended_at: created_at,
  }
}

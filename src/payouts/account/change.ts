// Changes the payout account: requested, confirmed by a second person or code, effective after a waiting period; the first
// account is effective at once, unless it needs a second person.
import { randomInt } from 'node:crypto'
import { secondPersonAbove } from '../../accounts/second-person.ts'
import type { Actor } from '../../accounts/trail/record.ts'
import type { Caller } from '../../api/caller.ts'
import { newId } from '../../core/ids.ts'
import type { Language } from '../../core/language/bilingual.ts'
import { HOUR_MS, instantPlus } from '../../core/time.ts'
import { Failure } from '../../failures.ts'
import { columns } from '../../store/columns.ts'
import { conflictOn, decide } from '../../store/decide.ts'
import { addWithin } from '../../store/limited-list.ts'
import type { Store } from '../../store/store.ts'
import { insert, run, update, type Write } from '../../store/write.ts'
import type { ChangeNeeds } from '../needs.ts'
import type { PayoutAccountChangeRow } from '../tables.ts'
import { destinationWrite, type PayeeOfChange, type Recipient, readDestination } from './destination.ts'
import { changeNotices } from './tell-change.ts'

/** The requester, the language of letters, and the payee: empty for the merchant, otherwise an affiliated user. */
export interface Asking {
  caller: Caller
  affiliate: string
  by: Actor
  language: Language
}

/** The payout account, and the change under way. */
export interface PayoutAccount {
  clabe: string | null
  change: PayoutAccountChangeRow | undefined
}

/** The answer of the request, for the batch of the change. */
type Extra = (account: PayoutAccount) => Write[]

const CODE_DIGITS = 8
export const CODE_TRIES = 5
/** Each request has a code that can be guessed, so requests are limited. */
const REQUESTS_A_DAY = 5
const CONFIRM_MS = 24 * HOUR_MS

export async function readPayoutAccount(
  { store, clock }: Pick<ChangeNeeds, 'store' | 'clock'>,
  { accountId, affiliate }: PayeeOfChange,
): Promise<PayoutAccount & Recipient> {
  const [account, change] = await Promise.all([
    readDestination(store, { accountId, affiliate }),
    store.db
      .selectFrom('payout_account_changes')
      .select(columns.payout_account_changes)
      .where('account_id', '=', accountId)
      .where('affiliate', '=', affiliate)
      .where('state', 'in', ['requested', 'confirmed'])
      .executeTakeFirst(),
  ])
  const lapsed = change?.state === 'requested' && change.confirm_until <= clock.now()
  return { ...account, change: lapsed ? undefined : change }
}

/**
 * Requests another payout account. The first account of a payee is effective at once, unless a person asks in an account with
 * the rule of second persons. Fails with `payout-account-changing` while another change is under way, and with
 * `payout-account-changes-too-many`.
 */
export async function requestChange(
  needs: ChangeNeeds,
  asking: Asking,
  clabe: string,
  extra: Extra,
): Promise<PayoutAccount> {
  const { store } = needs
  const payee = payeeOf(asking)
  return again(payee, async () => {
    const account = await readPayoutAccount(needs, payee)
    if (account.clabe === clabe || account.change?.clabe === clabe) {
      const writes = extra(account)
      if (writes.length > 0) await store.commit(writes)
      return account
    }
    if (!needs.paysOut) throw new Failure('transfers-not-offered')
    if (account.change) throw new Failure('payout-account-changing')
    const atOnce = account.clabe === null && !(await needsAnother(store, asking.caller))
    if (!atOnce) await lapse(needs, payee)
    const change = newChange(needs, asking, { clabe, previous: account.clabe, atOnce })
    const code = randomInt(10 ** CODE_DIGITS)
      .toString()
      .padStart(CODE_DIGITS, '0')
    const row = atOnce ? change : { ...change, code_hash: needs.fingerprints(codeText(change.id, code))[0] ?? null }
    const after: PayoutAccount = atOnce ? { clabe, change: undefined } : { clabe: account.clabe, change: row }
    const step = atOnce ? 'changed' : 'requested'
    const writes = [
      insert('payout_account_changes', row),
      ...(atOnce ? [destinationWrite(payee, null, clabe)] : []),
      ...changeNotices(needs, row, { step, by: asking.by, to: account, ...(!atOnce && { code }) }),
      ...extra(after),
    ]
    await (atOnce ? store.commit(writes) : commitRequest(needs, payee, writes))
    return after
  })
}

/**
 * Writes a change that one person requested and another, `asking`, approves: the approval confirms it, and the waiting
 * period begins. Fails with `payout-account-changing`, with `payout-account-changes-too-many`, and with `approval-over`
 * when payouts no longer go to `previous`.
 */
export async function approvedChange(
  needs: ChangeNeeds,
  asking: Asking,
  wanted: { clabe: string; previous: string; askedBy: string; operator: string },
  extra: () => Write[],
): Promise<void> {
  const payee = payeeOf(asking)
  return again(payee, async () => {
    const account = await readPayoutAccount(needs, payee)
    if (account.change) throw new Failure('payout-account-changing')
    if (account.clabe !== wanted.previous) throw new Failure('approval-over')
    await lapse(needs, payee)
    const row: PayoutAccountChangeRow = {
      ...newChange(needs, asking, { ...wanted, atOnce: false }),
      state: 'confirmed',
      requested_by: wanted.askedBy,
      requested_operator: wanted.operator,
      ...confirmedBy(needs, asking.caller),
    }
    await commitRequest(needs, payee, [
      insert('payout_account_changes', row),
      ...changeNotices(needs, row, { step: 'confirmed', by: asking.by, to: account }),
      ...extra(),
    ])
  })
}

/**
 * Confirms the requested change: with the code of the letter, or without a code by another operator. Fails with
 * `payout-account-unchanged`, `confirmation-code-wrong` and `confirmation-needs-another`; the last also with the right
 * code, when a person confirms their own change in an account with the rule of second persons. Wrong codes are counted
 * before the answer.
 */
export async function confirmChange(
  needs: ChangeNeeds,
  asking: Asking,
  code: string | undefined,
  extra: Extra,
): Promise<PayoutAccount> {
  const { store, clock } = needs
  const { caller, by } = asking
  return again(payeeOf(asking), async () => {
    const { clabe, change, ...to } = await readPayoutAccount(needs, payeeOf(asking))
    if (change?.state !== 'requested') throw new Failure('payout-account-unchanged')
    const { id, tries } = change
    const guard = { id, account_id: caller.accountId, state: 'requested', tries } as const
    if (code === undefined || (await needsAnother(store, caller, change.requested_by))) refuseSamePerson(caller, change)
    if (code !== undefined && !needs.fingerprints(codeText(id, code)).includes(change.code_hash ?? '')) {
      const left = CODE_TRIES - tries - 1
      const over = { state: 'guessed', code_hash: null, ended_at: clock.now() } as const
      await store.commit([
        update('payout_account_changes', { tries: tries + 1, ...(left <= 0 && over) }, guard),
        ...(left <= 0 ? changeNotices(needs, { ...change, ...over }, { step: 'guessed', by, to }) : []),
      ])
      throw new Failure('confirmation-code-wrong', { values: { left } })
    }
    const confirmed = { state: 'confirmed', code_hash: null, ...confirmedBy(needs, caller) } as const
    const row = { ...change, ...confirmed }
    const after: PayoutAccount = { clabe, change: row }
    await store.commit([
      update('payout_account_changes', confirmed, guard),
      ...changeNotices(needs, row, { step: 'confirmed', by, to }),
      ...extra(after),
    ])
    return after
  })
}

/** Cancels the change under way, confirmed or not. Fails with `payout-account-unchanged`. */
export async function cancelChange(needs: ChangeNeeds, asking: Asking, extra: Extra): Promise<PayoutAccount> {
  const { store, clock } = needs
  const { accountId } = asking.caller
  return again(payeeOf(asking), async () => {
    const { clabe, change, ...to } = await readPayoutAccount(needs, payeeOf(asking))
    if (change === undefined) throw new Failure('payout-account-unchanged')
    const cancelled = { state: 'cancelled', code_hash: null, ended_at: clock.now() } as const
    const after: PayoutAccount = { clabe, change: undefined }
    await store.commit([
      update('payout_account_changes', cancelled, { id: change.id, account_id: accountId, state: change.state }),
      ...changeNotices(needs, { ...change, ...cancelled }, { step: 'cancelled', by: asking.by, to }),
      ...extra(after),
    ])
    return after
  })
}

function confirmedBy({ clock, coolingHours }: ChangeNeeds, { credentialId }: Caller) {
  const now = clock.now()
  return { confirmed_by: credentialId, confirmed_at: now, effective_at: instantPlus(now, coolingHours * HOUR_MS) }
}

function newChange(
  { clock }: ChangeNeeds,
  { caller, affiliate, language }: Asking,
  { clabe, previous, atOnce }: { clabe: string; previous: string | null; atOnce: boolean },
): PayoutAccountChangeRow {
  const now = clock.now()
  return {
    id: newId(clock, 'pac'),
    account_id: caller.accountId,
    affiliate,
    clabe,
    previous_clabe: previous,
    state: atOnce ? 'changed' : 'requested',
    language,
    code_hash: null,
    tries: 0,
    confirm_until: instantPlus(now, CONFIRM_MS),
    requested_by: caller.credentialId,
    requested_operator: caller.operator,
    confirmed_by: null,
    requested_at: now,
    confirmed_at: null,
    effective_at: atOnce ? now : null,
    ended_at: atOnce ? now : null,
  }
}

/** A code is valid for one change only. */
function codeText(changeId: string, code: string): string {
  return `payout-account ${changeId} ${code}`
}

function payeeOf({ caller, affiliate }: Asking): PayeeOfChange {
  return { accountId: caller.accountId, affiliate }
}

function refuseSamePerson(caller: Caller, change: PayoutAccountChangeRow): void {
  const same = caller.operator.toLowerCase() === change.requested_operator.toLowerCase()
  if (same || caller.credentialId === change.requested_by) throw new Failure('confirmation-needs-another')
}

/** Whether the account has the rule of second persons, and a person at the console makes this call or requested the change. */
async function needsAnother(store: Store, caller: Caller, requestedBy = ''): Promise<boolean> {
  const isPersons = caller.person !== undefined || requestedBy.startsWith('usr_')
  return isPersons && (await secondPersonAbove(store, caller.accountId)) !== null
}

/** A request that was not confirmed in time lapses, so that another can be made. */
async function lapse({ store, clock }: ChangeNeeds, { accountId, affiliate }: PayeeOfChange): Promise<void> {
  const now = clock.now()
  const over = store.db
    .updateTable('payout_account_changes')
    .set({ state: 'lapsed', code_hash: null, ended_at: now })
    .where('account_id', '=', accountId)
    .where('affiliate', '=', affiliate)
    .where('state', '=', 'requested')
    .where('confirm_until', '<=', now)
  await store.commit([run(over.compile())])
}

/** Commits a request, of which a payee has a few in 24 hours; a first account that is effective at once is none. */
async function commitRequest(
  { store, clock }: ChangeNeeds,
  { accountId, affiliate }: PayeeOfChange,
  writes: Write[],
): Promise<void> {
  const recent = store.db
    .selectFrom('payout_account_changes')
    .where('account_id', '=', accountId)
    .where('affiliate', '=', affiliate)
    // A first account that was effective at once had no code to guess.
    .where((eb) => eb.or([eb('previous_clabe', 'is not', null), eb('state', '<>', 'changed')]))
    .where('requested_at', '>', instantPlus(clock.now(), -24 * HOUR_MS))
  const list = { accountId, ownerId: affiliate || accountId, list: 'payout-changes', most: REQUESTS_A_DAY } as const
  const count = recent.select((eb) => eb.fn.countAll().as('members'))
  await addWithin(store, list, count, {
    full: async () => {
      const first = await recent.select('requested_at').orderBy('requested_at').executeTakeFirst()
      const waitMs = Date.parse(first?.requested_at ?? clock.now()) + 24 * HOUR_MS - clock.epochMs()
      const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000))
      return new Failure('payout-account-changes-too-many', { values: { limit: REQUESTS_A_DAY }, retryAfterSeconds })
    },
    add: (place) => store.commit([place, ...writes]),
  })
}

/** Reads and decides again when another writer was first. */
function again<R>({ accountId, affiliate }: PayeeOfChange, work: () => Promise<R>): Promise<R> {
  return decide(work, {
    again: conflictOn('payout_account_changes'),
    row: `payout account ${accountId} ${affiliate}`,
    exhausted: (cause) => new Failure('payout-account-changing', { retryAfterSeconds: 1, cause }),
  })
}

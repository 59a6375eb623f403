// Issues vouchers: a reference or an account from the network, then the operation with all its writes in one batch.
import type { Caller } from '../api/caller.ts'
import type { Once } from '../api/idempotency.ts'
import { beforeIssuing } from '../connectors/abandoned.ts'
import type { Chain } from '../core/chains.ts'
import { computeFees } from '../core/fees.ts'
import { newUuid } from '../core/ids.ts'
import type { Language } from '../core/language/bilingual.ts'
import type { VoucherRail } from '../core/rail.ts'
import { type Instant, mexicoCityDay } from '../core/time.ts'
import type { SourceRow } from '../customers/tables.ts'
import { Failure, invalidField } from '../failures.ts'
import { BLANK_OPERATION } from '../operations/blank.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { messageWrites, reminderWrites } from '../operations/queue-messages.ts'
import { advance, create } from '../operations/record.ts'
import { columns } from '../store/columns.ts'
import { conditionHeld, conflictOn } from '../store/decide.ts'
import { placeOf } from '../store/directory.ts'
import type { SpeiOperation, StoreOperation, VoucherOperation } from '../store/operation.ts'
import type { Store } from '../store/store.ts'
import { holderOf, referenceOf, registerWrites, takeOverWrites } from '../store/voucher-references.ts'
import type { Write } from '../store/write.ts'
import { endOfGrace } from './expiry.ts'
import type { VoucherNeeds } from './needs.ts'
import { presentSpeiVoucher, presentStoreVoucher } from './present.ts'
import type { VoucherRequest } from './request.ts'

/** When a client may try again after a network did not answer, in seconds. */
const RETRY_AFTER_S = 2

/** The caller, the language of the slip, and the writes by which a repeat finds the answer. */
interface Asking {
  caller: Pick<Caller, 'accountId' | 'operator'>
  language: Language
  once: Pick<Once, 'answered'>
}

/**
 * Issues a voucher that is paid at a store (spec 4.2) and answers its body.
 * Fails with `network-unreachable` when the network does not answer, `network-refused` when it refuses, and
 * `cash-not-offered` without a network.
 */
export async function issueStoreVoucher(
  needs: VoucherNeeds,
  asking: Asking,
  request: VoucherRequest & { chain: Readonly<Chain> },
) {
  if (!needs.cashNetwork.offered) throw new Failure('cash-not-offered')
  const voucher = await newVoucher(needs, asking, request, 'store')
  const { row } = voucher
  const asked = {
    operationId: row.id,
    chain: request.chain.shortName,
    amountCentavos: row.total_centavos,
    expiresAt: request.expiresAt,
  }
  const { accountId } = asking.caller
  refuseUnreachable(needs.cashNetwork.mayCall('issue', accountId))
  const owner = { accountId, ownerId: row.id, rail: 'store' } as const
  const received = await beforeIssuing(needs, needs.cashNetwork, { ...asked, ...owner })
  const issued = await needs.cashNetwork.issue(asked, { account: accountId })
  if (issued.kind !== 'issued') throw notIssued(issued)
  const { admitted, terms } = await byPresentRules(needs, asking, request, voucher)
  const operation: StoreOperation = {
    ...row,
    ...terms,
    network: needs.cashNetwork.name,
    network_reference: issued.reference,
    chain: request.chain.shortName,
    bank_account_number: issued.bankAccountNumber,
    bank_name: issued.bankName,
    payment_id: issued.paymentId,
    short_id: issued.shortId,
  }
  return record(needs, asking, request, { operation, admitted, received }, presentStoreVoucher)
}

/**
 * Issues a voucher that is paid by SPEI transfer (spec 4.3), into a CLABE of its own or into the customer's, and answers its
 * body. Fails as `issueStoreVoucher` does, and for a `source` that is not the account's.
 */
export async function issueSpeiVoucher(
  needs: VoucherNeeds,
  asking: Asking,
  request: VoucherRequest & { sourceId: string | undefined },
) {
  if (!needs.speiBank.offered) throw new Failure('spei-not-offered')
  const voucher = await newVoucher(needs, asking, request, 'spei')
  const { row } = voucher
  const { account, received } =
    request.sourceId === undefined
      ? await ownAccount(needs, row)
      : { account: accountOf(await findSource(needs.store, asking.caller.accountId, request.sourceId)), received: [] }
  const { admitted, terms } = await byPresentRules(needs, asking, request, voucher)
  const operation: SpeiOperation = { ...row, ...terms, network: needs.speiBank.name, ...account }
  return record(needs, asking, request, { operation, admitted, received }, presentSpeiVoucher)
}

/** Issues a voucher of each rail with nothing but its amount, and for a store the chain. */
export const voucherIssuers = {
  store: (needs, asking, request, chainOf) => issueStoreVoucher(needs, asking, { ...request, chain: chainOf() }),
  spei: (needs, asking, request) => issueSpeiVoucher(needs, asking, { ...request, sourceId: undefined }),
} satisfies Record<VoucherRail, Issuer>

type Issuer = (
  needs: VoucherNeeds,
  asking: Asking,
  request: VoucherRequest,
  chainOf: () => Readonly<Chain>,
) => Promise<unknown>

/** The columns of a voucher before its network has issued a reference, and the writes that check the account's limits. */
async function newVoucher<R extends VoucherRail>(
  needs: VoucherNeeds,
  { caller }: Asking,
  request: VoucherRequest,
  rail: R,
) {
  const { clock, graceMinutes } = needs
  const createdAt = clock.now()
  const { version } = clock.state()
  const { admitted, terms } = await byRules(needs, caller, request, { rail, createdAt })
  const row = {
    ...BLANK_OPERATION,
    id: newUuid(clock),
    account_id: caller.accountId,
    created_at: createdAt,
    day: mexicoCityDay(createdAt),
    rail,
    status: 'pending' as const,
    status_at: createdAt,
    total_centavos: request.totalCentavos,
    ...terms,
    description: request.description,
    reference_number: request.referenceNumber,
    operator: caller.operator,
    metadata: request.metadata,
    customer_id: request.checkout?.customerId ?? null,
    checkout_id: request.checkout?.id ?? null,
    network: '',
    expires_at: request.expiresAt,
    due_at: endOfGrace(rail, request.expiresAt, graceMinutes[rail]),
  }
  return { row, admitted, version }
}

/** What the account's rules say of a voucher: the writes that check its limits, and what it costs. */
async function byRules(
  { admit, fees }: VoucherNeeds,
  caller: Asking['caller'],
  request: VoucherRequest,
  { rail, createdAt }: { rail: VoucherRail; createdAt: Instant },
) {
  const admitted = await admit(admittedAs(caller, request, createdAt))
  const schedule = await fees(caller.accountId, rail)
  const { feeCentavos, ivaCentavos } = computeFees({ totalCentavos: request.totalCentavos, schedule })
  const terms = {
    fee_centavos: feeCentavos,
    iva_centavos: ivaCentavos,
    fee_percentage_millis: schedule.percentageMillis,
  }
  return { admitted, terms }
}

/** The same when the network has answered: it may have taken long, and an account that was suspended meanwhile gets no voucher. */
async function byPresentRules(
  needs: VoucherNeeds,
  { caller }: Asking,
  request: VoucherRequest,
  { row, admitted, version }: Awaited<ReturnType<typeof newVoucher<VoucherRail>>>,
) {
  if (needs.clock.state().version === version) return { admitted, terms: {} }
  return byRules(needs, caller, request, { rail: row.rail, createdAt: row.created_at })
}

function admittedAs({ accountId }: Pick<Caller, 'accountId'>, { totalCentavos }: VoucherRequest, createdAt: Instant) {
  return { accountId, amountCentavos: totalCentavos, day: mexicoCityDay(createdAt) }
}

async function record<O extends VoucherOperation, Voucher>(
  needs: VoucherNeeds,
  { caller, language, once }: Asking,
  request: VoucherRequest,
  { operation, admitted, received }: { operation: O; admitted: Write[]; received: Write[] },
  present: (by: { links: PageLinks; beneficiary: string }, row: O) => Voucher,
): Promise<{ success: true; result: Voucher }> {
  const beneficiary = await needs.payerName(caller.accountId)
  const body = { success: true as const, result: present({ links: needs.links, beneficiary }, operation) }
  const extra = [
    ...messageWrites(needs.clock, operation, request, language),
    ...reminderWrites(needs.clock, operation, request, language),
    ...((await needs.alongside?.(operation)) ?? []),
    ...once.answered(body, 200, operation.id),
    ...admitted,
    ...received,
  ]
  try {
    await create(needs, operation, [...registerWrites(operation), ...extra], 'voucher.issued').catch(
      async (error: unknown) => {
        const taking = isTaken(error) ? await takingOver(needs, operation) : undefined
        if (taking === undefined) throw error
        await create(needs, operation, [...taking, ...extra], 'voucher.issued')
      },
    )
  } catch (error) {
    // Other payments may have used the rest of the daily limit while the network was asked.
    if (admitted.length > 0) await needs.admit(admittedAs(caller, request, operation.created_at))
    // The answer came so late that the worker already cancels the reference, or another voucher waits with it: another try
    // gets another reference.
    throw isTaken(error)
      ? new Failure('network-unreachable', { retryAfterSeconds: RETRY_AFTER_S, cause: error })
      : error
  }
  return body
}

const isTaken = conflictOn('directory')

/**
 * The writes that take the reference over from the voucher that has it, which must have ended. If its last day is over, it is ended: it only waits
 * for the report of a payment made in time, which pays an expired voucher too. Undefined when that one can still be paid.
 */
async function takingOver(needs: VoucherNeeds, operation: VoucherOperation): Promise<Write[] | undefined> {
  const reference = referenceOf(operation)
  const holder = reference && (await holderOf(needs.store, reference))
  if (reference === undefined || holder === undefined) return undefined
  if (holder.status === 'pending') {
    if (holder.expires_at === null || holder.expires_at >= needs.clock.now()) return undefined
    await conditionHeld(advance(needs, holder, 'expired'))
  }
  return takeOverWrites(operation, holder, reference)
}

/** The account that a SPEI voucher is paid into. */
type SpeiAccount = Pick<SpeiOperation, 'bank_account_number' | 'bank_name' | 'payment_id'> &
  Partial<Pick<SpeiOperation, 'network_reference' | 'source_id' | 'customer_id'>>

async function ownAccount(
  needs: VoucherNeeds,
  row: { id: string; account_id: string },
): Promise<{ account: SpeiAccount; received: Write[] }> {
  const { speiBank } = needs
  refuseUnreachable(speiBank.mayCall('issueAccount', row.account_id))
  const received = await beforeIssuing(needs, speiBank, { accountId: row.account_id, ownerId: row.id, rail: 'spei' })
  const issued = await speiBank.issueAccount({ ownerId: row.id }, { account: row.account_id })
  if (issued.kind !== 'issued') throw notIssued(issued)
  // Otherwise the customer's payments would pay this voucher, perhaps of another merchant.
  if (await isOfSource(needs.store, issued.clabe)) throw notIssued({ kind: 'unknown' })
  const account = {
    network_reference: issued.clabe,
    bank_account_number: issued.clabe,
    bank_name: issued.bankName,
    payment_id: issued.paymentId,
  }
  return { account, received }
}

async function isOfSource(store: Store, clabe: string): Promise<boolean> {
  return (await placeOf(store, 'clabe', clabe)) !== undefined
}

/** Several vouchers may wait for payment into one source, so its CLABE is the reference of none of them. */
function accountOf(source: SourceRow): SpeiAccount {
  return {
    bank_account_number: source.clabe,
    bank_name: source.bank_name,
    payment_id: source.reference || source.clabe,
    source_id: source.id,
    customer_id: source.customer_id,
  }
}

async function findSource({ db }: Store, accountId: string, id: string): Promise<SourceRow> {
  const source = await db
    .selectFrom('sources')
    .select(columns.sources)
    .where('id', '=', id)
    .where('account_id', '=', accountId)
    .where('deactivated_at', 'is', null)
    .executeTakeFirst()
  if (source === undefined) {
    const [es, en] = ['source no es una cuenta SPEI de un cliente', 'source is not a SPEI source of a customer']
    throw invalidField('source', es, en)
  }
  return source
}

/** While the circuit of a network is open, no reference is requested: it would have to be cancelled later. */
function refuseUnreachable(reachable: boolean): void {
  if (!reachable) throw new Failure('network-unreachable', { retryAfterSeconds: RETRY_AFTER_S })
}

function notIssued({ kind }: { kind: 'refused' | 'unknown' }): Failure {
  return kind === 'unknown'
    ? new Failure('network-unreachable', { retryAfterSeconds: RETRY_AFTER_S })
    : new Failure('network-refused')
}

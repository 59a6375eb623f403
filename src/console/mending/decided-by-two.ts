// What operators do about open items that moves money or gives it up: two of them decide, in any account.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { choice, freeText, optionalFreeText, optionalText, strictObject } from '../../api/fields.ts'
import { optionalClabe } from '../../core/banks/clabe.ts'
import { formatAmount } from '../../core/money.ts'
import { Failure } from '../../failures.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import type { Store } from '../../store/store.ts'
import { checkRetry } from '../../transfers/retry.ts'
import { findTransfer } from '../../transfers/search.ts'
import { quoteReturn } from '../../vouchers/suspense/release.ts'
import type { MendsNeeds, PowerChange } from '../approvals/power-change-type.ts'
import { namesOf } from '../operator/accounts.ts'
import { checkOutcome, checkWithheld, type Outcome, outcomes } from './actions.ts'
import { type Act, kindOf, type Mending } from './item-kinds.ts'
import { itemToMend } from './read-item.ts'
import { type ItemToMend, prefixOf } from './read-items.ts'

const path = '/v1/console/open/:id'
export const RELEASE_PATH = `${path}/release`
export const RETRY_PATH = `${path}/retry`
/** Where the operator opens a dispute of more than is left of its payment. */
export const OPEN_PATH = `${path}/open`
/** Where the operator closes what was settled in another way. */
export const CLOSE_PATH = `${path}/close`

/** Where the money goes, where nothing says it already. */
export const ReleaseOpenBody = strictObject({
  clabe: optionalText(40),
  beneficiary: optionalFreeText(40),
})

export const CloseOpenBody = strictObject({
  because: freeText(500, { minLength: 1 }),
  outcome: Type.Optional(choice(outcomes, { description: 'What the network did, where it never answered' })),
})

export const OpenDisputeBody = strictObject({ because: freeText(500, { minLength: 1 }) })

const ofOperator = { method: 'POST', needs: ['refund'], ofOperator: true } as const

export const mendChanges: readonly PowerChange[] = [
  { ...ofOperator, url: RELEASE_PATH, body: ReleaseOpenBody, mends: mending('release') },
  // Background work that was set aside has the same call, and one operator.
  {
    ...ofOperator,
    url: RETRY_PATH,
    body: ReleaseOpenBody,
    takes: async (_, request) => prefixOf(idOf(request)) === 'trf',
    mends: mending('retry'),
  },
  { ...ofOperator, url: OPEN_PATH, body: OpenDisputeBody, mends: mending('open') },
  { ...ofOperator, url: CLOSE_PATH, body: CloseOpenBody, takes: givesUp, mends: mending('close') },
]

/** A report that opens no dispute, and a reversal that was refused and answered so: closing these gives nothing up. */
async function givesUp(store: Store, request: FastifyRequest): Promise<boolean> {
  const id = idOf(request)
  if (!['', 'unr'].includes(prefixOf(id))) return true
  const item = await itemToMend({ store, canReturnDeposit: false }, id, outcomeOf(request) !== undefined)
  // A report that is closed already is unknown to one person as to two.
  if (item === undefined) return prefixOf(id) !== 'unr'
  return kindOf(item.what).two === true
}

function mending(act: Act) {
  return async (needs: MendsNeeds, request: FastifyRequest) => {
    const { store, releases } = needs
    const id = idOf(request)
    const outcome = outcomeOf(request)
    const { canReturnDeposit = false } = releases
    const item = await itemToMend({ store, canReturnDeposit }, id, outcome !== undefined)
    if (item === undefined || !kindOf(item.what).acts.includes(act)) throw new Failure('resource-unknown')
    if (act === 'close') {
      checkOutcome(item.what, outcome)
      if (item.unclosable !== undefined) throw new Failure(item.unclosable)
    }
    const to = act === 'close' || act === 'open' ? null : await destinationOf(needs, request, item)
    const names = await namesOf(store, [item.accountId])
    const { what, accountId, operation, about, leftCentavos } = item
    if (act === 'open' && leftCentavos === 0) throw new Failure('dispute-not-for-rest')
    const mends: Mending = {
      ...{ act, what, account: accountId, account_name: names.get(accountId) ?? '', to },
      ...(operation !== undefined && { operation, demanded: formatAmount(item.amountCentavos) }),
      ...(about !== undefined && { about: about[1], about_es: about[0] }),
    }
    return { amountCentavos: (act === 'open' ? leftCentavos : undefined) ?? item.amountCentavos, mends }
  }
}

/** Where the money will go. Fails as the call itself does. */
async function destinationOf(needs: MendsNeeds, request: FastifyRequest, item: ItemToMend) {
  const { store, releases } = needs
  const id = idOf(request)
  const body = request.body as { clabe?: string | null; beneficiary?: string | null }
  const wanted = { clabe: optionalClabe(body.clabe), beneficiary: body.beneficiary || undefined }
  switch (item.what) {
    case 'payment-of-nobody': {
      const to = await quoteReturn(releases, NO_ACCOUNT, id, wanted)
      return { clabe: item.to?.clabe === '' && wanted.clabe === undefined ? '' : to.destination, name: to.beneficiary }
    }
    case 'work-set-aside':
      return null
    case 'transfer-withheld':
      await checkWithheld(needs, id, wanted)
      return item.to
    default:
      checkRetry(await findTransfer(store, { accountId: NO_ACCOUNT, transferId: id }), wanted)
      return { clabe: wanted.clabe ?? item.to?.clabe ?? '', name: wanted.beneficiary ?? item.to?.name ?? '' }
  }
}

function outcomeOf(request: FastifyRequest): Outcome | undefined {
  return (request.body as { outcome?: Outcome } | undefined)?.outcome
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id?: string }).id ?? ''
}

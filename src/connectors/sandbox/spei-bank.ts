// The sandbox's bank on SPEI: numbers its accounts, and sends every transfer except to the destinations of its table.
import { bankNameOf, isValidClabe, makeClabe } from '../../core/clabe.ts'
import { conditionHeld, conflictOn } from '../../store/decide.ts'
import { sequence } from '../../store/sequence.ts'
import type { Store } from '../../store/store.ts'
import { insert } from '../../store/write.ts'
import type { IssuedAccount, SpeiBank } from '../spei-bank.ts'

const SANDBOX_SPEI_BANK = 'sandbox-spei'

/** STP in Mexico City, and the part of its accounts that are ours. */
const BANK = '646'
const PLACE = '180'
const CLIENT_PREFIX = '11'
const NUMBER_DIGITS = 9
/** Owners whose account is remembered, for a caller that asks again at once. */
const REMEMBERED = 1_000

/** CLABEs to which a transfer does not simply arrive: pay from one of them to see what becomes of a return. */
export const unusualDestinations = {
  '646180990000000012': { kind: 'refused', meaning: 'The account is closed: a transfer to it is refused' },
  '646180990000000025': {
    kind: 'unknown-first',
    meaning: 'The bank does not answer the first try; the next one arrives',
  },
} as const satisfies Record<string, { kind: 'refused' | 'unknown-first'; meaning: string }>

/** A bank that issues 646 180 11 + nine digits + control digit. Its payment_id: the nine with the control digit. */
export function sandboxSpeiBank(store: Store): SpeiBank {
  const nextNumber = sequence(store, 'spei-accounts')
  const issuedLately = new Map<string, IssuedAccount>()
  return {
    name: SANDBOX_SPEI_BANK,
    simulated: true,
    issueAccount: async ({ ownerId }) => {
      const known = issuedLately.get(ownerId)
      if (known) return known
      const number = String(await nextNumber())
      if (number.length > NUMBER_DIGITS) return { kind: 'refused', reason: 'no account number is left' }
      const clabe = makeClabe({
        bank: BANK,
        place: PLACE,
        account: CLIENT_PREFIX + number.padStart(NUMBER_DIGITS, '0'),
      })
      const issued: IssuedAccount = {
        kind: 'issued',
        clabe,
        bankName: bankNameOf(clabe) ?? '',
        paymentId: clabe.slice(-10),
      }
      issuedLately.set(ownerId, issued)
      forgetOldest(issuedLately)
      return issued
    },
    // What is sent to a closed account is reported like any payment, and Cobro returns it.
    closeAccount: async () => ({ kind: 'closed' }),
    transfer: async ({ destination, trackingKey }) => {
      if (!isValidClabe(destination)) return { kind: 'refused', reason: 'the destination is not a CLABE' }
      const unusual = Object.hasOwn(unusualDestinations, destination)
        ? unusualDestinations[destination as keyof typeof unusualDestinations].kind
        : undefined
      if (unusual === 'refused') return { kind: 'refused', reason: 'the account is closed' }
      if (unusual === 'unknown-first' && (await isFirstTry(store, trackingKey))) return { kind: 'unknown' }
      return { kind: 'sent' }
    },
  }
}

/** Written down, so that the next try arrives whichever process makes it. */
function isFirstTry(store: Store, trackingKey: string): Promise<boolean> {
  const writing = store.commit([insert('sandbox_unanswered', { tracking_key: trackingKey })])
  return conditionHeld(writing, conflictOn('sandbox_unanswered'))
}

function forgetOldest(kept: Map<string, unknown>): void {
  if (kept.size <= REMEMBERED) return
  const oldest = kept.keys().next()
  if (!oldest.done) kept.delete(oldest.value)
}

// Numbers virtual CLABEs under the company's prefix: STP need not be asked, because all that begin with the prefix arrive here.
import { bankNameOf, clabeControlDigit } from '../../core/clabe.ts'
import type { IssueAccountOutcome } from '../spei-bank.ts'
import type { ConnectorState } from '../state.ts'

/** Bank, place, prefix and number; the control digit follows. */
const BEFORE_CONTROL = 17

/** One counter for each prefix: a company that gets another prefix begins anew. */
export function counterOf(prefix: string): string {
  return `clabe.${prefix}`
}

/** How many CLABEs a prefix has. */
export function sizeOf(prefix: string): number {
  return 10 ** (BEFORE_CONTROL - prefix.length) - 1
}

/** The CLABE of an owner, the same each time; its number is on disk before it is given. `own`: the company's own account, which is skipped. */
export async function issueAccount(
  state: ConnectorState,
  { prefix, own }: { prefix: string; own: string },
  ownerId: string,
): Promise<IssueAccountOutcome> {
  const name = `account.${ownerId}`
  const known = await state.read(name)
  if (known !== undefined) return issued(known)
  for (;;) {
    const number = await state.nextNumber(counterOf(prefix))
    if (number > sizeOf(prefix)) return { kind: 'refused', reason: 'no CLABE is left under STP_CLABE_PREFIX' }
    const first17 = prefix + String(number).padStart(BEFORE_CONTROL - prefix.length, '0')
    const clabe = first17 + clabeControlDigit(first17)
    if (clabe !== own) return issued(await state.keepFirst(name, clabe))
  }
}

function issued(clabe: string): IssueAccountOutcome {
  return { kind: 'issued', clabe, bankName: bankNameOf(clabe) ?? 'STP', paymentId: clabe.slice(-10) }
}

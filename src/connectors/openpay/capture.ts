// Captures a card charge that only held its amount at Openpay. The charge is looked at before and after the call.
import { formatAmount } from '../../core/money.ts'
import type { CaptureOutcome, CaptureRequest } from '../acquirer.ts'
import { FAILED, UNKNOWN } from './charges.ts'
import { isDone } from './client.ts'
import { faultOf } from './errors.ts'
import type { OpenpayNeeds } from './needs.ts'
import { isUndone, type Transaction, transactionById } from './transactions.ts'

export async function capture(
  needs: Pick<OpenpayNeeds, 'client'>,
  request: CaptureRequest,
  signal: AbortSignal,
): Promise<CaptureOutcome> {
  const { client } = needs
  const { operationId, amountCentavos, captureCentavos, networkReference } = request
  if (captureCentavos !== amountCentavos) return { kind: 'refused', reason: 'the whole amount is captured, or none' }
  const before = await transactionById(client, '/charges', networkReference, signal)
  if (before.kind === 'unclear') return FAILED
  const isOurs = before.kind === 'found' && before.found.orderId === operationId && before.found.method === 'card'
  if (!isOurs || before.found.amountCentavos !== amountCentavos)
    return { kind: 'refused', reason: 'Openpay has no such charge' }
  const known = standing(before.found)
  if (known !== undefined) return known
  const body = { amount: Number(formatAmount(captureCentavos)) }
  const answer = await client.post(`/charges/${networkReference}/capture`, body, signal)
  const after = await transactionById(client, '/charges', networkReference, signal)
  const became = after.kind === 'found' ? standing(after.found) : undefined
  if (became !== undefined) return became
  if (isDone(answer) || after.kind !== 'found') return FAILED
  const fault = faultOf(answer)
  return fault.kind === 'refused' ? { kind: 'refused', reason: fault.reason } : FAILED
}

/** What a charge shows of its capture; undefined: it is held, and may be captured. */
function standing(made: Transaction): CaptureOutcome | undefined {
  if (isUndone(made) || made.status === 'failed')
    return { kind: 'refused', reason: `Openpay shows the charge as ${made.status}` }
  if (made.status === 'completed') return { kind: 'captured' }
  return made.status === 'in_progress' ? undefined : UNKNOWN
}

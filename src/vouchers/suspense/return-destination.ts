// The destination of a payment's return: the account that it came from, or one that the caller names.
import { beneficiaryProblem } from '../../core/banks/beneficiary.ts'
import { clabeProblem } from '../../core/banks/clabe.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { isFromAccount } from '../../core/rail.ts'
import { refuseInvalid } from '../../failures.ts'
import type { PaymentReceivedRow } from '../tables.ts'

export interface WantedDestination {
  clabe?: string | undefined
  beneficiary?: string | undefined
}

/**
 * The destination: the account from which the money came, or, if the network does not report one, the account of the
 * request. Without either, a deposit goes back by its bank's own call where there is one (`byBank`): its destination is then its tracking key.
 */
export function readDestination(
  received: PaymentReceivedRow,
  request: WantedDestination,
  { byBank }: { byBank: boolean },
): { destination: string; beneficiary: string; isWritten: boolean } {
  const fields: FieldProblems = {}
  const { clabe, beneficiary } = request
  if (byBank && isFromAccount(received) && !received.payer_clabe && clabe === undefined && !beneficiary)
    return { destination: received.network_transaction, beneficiary: received.payer_name ?? '', isWritten: false }
  const known = isFromAccount(received) ? received.payer_clabe : null
  const wrongClabe = clabe === undefined || clabe === known ? undefined : clabeProblem(clabe)
  if (wrongClabe !== undefined) {
    fields.clabe = [wrongClabe]
  } else if (known && clabe !== undefined && clabe !== known) {
    fields.clabe = [
      ['la transferencia vuelve a la cuenta de donde vino', 'the transfer goes back to where it came from'],
    ]
  } else if (!known && clabe === undefined) {
    fields.clabe = [['clabe es obligatorio', 'clabe is required']]
  }
  const problem: Bilingual | undefined =
    !known && !beneficiary
      ? ['beneficiary es obligatorio', 'beneficiary is required']
      : beneficiaryProblem(beneficiary ?? '')
  if (problem) fields.beneficiary = [problem]
  refuseInvalid(fields)
  const isWritten = !known
  return { destination: known || clabe || '', beneficiary: beneficiary || received.payer_name || '', isWritten }
}

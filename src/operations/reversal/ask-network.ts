// Asks the network that carries an operation to cancel it.
import type { Acquirers } from '../../connectors/acquirers.ts'
import type { CashNetworkPort } from '../../connectors/cash-network.ts'
import { capturedPart, chargeIdentity, maskedDigits } from '../../connectors/charge-identity.ts'
import type { SpeiBankPort } from '../../connectors/spei-bank.ts'
import { railOf } from '../../core/rail.ts'
import type { Operation } from '../../store/operation.ts'

export interface ReversingPorts {
  acquirers: Acquirers
  cashNetwork: CashNetworkPort
  speiBank: SpeiBankPort
}

/** A network's answer: `paid` when the voucher to be cancelled was paid a moment ago. */
type Verdict = 'done' | 'refused' | 'paid' | 'unknown'

/**
 * Asks the network that carries the operation. `unknown` also while another network is configured: the reversal waits for
 * its own network.
 */
export async function askNetwork(ports: ReversingPorts, operation: Operation): Promise<Verdict> {
  const operationId = operation.id
  const networkReference = operation.network_reference ?? ''
  const about = { account: operation.account_id }
  switch (railOf(operation.rail).port) {
    case 'acquirer': {
      const acquirer = ports.acquirers.of(operation.network)
      // Another acquirer does not know the charge, or uses this reference for another charge.
      if (acquirer === undefined) return 'unknown'
      const request = { ...chargeIdentity(operation), ...capturedPart(operation), networkReference }
      if (acquirer.capabilities.void || acquirer.capabilities.refund) {
        const { kind } = await acquirer.reverse(request, about)
        return kind === 'reversed' ? 'done' : kind
      }
      // An acquirer that can neither void nor refund reverses a payment by an advice, as for a charge without an answer.
      const { kind } = await acquirer.advise({ ...request, ...maskedDigits(operation), attempt: 1 }, about)
      return kind === 'acknowledged' ? 'done' : kind
    }
    case 'cash-network': {
      if (operation.network !== ports.cashNetwork.name) return 'unknown'
      const { kind } = await ports.cashNetwork.cancel({ operationId, reference: networkReference }, about)
      return kind === 'cancelled' ? 'done' : kind
    }
    case 'spei-bank': {
      // A customer's own account stays open for other payments.
      if (operation.source_id !== null) return 'done'
      if (operation.network !== ports.speiBank.name) return 'unknown'
      const clabe = operation.bank_account_number ?? networkReference
      const { kind } = await ports.speiBank.closeAccount({ clabe }, about)
      return kind === 'closed' ? 'done' : kind
    }
  }
}

// A transfer as the wire has it.
import Type, { type Static } from 'typebox'
import { choice, Money } from '../api/fields.ts'
import { formatAmount } from '../core/money.ts'
import { mexicoCityTime } from '../core/time.ts'
import { transferStateNames, transferStates } from '../core/transfer.ts'
import type { TransferRow } from './tables.ts'

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const states = transferStateNames.map((state) => `\`${state}\` (${transferStates[state].meaning})`).join(', ')

export const Transfer = Type.Object(
  {
    id: Type.String({ description: 'Of the transfer, `trf_…`', examples: ['trf_06f8f2k3'] }),
    kind: choice(['return', 'refund', 'payout'], {
      description: '`return` (of money that paid nothing), `refund` (of a payment) or `payout`',
    }),
    status: choice(transferStateNames, { description: states }),
    reason: Type.String({ description: 'Why the bank rejected or returned it; may be empty' }),
    amount: Money,
    destination: Type.String({
      description:
        'The CLABE it goes to, the ticket that is given back, or the tracking key of the deposit that its bank sends back',
    }),
    beneficiary: Type.String({ description: 'Who owns the account that it goes to' }),
    tracking_key: Type.String({ description: 'Clave de rastreo' }),
    network_reference: Nullable('The bank’s own id of it; null when it gave none'),
    transaction: Nullable('The operation that it concerns'),
    refund: Nullable('The refund that it carries; null for a reversal, a return or a payout'),
    open: Type.Boolean({ description: 'The bank has not reported a final state yet' }),
    replaces: Nullable('The failed transfer whose money it sends anew'),
    replaced_by: Nullable('The transfer that sends its money anew; or the refund, when that was cancelled instead'),
    attempts: Type.Integer({ description: 'How often the network was asked and answered, or reported it' }),
    timestamp: Type.String({ description: 'When it was asked for' }),
    status_timestamp: Type.String({ description: 'When the status began' }),
    network_timestamp: Nullable('When the bank says that its status came about; null when it does not say'),
  },
  { title: 'Transfer' },
)

export function presentTransfer(row: TransferRow): Static<typeof Transfer> {
  return {
    id: row.id,
    kind: row.kind,
    status: row.state,
    reason: row.reason,
    amount: { amount: formatAmount(row.amount_centavos), currency: 'MXN' },
    destination: row.destination,
    beneficiary: row.beneficiary,
    tracking_key: row.tracking_key,
    network_reference: row.network_reference,
    transaction: row.operation_id,
    refund: row.refund_id,
    open: transferStates[row.state].isOpen,
    replaces: row.replaces,
    replaced_by: row.replaced_by,
    attempts: row.attempts,
    timestamp: mexicoCityTime(row.created_at),
    status_timestamp: mexicoCityTime(row.state_at),
    network_timestamp: row.network_at === null ? null : mexicoCityTime(row.network_at),
  }
}

// The events of vouchers, and of payments that networks report.
import Type, { type TSchema } from 'typebox'
import { OperationRecord } from '../operations/present.ts'
import type { voucherEventTypes } from './event-types.ts'
import { ReceivedPayment } from './received/present.ts'

const ReturnedTransfer = Type.Object(
  {
    clabe: Type.String({ description: 'The account that it was paid into' }),
    amount: Type.Number({ description: 'Mexican pesos' }),
    reason: Type.String(),
    tracking_key: Type.String({
      description:
        'Of the transfer that gives it back; the payer’s own, when the bank sent it back instead of crediting it',
    }),
  },
  { title: 'ReturnedPayment' },
)

export const voucherEvents = {
  'voucher.issued': OperationRecord,
  'payment.returned': Type.Unsafe({ anyOf: [OperationRecord, ReturnedTransfer] }),
  'payment.suspended': ReceivedPayment,
  'payment.released': ReceivedPayment,
} satisfies Record<keyof typeof voucherEventTypes, TSchema>

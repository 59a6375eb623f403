// The states of an operation, the only moves between them, and the short codes the wire has for states and methods.

/** What each state means (spec 2.1 shows only N). */
export const operationStatuses = {
  P: 'pending: the money is awaited, or the bank has not answered yet',
  N: 'normal: paid',
  C: 'cancelled before payment, or reversed after it',
  E: 'expired unpaid',
  D: 'declined by the bank or by a risk rule',
} as const

export type OperationStatus = keyof typeof operationStatuses

/** Every legal move. Nothing leaves C, E or D. */
export const moves = {
  P: ['N', 'E', 'C', 'D'],
  N: ['C'],
  C: [],
  E: [],
  D: [],
} as const satisfies Record<OperationStatus, readonly OperationStatus[]>

/** Whether the table has this move. A state is not a move to itself. */
export function mayMove(from: OperationStatus, to: OperationStatus): boolean {
  const targets: readonly OperationStatus[] = moves[from]
  return targets.includes(to)
}

/** Whether nothing can happen to the operation any more. */
export function isFinal(status: OperationStatus): boolean {
  return moves[status].length === 0
}

/** Reads a `status` parameter. */
export function isOperationStatus(value: unknown): value is OperationStatus {
  return typeof value === 'string' && Object.hasOwn(operationStatuses, value)
}

/** How the money comes. */
export const paymentMethods = {
  POS: 'card',
  OXX: 'cash at a store',
  SPE: 'SPEI transfer',
} as const

export type PaymentMethod = keyof typeof paymentMethods

/** Reads a payment method. */
export function isPaymentMethod(value: unknown): value is PaymentMethod {
  return typeof value === 'string' && Object.hasOwn(paymentMethods, value)
}

/** The method behind each value of the list parameter `charge_method` (spec 4.4). */
export const chargeMethods = {
  CARD: 'POS',
  SPE: 'SPE',
} as const satisfies Record<string, PaymentMethod>

export type ChargeMethod = keyof typeof chargeMethods

/** Reads a `charge_method` parameter; its method is then `chargeMethods[value]`. */
export function isChargeMethod(value: unknown): value is ChargeMethod {
  return typeof value === 'string' && Object.hasOwn(chargeMethods, value)
}

export interface VoucherStatus {
  status: 1 | 2 | 3 | 4
  statusCode: 'paid' | 'pending' | 'expired' | 'cancelled'
}

/** A voucher's `status` and `status_code` (spec 2.3). No bank declines a voucher; D stands here as one that cannot be paid. */
export const voucherStatuses = {
  N: { status: 1, statusCode: 'paid' },
  P: { status: 2, statusCode: 'pending' },
  E: { status: 3, statusCode: 'expired' },
  C: { status: 4, statusCode: 'cancelled' },
  D: { status: 4, statusCode: 'cancelled' },
} as const satisfies Record<OperationStatus, VoucherStatus>

/** The voucher side of an operation's state. Sample: P is `{ status: 2, statusCode: 'pending' }`. */
export function voucherStatusOf(status: OperationStatus): VoucherStatus {
  return voucherStatuses[status]
}

// The states of an operation, the only moves between them, and their names on the wire.

interface StateDescriptor {
  /** The letter of the operation record (spec 2.1, which shows only N). */
  code: string
  meaning: string
  /** The status of a voucher in this state (spec 2.3). */
  voucher: { status: 1 | 2 | 3 | 4; statusCode: 'paid' | 'pending' | 'expired' | 'cancelled' }
}

export const operationStates = {
  pending: {
    code: 'P',
    meaning: 'the money is awaited, or the bank has not answered yet',
    voucher: { status: 2, statusCode: 'pending' },
  },
  authorized: {
    code: 'A',
    meaning: 'the bank holds the amount, and it is not captured yet',
    // No voucher is authorised, so this should not occur. Such a voucher would wait for its money.
    voucher: { status: 2, statusCode: 'pending' },
  },
  paid: { code: 'N', meaning: 'paid', voucher: { status: 1, statusCode: 'paid' } },
  cancelled: {
    code: 'C',
    meaning: 'cancelled before payment, released before capture, or reversed after payment',
    voucher: { status: 4, statusCode: 'cancelled' },
  },
  expired: { code: 'E', meaning: 'expired unpaid or uncaptured', voucher: { status: 3, statusCode: 'expired' } },
  declined: {
    code: 'D',
    meaning: 'declined by the bank or by a risk rule',
    // No bank declines a voucher, so this should not occur. Such a voucher cannot be paid.
    voucher: { status: 4, statusCode: 'cancelled' },
  },
} as const satisfies Record<string, StateDescriptor>

export type OperationStatus = keyof typeof operationStates

export const operationStatusNames = Object.keys(operationStates) as OperationStatus[]

/** Every legal move. A state without moves is final. */
export const moves = {
  pending: ['paid', 'authorized', 'expired', 'cancelled', 'declined'],
  // Captured, released, or released because nobody captured it in time.
  authorized: ['paid', 'cancelled', 'expired'],
  paid: ['cancelled'],
  cancelled: [],
  // A network reported late a payment that was made in time.
  expired: ['paid'],
  declined: [],
} as const satisfies Record<OperationStatus, readonly OperationStatus[]>

/** Whether the table has this move. A state is not a move to itself. */
export function mayMove(from: OperationStatus, to: OperationStatus): boolean {
  const targets: readonly OperationStatus[] = moves[from]
  return targets.includes(to)
}

/** The state of a wire's letter. Sample: `N` is `paid`. */
export function statusByCode(code: string): OperationStatus | undefined {
  return (Object.keys(operationStates) as OperationStatus[]).find((status) => operationStates[status].code === code)
}

/** The letters of the wire, in the order of the table. */
export const statusCodes: string[] = Object.values(operationStates).map(({ code }) => code)

/** The columns of what is taken from a payment, in centavos. */
interface Taken {
  status: OperationStatus
  total_centavos: number
  refunded_centavos: number
  disputed_centavos: number
}

/** What an acquirer authorised, in centavos, where the charge is captured later; a part of it may be captured. Null: it was charged at once. */
export function authorizedOf(operation: { authorized_centavos: number | null; total_centavos: number }): number {
  return operation.authorized_centavos ?? operation.total_centavos
}

/** The part of a payment that can still be refunded or disputed, in centavos. */
export function leftOf(operation: Taken): number {
  if (operation.status !== 'paid') return 0
  return operation.total_centavos - operation.refunded_centavos - operation.disputed_centavos
}

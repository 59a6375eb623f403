// Whether what a bank shows under our key is our transfer.
import type { ShownTransfer } from '../connectors/spei-bank.ts'
import { isValidClabe } from '../core/banks/clabe.ts'
import type { TransferRow } from './tables.ts'

/**
 * True when it is of another amount or to another account: it says nothing about ours. A deposit that its bank was asked to send back goes to an account
 * that only the bank knows.
 */
export function isOfAnother(
  row: Pick<TransferRow, 'amount_centavos' | 'destination'>,
  shown: { [Name in keyof ShownTransfer]: ShownTransfer[Name] | undefined },
): boolean {
  return (
    (shown.amountCentavos !== undefined && shown.amountCentavos !== row.amount_centavos) ||
    (shown.destination !== undefined && isValidClabe(row.destination) && shown.destination !== row.destination)
  )
}

// Writes a statement as CSV: what the simulator hands out, and what `readStatement` reads back as it was.
import { formatAmount } from '../core/money.ts'
import { type Movement, STATEMENT_COLUMNS, type StatementHeader } from './movement.ts'
import { FORMAT_VERSION } from './read-statement.ts'

export type StatedMovement = Omit<Movement, 'number' | 'nth'>

export function statementText(header: StatementHeader, movements: readonly StatedMovement[]): string {
  const sum = movements.reduce((total, { amountCentavos }) => total + amountCentavos, 0)
  return [
    record(['statement', String(FORMAT_VERSION), header.network, header.firstDay, header.lastDay]),
    record(STATEMENT_COLUMNS),
    ...movements.map((movement) => record(cellsOf(header.network, movement))),
    record(['trailer', String(movements.length), formatAmount(sum)]),
  ].join('')
}

function cellsOf(network: string, one: StatedMovement): string[] {
  const amounts = [formatAmount(one.amountCentavos), one.kind, formatAmount(one.feeCentavos)]
  return [network, one.rail, one.id, one.day, ...amounts, one.reference, one.institution, one.payerClabe, one.paidAt]
}

/** A network's own ids must stay as they are: nothing is put before a text that a spreadsheet would take for a formula. */
function record(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return `${quoted.join(',')}\r\n`
}

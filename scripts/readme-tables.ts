// The tables of the README, each made from the data that it describes.
import { settings } from '../src/config.ts'
import { magicAmounts } from '../src/connectors/sandbox/magic-amounts.ts'
import { testCards } from '../src/connectors/sandbox/test-cards.ts'
import { formatAmount } from '../src/core/money.ts'
import { magicPayerAccounts, magics } from '../src/simulator/magic.ts'

export const tables: Record<string, () => string> = {
  settings: () =>
    markdown(
      ['setting', 'default', 'meaning'],
      Object.entries(settings).map(([name, [fallback, meaning]]) => [
        `\`${name}\``,
        fallback === '' ? '' : `\`${fallback}\``,
        meaning,
      ]),
    ),
  'test cards': () =>
    markdown(
      ['card number', 'what happens'],
      Object.entries(testCards).map(([number, { meaning }]) => [`\`${number}\``, meaning]),
    ),
  'card amounts': () =>
    markdown(
      ['total of a card payment', 'what happens'],
      Object.entries(magicAmounts).map(([centavos, { meaning }]) => [formatAmount(Number(centavos)), meaning]),
    ),
  'voucher payers': () =>
    markdown(
      ['description contains', 'or total is', 'the voucher is'],
      magics.map(({ description, totalCentavos, meaning }) => [
        `\`${description}\``,
        totalCentavos === null ? '' : formatAmount(totalCentavos),
        meaning,
      ]),
    ),
  'payer accounts': () =>
    markdown(
      ['payer’s CLABE', 'what becomes of a return to it'],
      Object.entries(magicPayerAccounts).map(([clabe, { meaning }]) => [`\`${clabe}\``, meaning]),
    ),
}

function markdown(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

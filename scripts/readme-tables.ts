// The tables of the README and of docs/, each made from the data that it describes.
import { scopeMeanings } from '../src/api/caller.ts'
import { manual } from '../src/cli/manual.ts'
import { settings } from '../src/config/settings.ts'
import { chargeFaults, transferFaults } from '../src/connectors/sandbox/faults.ts'
import { magicAmounts } from '../src/connectors/sandbox/magic-amounts.ts'
import { testCards } from '../src/connectors/sandbox/test-cards.ts'
import { failures } from '../src/core/failures.ts'
import { declines } from '../src/core/iso8583.ts'
import { formatAmount } from '../src/core/money.ts'
import { MESSAGE_WAITS_MS, WEBHOOK_WAITS_MS } from '../src/core/retry.ts'
import { eventTypes } from '../src/events/append.ts'
import { magicPayerAccounts, magics, magicTransferAmounts } from '../src/simulator/magic.ts'

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
  commands: () =>
    markdown(
      ['command', 'what it does'],
      Object.entries(manual)
        .filter(([, { summary }]) => summary !== 'the same')
        .map(([name, { synopsis = '', summary }]) => [`\`cobro ${`${name} ${synopsis}`.trimEnd()}\``, summary]),
    ),
  scopes: () =>
    markdown(
      ['scope', 'may'],
      Object.entries(scopeMeanings).map(([scope, meaning]) => [`\`${scope}\``, meaning]),
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
      ['to the CLABE', 'or of the amount', 'what becomes of the transfer'],
      Object.entries(magicPayerAccounts).map(([clabe, play]) => [
        `\`${clabe}\``,
        formatAmount(
          Number(Object.keys(magicTransferAmounts).find((total) => magicTransferAmounts[Number(total)] === play)),
        ),
        play.meaning,
      ]),
    ),
  'network faults': () =>
    markdown(
      ['the header says', 'with a', 'what happens'],
      [
        ['`late_hours=8`', 'voucher', 'paid at once, and reported so many hours later'],
        ['`twice`', 'voucher', 'paid at once, and reported twice'],
        [
          '`other_bank`',
          'voucher',
          'paid at once; the same number comes again from another bank or chain: it is other money',
        ],
        [
          '`other_amount`',
          'voucher',
          'paid at once; the same number comes again with another amount: it is kept in suspense',
        ],
        ...Object.entries(transferFaults).map(([name, clabe]) => [
          `\`transfer=${name}\``,
          'refund, return or retry',
          magicPayerAccounts[clabe]?.meaning ?? '',
        ]),
        ...Object.entries(chargeFaults).map(([name, total]) => [
          `\`charge=${name}\``,
          'card payment',
          magicAmounts[total]?.meaning ?? '',
        ]),
      ],
    ),
  errors: () =>
    markdown(
      ['status', 'code', 'in Spanish', 'in English'],
      Object.values(failures)
        .map(([code, status, es, en]) => [String(status), `\`${code}\``, es, en])
        .sort(([a = '', b = ''], [c = '', d = '']) => (a === c ? compare(b, d) : compare(a, c))),
    ),
  'bank responses': () =>
    markdown(
      ['`detail.code`', 'in Spanish', 'in English'],
      Object.entries(declines)
        .sort(([a], [b]) => compare(a, b))
        .map(([code, [es, en]]) => [`\`${code}\``, es, en]),
    ),
  events: () =>
    markdown(
      ['event'],
      eventTypes.map((type) => [`\`${type}\``]),
    ),
  'events, in Spanish': () =>
    markdown(
      ['evento'],
      eventTypes.map((type) => [`\`${type}\``]),
    ),
  'webhook tries': () => tries(WEBHOOK_WAITS_MS),
  'webhook tries, in Spanish': () => tries(WEBHOOK_WAITS_MS, ['intento', 'después del anterior', 'al momento']),
  'message tries': () => tries(MESSAGE_WAITS_MS),
}

function tries(
  waits: readonly number[],
  [head, wait, none]: [string, string, string] = ['try', 'after the one before', 'at once'],
): string {
  return markdown(
    [head, wait],
    waits.map((ms, index) => [String(index + 1), ms === 0 ? none : waitText(ms)]),
  )
}

function waitText(ms: number): string {
  const seconds = ms / 1_000
  if (seconds < 60) return `${seconds} s`
  return seconds < 3_600 ? `${seconds / 60} min` : `${seconds / 3_600} h`
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function markdown(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

// The tables of the README and of docs/, each generated from its data.
import { scopeMeanings, scopes } from '../src/api/caller.ts'
import { manual } from '../src/cli/manual/commands.ts'
import type { Page } from '../src/cli/manual/page.ts'
import { settings } from '../src/config/settings.ts'
import { chargeFaults, transferFaults } from '../src/connectors/sandbox/faults.ts'
import { magicAmounts } from '../src/connectors/sandbox/magic-amounts.ts'
import { testCards } from '../src/connectors/sandbox/test-cards.ts'
import { declines } from '../src/core/cards/decline-codes.ts'
import { formatAmount } from '../src/core/money.ts'
import { MESSAGE_WAITS_MS, WEBHOOK_WAITS_MS } from '../src/core/retry.ts'
import { eventTypes } from '../src/event-types.ts'
import { failures } from '../src/failures.ts'
import { magicPayerAccounts, magics, magicTransferAmounts } from '../src/sandbox/magic.ts'
import { schemaText } from './schema-page.ts'
import { inSpanish, scopeInSpanish } from './spanish-meanings.ts'

export const tables: Record<string, () => string> = {
  settings: () => settingTable(['setting', 'default', 'meaning'], 'en'),
  'settings, in Spanish': () => settingTable(['ajuste', 'por omisión', 'qué significa'], 'es'),
  schema: schemaText,
  commands: () => commandTable(['command', 'what it does'], ({ summary }) => summary),
  'commands, in Spanish': () => commandTable(['comando', 'qué hace'], ({ es }) => es),
  scopes: () =>
    markdown(
      ['scope', 'may'],
      Object.entries(scopeMeanings).map(([scope, meaning]) => [`\`${scope}\``, meaning]),
    ),
  'scopes, in Spanish': () =>
    markdown(
      ['permiso', 'puede'],
      scopes.map((scope) => [`\`${scope}\``, scopeInSpanish(scope)]),
    ),
  'test cards': () => testCardTable(['card number', 'what happens']),
  'test cards, in Spanish': () => testCardTable(['número de tarjeta', 'qué pasa'], inSpanish),
  'card amounts': () => cardAmounts(['total of a card payment', 'what happens']),
  'card amounts, in Spanish': () => cardAmounts(['total de un cobro con tarjeta', 'qué pasa'], inSpanish),
  'voucher payers': () => voucherPayers(['description contains', 'or total is', 'the voucher is']),
  'voucher payers, in Spanish': () => voucherPayers(['la descripción dice', 'o el total es', 'la ficha'], inSpanish),
  'payer accounts': () => payerAccounts(['to the CLABE', 'or of the amount', 'what becomes of the transfer']),
  'payer accounts, in Spanish': () =>
    payerAccounts(['a la CLABE', 'o por el monto', 'qué pasa con la transferencia'], inSpanish),
  'network faults': () =>
    networkFaults(
      ['the header says', 'with a', 'what happens'],
      ['voucher', 'refund, return or retry', 'card payment'],
    ),
  'network faults, in Spanish': () =>
    networkFaults(
      ['el encabezado dice', 'con', 'qué pasa'],
      ['una ficha', 'una devolución, un regreso o un reintento', 'un cobro con tarjeta'],
      inSpanish,
    ),
  errors: () => errors(['status', 'code', 'reason', 'in Spanish', 'in English']),
  'errors, in Spanish': () => errors(['estado', 'código', 'motivo', 'en español', 'en inglés']),
  'bank responses': () => bankResponses(['`detail.code`', 'in Spanish', 'in English']),
  'bank responses, in Spanish': () => bankResponses(['`detail.code`', 'en español', 'en inglés']),
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

type Say = (meaning: string) => string
const asItIs: Say = (meaning) => meaning

function settingTable(head: string[], language: 'en' | 'es'): string {
  return markdown(
    head,
    Object.entries(settings).map(([name, setting]) => [
      `\`${name}\``,
      setting.fallback === '' ? '' : `\`${setting.fallback}\``,
      setting[language],
    ]),
  )
}

function commandTable(head: string[], say: (page: Page) => string): string {
  return markdown(
    head,
    Object.entries(manual)
      .filter(([, { summary }]) => summary !== 'the same')
      .map(([name, page]) => [`\`cobro ${`${name} ${page.synopsis ?? ''}`.trimEnd()}\``, say(page)]),
  )
}

function testCardTable(head: string[], say: Say = asItIs): string {
  return markdown(
    head,
    Object.entries(testCards).map(([number, { meaning }]) => [`\`${number}\``, say(meaning)]),
  )
}

function cardAmounts(head: string[], say: Say = asItIs): string {
  return markdown(
    head,
    Object.entries(magicAmounts).map(([centavos, { meaning }]) => [formatAmount(Number(centavos)), say(meaning)]),
  )
}

function voucherPayers(head: string[], say: Say = asItIs): string {
  return markdown(
    head,
    magics.map(({ description, totalCentavos, meaning }) => [
      `\`${description}\``,
      totalCentavos === null ? '' : formatAmount(totalCentavos),
      say(meaning),
    ]),
  )
}

function payerAccounts(head: string[], say: Say = asItIs): string {
  return markdown(
    head,
    Object.entries(magicPayerAccounts).map(([clabe, play]) => [
      `\`${clabe}\``,
      formatAmount(
        Number(Object.keys(magicTransferAmounts).find((total) => magicTransferAmounts[Number(total)] === play)),
      ),
      say(play.meaning),
    ]),
  )
}

/** `[the names of a voucher, a transfer and a card payment]`. */
function networkFaults(
  head: string[],
  [voucher, transfer, charge]: [string, string, string],
  say: Say = asItIs,
): string {
  const ofVoucher = [
    ['late_hours=8', 'paid at once, and reported so many hours later'],
    ['twice', 'paid at once, and reported twice'],
    ['other_bank', 'paid at once; the same number comes again from another bank or chain: it is other money'],
    ['other_amount', 'paid at once; the same number comes again with another amount: it is kept in suspense'],
  ] as const
  return markdown(head, [
    ...ofVoucher.map(([name, meaning]) => [`\`${name}\``, voucher, say(meaning)]),
    ...Object.entries(transferFaults).map(([name, clabe]) => [
      `\`transfer=${name}\``,
      transfer,
      say(magicPayerAccounts[clabe]?.meaning ?? ''),
    ]),
    ...Object.entries(chargeFaults).map(([name, total]) => [
      `\`charge=${name}\``,
      charge,
      say(magicAmounts[total]?.meaning ?? ''),
    ]),
  ])
}

function errors(head: string[]): string {
  return markdown(
    head,
    Object.entries(failures)
      .map(([reason, [code, status, es, en]]) => [String(status), `\`${code}\``, `\`${reason}\``, es, en])
      .sort((one, other) => compare(one.slice(0, 3).join(' '), other.slice(0, 3).join(' '))),
  )
}

function bankResponses(head: string[]): string {
  return markdown(
    head,
    Object.entries(declines)
      .sort(([a], [b]) => compare(a, b))
      .map(([code, [es, en]]) => [`\`${code}\``, es, en]),
  )
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

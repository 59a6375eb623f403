// Every command of `cobro`: what it takes, what it does, and examples. Help, completion and the check of what was typed read this table.
import { accountPages } from './manual-accounts.ts'
import type { Page } from './manual-page.ts'
import type { OptionName } from './options.ts'

const OF_A_SERVICE = ['url', 'credential', 'json'] as const

export const manual: Readonly<Record<string, Page>> = {
  serve: {
    words: 0,
    summary: 'serve; this is what cobro does without a command',
    examples: ['cobro', 'PORT=9000 cobro serve'],
  },
  migrate: {
    words: 0,
    options: ['json'],
    summary: 'bring the database’s schema up to date',
    examples: ['cobro migrate'],
  },
  status: {
    words: 0,
    options: ['json'],
    summary:
      'what waits, since when; ages of keys; webhooks that fail; the database. Ends with 1 when something needs a person',
    examples: ['cobro status', 'cobro status --json'],
  },
  logs: {
    words: 1,
    synopsis: '[FILE]',
    options: ['failed', 'account', 'follow', 'json'],
    summary:
      'the requests in a log of the service, a line each, with the reason of each refusal; without FILE from standard input',
    examples: [
      'cobro logs /var/log/cobro.log --failed',
      'journalctl -u cobro -o cat -f | cobro logs',
      'cobro logs cobro.log --follow --account acc_…',
    ],
  },
  ...accountPages,
  audit: {
    words: 0,
    options: ['account', 'json', 'heads', 'rows', 'against'],
    summary: 'check the books while the service goes on working, also against heads kept elsewhere',
    examples: ['cobro audit', 'cobro audit --heads > heads.json', 'cobro audit --against heads.json'],
  },
  held: {
    words: 0,
    options: ['json'],
    summary:
      'list what waits for a person, of all accounts: payments in suspense, transfers withheld, returns of nobody’s money that failed, charges not undone, cancellations refused later, reports that nobody could act on',
    examples: ['cobro held'],
  },
  'held show': {
    words: 1,
    synopsis: 'ID',
    options: ['json'],
    summary: 'what a network reported that nobody could act on',
    examples: ['cobro held show unr_…'],
  },
  'held release': {
    words: 1,
    synopsis: 'ID',
    options: ['clabe', 'beneficiary', 'json'],
    summary:
      'give a payment back that is in suspense and belongs to no account; send a withheld transfer that says again what its cause does',
    examples: [
      'cobro held release pay_… --clabe 032180000118359719 --beneficiary "Ana Núñez"',
      'cobro held release trf_…',
    ],
  },
  'held retry': {
    words: 1,
    synopsis: 'ID',
    options: ['clabe', 'beneficiary', 'json'],
    summary:
      'send a failed return of nobody’s money again, to the same account or another; also cash that its store did not give back',
    examples: ['cobro held retry trf_… --clabe 032180000118359719 --beneficiary "Ana Núñez"'],
  },
  'held close': {
    words: 1,
    synopsis: 'ID',
    options: ['because', 'reversed', 'refunded', 'json'],
    summary:
      'end what a person has settled: a refused advice or cancellation, a report, a withheld transfer (what it owes is written off), a payment in suspense that never came, a charge (undone by an advice), a reversal or a refund to a card that a network never answers for',
    examples: [
      'cobro held close adv_… --because "undone by phone, folio 4711"',
      'cobro held close pay_… --because "the chain says that the ticket was annulled"',
      'cobro held close 0196… --because "the bank reversed it, says its portal" --reversed',
      'cobro held close ref_… --because "on the acquirer’s statement of the 12th" --refunded',
    ],
  },
  connectors: {
    words: 0,
    options: ['json'],
    summary: 'list the connector of each port, its settings and what it can do',
    examples: ['cobro connectors'],
  },
  'connectors list': { words: 0, options: ['json'], summary: 'the same', examples: ['cobro connectors list'] },
  'connectors check': {
    words: 1,
    synopsis: 'NAME',
    options: ['json'],
    summary: 'hold a connector to the contract of its port: ours, a file’s or a package’s',
    examples: ['cobro connectors check ./my-acquirer.mjs'],
  },
  users: {
    words: 0,
    options: ['json'],
    summary: 'list who signs in at the console, by account',
    examples: ['cobro users'],
  },
  'users list': { words: 0, options: ['json'], summary: 'the same', examples: ['cobro users list'] },
  'users invite': {
    words: 3,
    synopsis: 'ACCOUNT EMAIL NAME',
    options: ['role', 'json'],
    summary: 'invite a person to the console; prints the link and sends it',
    examples: ['cobro users invite acc_… ana@mitienda.mx "Ana Núñez" --role finance'],
  },
  'users reset': {
    words: 1,
    synopsis: 'EMAIL',
    options: ['json'],
    summary: 'take a person’s password, authenticator and passkeys away; invite them again',
    examples: ['cobro users reset ana@mitienda.mx'],
  },
  trail: {
    words: 0,
    options: ['account', 'json'],
    summary: 'list who changed what, from where, newest first, of all accounts',
    examples: ['cobro trail --account acc_…'],
  },
  reconcile: {
    words: 1,
    synopsis: 'FILE',
    options: ['json'],
    summary: 'hold a network’s statement against the books: docs/guides/reconciliation.md',
    examples: ['cobro reconcile statement.csv'],
  },
  'reconcile close': {
    words: 1,
    synopsis: 'LINE',
    options: ['json'],
    summary: 'write off a line that no record has, or has with another amount',
    examples: ['cobro reconcile close stl_…'],
  },
  open: {
    words: 0,
    options: ['json'],
    summary: 'list everything that is not done yet, and since when',
    examples: ['cobro open'],
  },
  keys: {
    words: 0,
    options: ['json'],
    summary: 'list the RSA keys that clients seal card data with',
    examples: ['cobro keys'],
  },
  'keys list': { words: 0, options: ['json'], summary: 'the same', examples: ['cobro keys list'] },
  'keys rotate': {
    words: 0,
    options: ['json'],
    summary: 'publish a new one; the one before stays readable for RSA_ROTATION_HOURS',
    examples: ['cobro keys rotate'],
  },
  'keys reseal': {
    words: 0,
    options: ['json'],
    summary: 'seal everything under AT_REST_KEY, so that AT_REST_KEY_PREVIOUS may go',
    examples: ['cobro keys reseal'],
  },
  listen: {
    words: 0,
    options: [...OF_A_SERVICE, 'forward-to', 'secret', 'cursor', 'from', 'events'],
    summary: 'bring events to a local webhook receiver, signed, resuming where it stopped',
    examples: ['cobro listen --forward-to http://127.0.0.1:3000/hooks'],
  },
  trigger: {
    words: 1,
    synopsis: 'EVENT',
    options: [...OF_A_SERVICE, 'with'],
    summary: 'make an event really happen in the sandbox',
    examples: ['cobro trigger operation.paid --with method=spei'],
  },
  pay: {
    words: 2,
    synopsis: 'CARD AMOUNT',
    options: [...OF_A_SERVICE, 'with'],
    summary: 'pay by card in the sandbox, from end to end',
    examples: ['cobro pay 4242424242424242 150'],
  },
  doctor: {
    words: 1,
    synopsis: 'URL',
    options: [...OF_A_SERVICE, 'secret'],
    summary: 'try a webhook receiver with wrong signatures, duplicates, old events and many at once',
    examples: ['cobro doctor http://127.0.0.1:3000/hooks --secret whsec_…'],
  },
  help: {
    words: 2,
    synopsis: '[COMMAND]',
    options: ['json'],
    summary: 'show all commands, or one',
    examples: ['cobro help', 'cobro help accounts key'],
  },
  completion: {
    words: 1,
    synopsis: 'bash|zsh|fish',
    summary: 'print what makes a shell complete commands and options',
    examples: ['eval "$(cobro completion bash)"', 'cobro completion fish > ~/.config/fish/completions/cobro.fish'],
  },
}

/** A command by the words that were typed: `accounts key` before `accounts`. Undefined: there is none. */
export function pageNamed(words: readonly string[]): string | undefined {
  const [first = '', second] = words
  const long = `${first} ${second}`
  if (second !== undefined && Object.hasOwn(manual, long)) return long
  return Object.hasOwn(manual, first) ? first : undefined
}

/** Every option of a command, `--help` too. */
export function optionsOf(name: string): OptionName[] {
  return [...(manual[name]?.options ?? []), 'help']
}

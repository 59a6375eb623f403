// Every option of `cobro`: its value and its meaning.

export const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
  publishable: { type: 'boolean' },
  account: { type: 'string' },
  json: { type: 'boolean' },
  heads: { type: 'boolean' },
  rows: { type: 'boolean' },
  against: { type: 'string' },
  scopes: { type: 'string' },
  name: { type: 'string' },
  expires: { type: 'string' },
  grace: { type: 'string' },
  url: { type: 'string' },
  credential: { type: 'string' },
  'forward-to': { type: 'string' },
  secret: { type: 'string' },
  cursor: { type: 'string' },
  from: { type: 'string' },
  events: { type: 'string' },
  with: { type: 'string', multiple: true },
  clabe: { type: 'string' },
  beneficiary: { type: 'string' },
  because: { type: 'string' },
  corrects: { type: 'string' },
  reversed: { type: 'boolean' },
  captured: { type: 'boolean' },
  refunded: { type: 'boolean' },
  role: { type: 'string' },
  'service-role': { type: 'string' },
  failed: { type: 'boolean' },
  follow: { type: 'boolean' },
  days: { type: 'string' },
} as const

export type OptionName = keyof typeof OPTIONS

/** The meaning of each option, for the help of a command. */
const MEANINGS: Record<OptionName, string> = {
  help: 'show this help',
  version: 'show the version',
  publishable: 'a key for browsers, which only makes card tokens',
  account: 'only this account',
  json: 'one JSON object a line, for programs',
  heads: 'print the heads of every day, to be kept elsewhere',
  rows: 'with --heads: every record behind them',
  against: 'compare with heads kept elsewhere',
  scopes: 'what it may do: some of charge,refund,read,payouts,webhooks,admin; without it everything',
  name: 'what people call it',
  expires: 'when it ends: a day, or a time with its offset',
  grace: 'how long the secret before works too, from 0 to 168 hours; 24 without it',
  url: 'the running service; default from HOST, PORT and BASE_URL',
  credential: 'who calls; default COBRO_CREDENTIAL, else the sandbox’s own',
  'forward-to': 'where the receiver is',
  secret: 'with which webhooks are signed',
  cursor: 'in which it notes how far it came',
  from: 'where it begins when it has noted nothing',
  events: 'only events of these types',
  with: 'what the event or payment is made with; may be given several times',
  clabe: 'the account that the money goes to',
  beneficiary: 'whose account that is',
  because: 'what was done about it, in 1 to 500 characters',
  corrects: 'the statement whose place the file takes',
  captured: 'the acquirer says that it was captured; without it, that it was not',
  refunded: 'the acquirer says that the card got its refund; without it, that it did not',
  reversed: 'the network says that it was reversed; without it, that it was not',
  role: 'what they may do; owner without it',
  'service-role': 'PostgreSQL: the role that serves; it gets the right to add to the books and not to change them',
  failed: 'only requests that were refused or failed',
  follow: 'go on as lines are added, until Ctrl-C',
  days: 'how many, from 1 to 90; 30 without it',
}

export function optionMeaning(option: OptionName): string {
  return MEANINGS[option]
}

/** The value of an option that takes one, as help writes it. */
const VALUES: Partial<Record<OptionName, string>> = {
  against: 'FILE',
  scopes: 'SCOPE,SCOPE',
  expires: 'WHEN',
  grace: 'HOURS',
  credential: 'APP_KEY:APP_SECRET',
  'forward-to': 'URL',
  secret: 'whsec_…',
  cursor: 'FILE',
  from: 'now|start',
  events: 'TYPE,TYPE',
  with: 'FIELD=VALUE',
  beneficiary: 'NAME',
  because: 'TEXT',
  'service-role': 'ROLE',
  role: 'reader|cashier|finance|developer|owner|operator',
}

export function optionValue(option: OptionName): string {
  return VALUES[option] ?? option.toUpperCase()
}

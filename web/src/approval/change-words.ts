// What a change says of the rules of risk, in words, and where to read what a change is about.

type Words = readonly [es: string, en: string]

/** Where to read what a change is about. Sample: `/v1/webhook/whk_1` for its pause. */
export function readPathOf(path: string): string {
  return path.replace(/\/(pause|rotate-secret|accept)$/, '')
}

type Say = (words: Words, values?: Record<string, string | number>) => string

/** A rule of risk as the API has it. */
export interface RiskRule {
  kind: string
  of?: string
  per?: string
  payments?: number
  amount?: string
  value?: string
}

const LIMITED: Record<string, Words> = {
  'card hour': ['por tarjeta en una hora', 'per card in an hour'],
  'card day': ['por tarjeta en un día', 'per card in a day'],
  'customer hour': ['por cliente en una hora', 'per customer in an hour'],
  'customer day': ['por cliente en un día', 'per customer in a day'],
  'ip hour': ['por IP en una hora', 'per IP in an hour'],
  'ip day': ['por IP en un día', 'per IP in a day'],
}

const BLOCKED: Record<string, Words> = {
  card: ['Bloquea la tarjeta de la operación {value}', 'Blocks the card of operation {value}'],
  bin: ['Bloquea las tarjetas que empiezan con {value}', 'Blocks cards that begin with {value}'],
  email: ['Bloquea el correo {value}', 'Blocks the e-mail {value}'],
  ip: ['Bloquea la IP {value}', 'Blocks the IP {value}'],
  country: ['Bloquea el país {value}', 'Blocks the country {value}'],
}

/** Sample: `At most 5 payments per card in an hour`. */
export function riskRuleText(
  { kind, of = '', per = '', payments, amount, value = '' }: RiskRule,
  say: Say,
  money: (pesos: string) => string,
): string {
  if (kind === 'country-mismatch')
    return say(['El país de quien paga debe ser el de la tarjeta', 'The payer’s country must be the card’s'])
  if (kind === 'block') return say(BLOCKED[of] ?? [`${of} {value}`, `${of} {value}`], { value })
  const most = [
    payments === undefined
      ? ''
      : say(payments === 1 ? ['un pago', 'one payment'] : ['{n} pagos', '{n} payments'], { n: payments }),
    amount === undefined ? '' : money(amount),
  ]
  const each = LIMITED[`${of} ${per}`] ?? [`${of} ${per}`, `${of} ${per}`]
  return say(['A lo más {most} {each}', 'At most {most} {each}'], {
    most: most.filter(Boolean).join(say([' y ', ' and '])),
    each: say(each),
  })
}

// The changes that a second person approves, in words: what each does, and what follows from it.

type Words = readonly [es: string, en: string]

interface ChangeWords {
  title: Words
  effect?: Words
}

/** By method and route of the call. */
export const changeWords: Readonly<Record<string, ChangeWords>> = {
  'DELETE /v1/credentials/:id': {
    title: ['Revocar una llave', 'Revoke a key'],
    effect: ['Deja de servir en cuanto se aprueba.', 'It stops working once this is approved.'],
  },
  'PUT /v1/webhook/:id': { title: ['Cambiar un webhook', 'Change a webhook'] },
  'DELETE /v1/webhook/:id': {
    title: ['Quitar un webhook', 'Remove a webhook'],
    effect: ['Ya no recibe eventos.', 'It gets no more events.'],
  },
  'POST /v1/webhook/:id/pause': {
    title: ['Pausar un webhook', 'Pause a webhook'],
    effect: [
      'No recibe nada hasta que se reanude; sus eventos lo esperan.',
      'It gets nothing until it is resumed; its events wait.',
    ],
  },
  'POST /v1/webhook/:id/rotate-secret': {
    title: ['Dar un secreto nuevo a un webhook', 'Give a webhook a new secret'],
    effect: [
      'Durante un día firman los dos secretos; después, solo el nuevo.',
      'For a day both secrets sign; after that only the new one.',
    ],
  },
  'POST /v1/disputes/:dispute/accept': {
    title: ['Aceptar una aclaración', 'Accept a dispute'],
    effect: ['El banco se queda con el dinero, sin ver pruebas.', 'The bank keeps the money, and sees no evidence.'],
  },
  'PUT /v1/risk/rules': {
    title: ['Cambiar las reglas de riesgo', 'Change the rules of risk'],
    effect: ['Valen para los cobros desde ahora.', 'They hold for charges from now on.'],
  },
  'PUT /v1/payment-rules': {
    title: ['Cambiar la regla de cobro', 'Change the rule of charges'],
    effect: ['Vale para los cobros desde ahora.', 'It holds for charges from now on.'],
  },
  'PUT /v1/refund-rules': {
    title: ['Cambiar las reglas de devolución', 'Change the rules of refunds'],
    effect: ['Valen para las devoluciones desde ahora.', 'They hold for refunds from now on.'],
  },
  'PUT /v1/settlement/rules': {
    title: ['Cambiar las reglas de las liquidaciones', 'Change the rules of payouts'],
    effect: ['Valen para las liquidaciones desde ahora.', 'They hold for payouts from now on.'],
  },
  'PUT /v1/affiliates/rules': {
    title: ['Cambiar quién devuelve la parte del afiliado', 'Change who gives back an affiliate’s share'],
    effect: ['Vale para los pagos desde ahora.', 'It holds for payments from now on.'],
  },
  'PUT /v1/console/second-factor/roles': {
    title: ['Cambiar quién necesita un segundo factor', 'Change who needs a second factor'],
  },
}

/** The route of a call, by which its words are found. Sample: of `POST` and `/v1/webhook/whk_1/pause`, `POST /v1/webhook/:id/pause`. */
export function routeOfChange(method: string, path: string): string | undefined {
  const parts = path.split('/')
  return Object.keys(changeWords).find((route) => {
    const [its, url = ''] = route.split(' ')
    const own = url.split('/')
    return (
      its === method &&
      own.length === parts.length &&
      own.every((part, at) => part.startsWith(':') || part === parts[at])
    )
  })
}

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

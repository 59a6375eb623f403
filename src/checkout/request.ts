// The body of a new checkout, and its checks.
import Type, { type Static } from 'typebox'
import { amount, choice, freeText, optionalFreeText, optionalText, strictObject } from '../api/fields.ts'
import { endOf, moment } from '../api/moment.ts'
import { MAX_RETURN_URL, returnUrlProblem } from '../cards/payer-action/return-address.ts'
import type { Clock } from '../core/clock.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { formatAmount, MAX_AMOUNT_CENTAVOS, parseAmount } from '../core/money.ts'
import { type Rail, railNames, rails } from '../core/rail.ts'
import { DAY_MS, type Instant, instantPlus } from '../core/time.ts'
import { Failure, refuseInvalid } from '../failures.ts'
import type { Item } from './present.ts'
import { fits } from './ways.ts'

/** The least that a payment of a checkout pays. */
const LEAST_CENTAVOS = 100
const MAX_USES = 1_000_000
const DEFAULT_DAYS = 7
const MAX_DAYS = 365
const MAX_ITEMS = 50

export const CheckoutBody = strictObject(
  {
    amount: Type.Optional(amount({ examples: [150] })),
    items: Type.Optional(
      Type.Array(
        strictObject({
          name: freeText(100, {
            minLength: 1,
            description: 'What it is: the payer sees it',
            examples: ['Café de Chiapas'],
          }),
          quantity: Type.Optional(Type.Integer({ minimum: 1, maximum: 9_999, description: '1 when left out' })),
          amount: amount({ description: 'The price of one, in Mexican pesos', examples: [185] }),
        }),
        { minItems: 1, maxItems: MAX_ITEMS, description: 'What is paid for: their sum is the amount' },
      ),
    ),
    open_amount: Type.Optional(
      strictObject(
        { minimum: Type.Optional(amount({ examples: [50] })), maximum: Type.Optional(amount({ examples: [5000] })) },
        {
          minProperties: 1,
          description:
            'The payer says the amount, between these: at least one of the two; from 1.00, and to the largest amount',
        },
      ),
    ),
    currency: Type.Optional(
      Type.Union([Type.Literal('MXN'), Type.Null()], { description: 'MXN, which it also is when left out' }),
    ),
    description: optionalFreeText(250, { description: 'What it is for: the payer sees it', examples: ['Pedido 1001'] }),
    reference: optionalFreeText(100, {
      description: 'Your own number: every payment carries it as its reference number',
      examples: ['1001'],
    }),
    ways: Type.Optional(
      Type.Array(choice(railNames), {
        minItems: 1,
        maxItems: railNames.length,
        uniqueItems: true,
        description: 'The ways of paying that the payer may choose; all that the service offers when left out',
      }),
    ),
    uses: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_USES,
        description: 'How many payments it takes; 1 when left out',
        examples: [1],
      }),
    ),
    expires_at: Type.Optional(
      moment(`Until when payments are begun there, to ${MAX_DAYS} days; in ${DEFAULT_DAYS} days when left out`),
    ),
    return_url: optionalText(MAX_RETURN_URL, {
      description:
        'Where the payer goes after the payment, with `transaction` added (https, in the sandbox also this machine)',
      examples: ['https://tienda.example.mx/gracias'],
    }),
    customer: optionalText(100, { description: 'The customer (`cus_…`) who pays' }),
  },
  { title: 'CheckoutRequest' },
)

export interface CheckoutRequest {
  /** Undefined: the payer says it, between `leastCentavos` and `mostCentavos`. */
  amountCentavos: number | undefined
  leastCentavos: number | undefined
  maxCentavos: number | undefined
  items: Item[]
  description: string
  reference: string | null
  ways: Rail[]
  uses: number
  expiresAt: Instant
  returnUrl: string | null
  customerId: string | null
}

/** Fails with `parameters-invalid` that names every field at fault, and with the refusal of a way that the service does not offer. */
export function readCheckout(
  { clock, offered, loopback }: { clock: Clock; offered: Readonly<Record<Rail, boolean>>; loopback: boolean },
  body: Static<typeof CheckoutBody>,
): CheckoutRequest {
  const problems: FieldProblems = {}
  const report = (field: string, [es, en]: Bilingual) => {
    problems[field] = [[`${field} ${es}`, `${field} ${en}`]]
  }
  const pesos = (field: string, value: unknown, minCentavos = LEAST_CENTAVOS): number | undefined => {
    const parsed = parseAmount(value, { minCentavos, maxCentavos: MAX_AMOUNT_CENTAVOS })
    if ('centavos' in parsed) return parsed.centavos
    report(field, parsed.problem)
    return undefined
  }
  if ([body.amount, body.items, body.open_amount].filter((one) => one !== undefined).length !== 1)
    problems.amount = [
      ['envía exactamente uno de amount, items y open_amount', 'send exactly one of amount, items and open_amount'],
    ]
  const items = (body.items ?? []).map(({ name, quantity = 1, amount }, at) => ({
    name,
    quantity,
    centavos: pesos(`items.${at}.amount`, amount, 1) ?? 0,
  }))
  const sum = items.reduce((all, { quantity, centavos }) => all + quantity * centavos, 0)
  if (sum > MAX_AMOUNT_CENTAVOS) {
    const most = formatAmount(MAX_AMOUNT_CENTAVOS)
    report('items', [`suman más de ${most}`, `add up to more than ${most}`])
  }
  if (sum < LEAST_CENTAVOS && items.length > 0 && items.every(({ centavos }) => centavos > 0)) {
    const least = formatAmount(LEAST_CENTAVOS)
    report('items', [`suman menos de ${least}`, `add up to less than ${least}`])
  }
  const stated = body.amount === undefined ? undefined : pesos('amount', body.amount)
  const fixed = body.items === undefined ? stated : sum
  const { minimum, maximum } = body.open_amount ?? {}
  const least = minimum === undefined ? LEAST_CENTAVOS : pesos('open_amount.minimum', minimum)
  const most = maximum === undefined ? MAX_AMOUNT_CENTAVOS : pesos('open_amount.maximum', maximum)
  if (least !== undefined && most !== undefined && least > most)
    report('open_amount.maximum', ['no debe ser menor que minimum', 'must not be less than minimum'])
  if (body.return_url) {
    const problem = returnUrlProblem(body.return_url, { loopback })
    if (problem !== undefined) report('return_url', problem)
  }
  const now = clock.now()
  const expiresAt =
    body.expires_at === undefined
      ? instantPlus(now, DEFAULT_DAYS * DAY_MS)
      : (endOf('expires_at', body.expires_at) as Instant)
  if (expiresAt <= now) report('expires_at', ['debe estar en el futuro', 'must be in the future'])
  if (expiresAt > instantPlus(now, MAX_DAYS * DAY_MS))
    report('expires_at', [`debe estar a lo más a ${MAX_DAYS} días`, `must be at most ${MAX_DAYS} days away`])
  refuseInvalid(problems)
  const isOpen = body.open_amount !== undefined
  const range = isOpen ? [least ?? 0, most ?? 0] : [fixed ?? 0, fixed ?? 0]
  return {
    amountCentavos: isOpen ? undefined : (fixed ?? 0),
    leastCentavos: isOpen ? least : undefined,
    maxCentavos: isOpen ? most : undefined,
    items,
    description: body.description || '',
    reference: body.reference || null,
    ways: waysIn(body.ways, offered, [range[0] ?? 0, range[1] ?? 0]),
    uses: body.uses ?? 1,
    expiresAt,
    returnUrl: body.return_url || null,
    customerId: body.customer || null,
  }
}

function waysIn(
  asked: readonly Rail[] | undefined,
  offered: Readonly<Record<Rail, boolean>>,
  range: readonly [least: number, most: number],
): Rail[] {
  for (const rail of asked ?? []) {
    if (!offered[rail]) throw new Failure(rails[rail].notOffered)
    if (!fits(rail, range))
      refuseInvalid({ ways: [[`ways: ${rail} no cobra ese monto`, `ways: ${rail} does not take that amount`]] })
  }
  const ways = railNames.filter((rail) => (asked?.includes(rail) ?? true) && offered[rail] && fits(rail, range))
  const missing = railNames.find((rail) => !offered[rail])
  if (ways.length === 0 && missing !== undefined) throw new Failure(rails[missing].notOffered)
  return ways
}

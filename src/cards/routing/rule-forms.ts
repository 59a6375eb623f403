// The rules of routing as JSON: read member by member, and shown.
import { type Brand, brands, isBrand } from '../../core/cards/number.ts'
import { formatAmount, parseAmount } from '../../core/money.ts'
import type { RoutingRule } from './choose.ts'

/** A rule as the operator writes and reads it. */
interface RawRule {
  acquirer: string
  account?: string
  brand?: Brand
  bins?: readonly string[]
  from?: string
  to?: string
  share?: number
  only?: true
}

export function presentRules(rules: readonly RoutingRule[]): RawRule[] {
  return rules.map(({ fromCentavos, toCentavos, ...rule }) => ({
    ...rule,
    ...(fromCentavos !== undefined && { from: formatAmount(fromCentavos) }),
    ...(toCentavos !== undefined && { to: formatAmount(toCentavos) }),
  }))
}

const MAX_BINS = 500

/** What each member must be; undefined for a good value. `acquirer` is checked against the setting. */
const members: Readonly<Record<keyof RawRule, (value: unknown) => string | undefined>> = {
  acquirer: (value) => (typeof value === 'string' ? undefined : 'is the name of an acquirer'),
  account: (value) =>
    typeof value === 'string' && /^acc_[0-9a-z_]{1,40}$/.test(value) ? undefined : 'is the id of an account, acc_…',
  brand: (value) => (isBrand(value) ? undefined : `is one of ${Object.keys(brands).join(', ')}`),
  bins: (value) =>
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_BINS &&
    value.every((bin) => typeof bin === 'string' && /^\d{1,6}$/.test(bin))
      ? undefined
      : `is a list of 1 to ${MAX_BINS} texts of one to six digits, the first of the card`,
  from: amountFault,
  to: amountFault,
  share: (value) =>
    Number.isInteger(value) && Number(value) >= 1 && Number(value) <= 100
      ? undefined
      : 'is a whole number from 1 to 100',
  only: (value) => (value === true ? undefined : 'is true, or is left out'),
}

function amountFault(value: unknown): string | undefined {
  return typeof value === 'string' && 'centavos' in parseAmount(value, { minCentavos: 1 })
    ? undefined
    : 'is an amount such as "1500.00"'
}

/** The rules in a JSON value, or a sentence for each fault. `acquirers`: the names of those that the setting names. */
export function readRules(
  value: unknown,
  { acquirers, maxRules }: { acquirers: readonly string[]; maxRules: number },
): { rules: RoutingRule[] } | { faults: string[] } {
  if (!Array.isArray(value)) return { faults: ['the rules are a JSON list'] }
  if (value.length > maxRules) return { faults: [`there are ${value.length} rules; at most ${maxRules}`] }
  const faults: string[] = []
  const rules = value.map((rule: unknown, at): RoutingRule => {
    const raw = (typeof rule === 'object' && rule !== null ? rule : {}) as Record<string, unknown>
    const fault = (text: string) => faults.push(`rule ${at + 1}: ${text}`)
    for (const [name, one] of Object.entries(raw)) {
      const wrong = Object.hasOwn(members, name) ? members[name as keyof RawRule](one) : 'is no member of a rule'
      if (wrong !== undefined) fault(`${name} ${wrong}`)
    }
    const { acquirer, from, to, ...rest } = raw as unknown as RawRule
    if (acquirer === undefined) fault('acquirer is missing')
    else if (typeof acquirer === 'string' && !acquirers.includes(acquirer))
      fault(`${acquirer} is no acquirer of this service, which has ${acquirers.join(', ') || 'none'}`)
    const [fromCentavos, toCentavos] = [centavosOf(from), centavosOf(to)]
    if (fromCentavos !== undefined && toCentavos !== undefined && fromCentavos > toCentavos) fault('from is at most to')
    return {
      acquirer,
      ...rest,
      ...(fromCentavos !== undefined && { fromCentavos }),
      ...(toCentavos !== undefined && { toCentavos }),
    }
  })
  return faults.length > 0 ? { faults } : { rules }
}

function centavosOf(amount: unknown): number | undefined {
  if (typeof amount !== 'string') return undefined
  const read = parseAmount(amount, { minCentavos: 1 })
  return 'centavos' in read ? read.centavos : undefined
}

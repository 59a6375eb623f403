// How often cards may be tried before the service stops asking their banks: the defaults, and the form in which an operator
// sets others.

/**
 * Defaults. `declines-day` is Mastercard's rule (10 tries of a card that was declined within 24 hours at one merchant) and
 * `declines-month` the one that Visa published first (15 within 30 days; 20 since 2025). The others are ours.
 */
export const CARD_LIMITS = {
  /** Unconfirmed security codes of one card, in any hour and any day, in all accounts together. */
  'codes-hour': 5,
  'codes-day': 10,
  /** Declined payments with one card in any day and any 30 days, in one account. */
  'declines-day': 10,
  'declines-month': 15,
  /** Cards that were refused in any hour, in one account: from one address with a publishable key, ... */
  'address-hour': 20,
  /** ... of one BIN, ... */
  'bin-hour': 100,
  /** ... and by one credential. */
  'credential-hour': 1000,
}

export type CardLimits = typeof CARD_LIMITS

const MAX = 1_000_000
/** The instants of a card's tries are kept. */
const MAX_OF_A_CARD = 1_000

/** Reads `codes-hour=3, bin-hour=50`; other limits keep their default. Undefined for an unknown name or a wrong number. */
export function parseCardLimits(text: string): CardLimits | undefined {
  const limits = { ...CARD_LIMITS }
  for (const part of text.split(',').map((one) => one.trim())) {
    if (part === '') continue
    const [, name = '', number = ''] = /^([a-z-]+) *= *(\d{1,7})$/.exec(part) ?? []
    const most = Number(number)
    const isOfCard = /^(codes|declines)-/.test(name)
    if (!Object.hasOwn(limits, name) || most < 1 || most > (isOfCard ? MAX_OF_A_CARD : MAX)) return undefined
    limits[name as keyof CardLimits] = most
  }
  return limits
}

// What is decided of a card whose issuer nobody knows: the only place. Unknown is no country and no kind of card.

/**
 * Each decision by what asks. An unknown kind of card gets no months without interest, since none are promised that a bank would refuse; an unknown
 * country is not foreign: a rule that blocks a country does not hold, and it does not differ from the payer's.
 */
export const whenUnknown = {
  /** Whether a card of unknown funding may pay in months without interest. */
  months: false,
  /** Whether a rule that blocks a country blocks a card of unknown country. */
  countryBlocked: false,
  /** Whether an unknown country differs from the one that the payer gives. */
  countryDiffers: false,
} as const satisfies Record<string, boolean>

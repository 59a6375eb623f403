// The decisions about a card with an unknown issuer, all in this file.

/**
 * A card of unknown funding gets no months without interest, because the bank might refuse them. An unknown country is not
 * foreign: a rule that blocks a country does not apply, and the country does not differ from the payer's.
 */
export const whenUnknown = {
  /** Whether a card of unknown funding may pay in months without interest. */
  months: false,
  /** Whether a rule that blocks a country blocks a card of unknown country. */
  countryBlocked: false,
  /** Whether an unknown country differs from the one that the payer gives. */
  countryDiffers: false,
} as const satisfies Record<string, boolean>

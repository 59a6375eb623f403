// Masks card numbers in networks' reports: free texts by their form, identifiers if they are the number of a card known here.
import type { AcquirerPort, AuthoriseOutcome, InquiryOutcome } from '../connectors/acquirer.ts'
import type { ChargeNotice } from '../connectors/notice.ts'
import { maskCardData } from '../core/mask-card-data.ts'
import type { MaskIdentifier } from '../vault/mask-known-cards.ts'
import type { Notification } from '../vouchers/notification.ts'

/** A payment as it is matched and kept. */
export function maskedPayment(mask: MaskIdentifier): (told: Notification) => Promise<Notification> {
  return async (told) => {
    const [networkTransaction, networkReference, institution] = await Promise.all([
      mask(told.networkTransaction),
      mask(told.networkReference),
      mask(told.institution),
    ])
    const { payerName } = told
    return {
      ...told,
      networkTransaction,
      networkReference,
      institution,
      ...(payerName !== undefined && { payerName: maskCardData(payerName) }),
    }
  }
}

/** An acquirer's answer to a charge, or its report of one. */
async function maskedOutcome<O extends AuthoriseOutcome | InquiryOutcome>(
  mask: MaskIdentifier,
  outcome: O,
): Promise<O> {
  if (outcome.kind !== 'approved') return outcome
  const [authorizationCode, networkReference] = await Promise.all([
    mask(outcome.authorizationCode),
    mask(outcome.networkReference),
  ])
  return { ...outcome, authorizationCode, networkReference }
}

/** `authorise` and `inquire` fail while the database is unavailable. A late answer is not masked here: `lateAnswers` does that. */
export function maskedAcquirer(mask: MaskIdentifier, acquirer: AcquirerPort): AcquirerPort {
  return {
    ...acquirer,
    authorise: async (request, late) => maskedOutcome(mask, await acquirer.authorise(request, late)),
    inquire: async (request, late) => maskedOutcome(mask, await acquirer.inquire(request, late)),
  }
}

export async function maskedCharge<N extends Pick<ChargeNotice, 'outcome'>>(
  mask: MaskIdentifier,
  notice: N,
): Promise<N> {
  return { ...notice, outcome: await maskedOutcome(mask, notice.outcome) }
}

export async function maskedDispute<N extends { networkDispute: string }>(mask: MaskIdentifier, notice: N): Promise<N> {
  return { ...notice, networkDispute: await mask(notice.networkDispute) }
}

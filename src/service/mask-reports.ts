// Masks card numbers in networks' reports: free texts by their form, identifiers if they are the number of a card known here or of the payment.
import type { AcquirerPort, AuthoriseAnswer, InquiryAnswer } from '../connectors/acquirer.ts'
import { maskedDigits } from '../connectors/charge-identity.ts'
import { maskCardData } from '../core/cards/mask.ts'
import { cardPaymentOf } from '../operations/find.ts'
import type { Store } from '../store/store.ts'
import type { CardDigits, MaskIdentifier } from '../vault/mask-known-cards.ts'
import type { Notification } from '../vouchers/received/notification.ts'

/** A payment as it is matched and kept. */
export function maskedPayment(mask: MaskIdentifier): (notification: Notification) => Promise<Notification> {
  return async (notification) => {
    const [networkTransaction, networkReference, institution] = await Promise.all([
      mask(notification.networkTransaction),
      mask(notification.networkReference),
      mask(notification.institution),
    ])
    const { payerName } = notification
    return {
      ...notification,
      networkTransaction,
      networkReference,
      institution,
      ...(payerName !== undefined && { payerName: maskCardData(payerName) }),
    }
  }
}

/** An acquirer's answer to a charge, or its report of one. */
async function maskedOutcome<O extends AuthoriseAnswer | InquiryAnswer>(
  mask: MaskIdentifier,
  outcome: O,
  card: CardDigits | undefined,
): Promise<O> {
  if (outcome.kind !== 'approved') return outcome
  const [authorizationCode, networkReference] = await Promise.all([
    mask(outcome.authorizationCode, card),
    mask(outcome.networkReference, card),
  ])
  return { ...outcome, authorizationCode, networkReference }
}

/** `authorise` and `inquire` fail while the database is unavailable. A late answer is not masked here: `lateAnswers` does that. */
export function maskedAcquirer(mask: MaskIdentifier, acquirer: AcquirerPort): AcquirerPort {
  return {
    ...acquirer,
    authorise: async (request, about) => {
      const { number } = request.card
      const card = { cardFirstSix: number.slice(0, 6), cardLastFour: number.slice(-4) }
      return maskedOutcome(mask, await acquirer.authorise(request, about), card)
    },
    inquire: async (request, about) => maskedOutcome(mask, await acquirer.inquire(request, about), request),
  }
}

/** An acquirer's notice, or late answer, about one of its charges. */
export function maskedCharge(mask: MaskIdentifier, store: Store) {
  return async <N extends { operationId: string; network: string; outcome: AuthoriseAnswer }>(
    report: N,
  ): Promise<N> => {
    const operation = await cardPaymentOf(store, report)
    return { ...report, outcome: await maskedOutcome(mask, report.outcome, operation && maskedDigits(operation)) }
  }
}

export async function maskedDispute<N extends { networkDispute: string }>(mask: MaskIdentifier, notice: N): Promise<N> {
  return { ...notice, networkDispute: await mask(notice.networkDispute) }
}

// Every change of the schema, oldest first. A migration that has been released is never edited: add another.
import { payments } from './0001-payments.ts'
import { customersAndCards } from './0002-customers-and-cards.ts'
import { moneyInAndOut } from './0003-money-in-and-out.ts'
import { messages } from './0004-messages.ts'
import { settlement } from './0005-settlement.ts'
import { plans } from './0006-plans.ts'
import { webhooks } from './0007-webhooks.ts'
import { risk } from './0008-risk.ts'
import { reversals } from './0009-reversals.ts'
import { simulator } from './0010-simulator.ts'
import { rehearsals } from './0011-rehearsals.ts'
import { versions } from './0012-versions.ts'
import { sandboxBank } from './0013-sandbox-bank.ts'
import { clockHold } from './0014-clock-hold.ts'
import { webhookQueue } from './0015-webhook-queue.ts'
import { messageQueues } from './0016-message-queues.ts'
import { probes } from './0017-probes.ts'
import { idempotencyByCredential } from './0018-idempotency-by-credential.ts'
import { envelopeClaims } from './0019-envelope-claims.ts'
import { paymentIdentity } from './0020-payment-identity.ts'
import { withheldTransfers } from './0021-withheld-transfers.ts'
import { abandonedReferences } from './0024-abandoned-references.ts'
import { domainWords } from './0030-domain-words-breaking.ts'
import { chains } from './0033-chains-breaking.ts'
import { operationLeases } from './0034-operation-leases.ts'
import { paidAt } from './0035-paid-at-breaking.ts'
import { releases } from './0036-releases.ts'
import { transferLives } from './0038-transfers-have-a-life-breaking.ts'
import { retriedTransfers } from './0039-retried-transfers.ts'
import { advices } from './0040-advices.ts'
import { networkReports } from './0042-network-reports.ts'
import { credentialPowers } from './0043-credential-powers.ts'
import { auditTrail } from './0044-audit-trail.ts'
import { payoutAccountChanges } from './0045-payout-account-changes.ts'
import { knownCards } from './0046-known-cards.ts'
import { statements } from './0047-statements.ts'
import { booksChain } from './0049-books-chain.ts'
import { feeChanges } from './0050-fee-changes.ts'
import { cardAttempts } from './0051-card-attempts.ts'
import { rateBudgets } from './0052-rate-budgets.ts'
import { checks } from './0060-checks.ts'
import { closedTransfers } from './0061-closed-transfers.ts'
import { secondApprovals } from './0062-second-approvals.ts'
import { triedBy } from './0063-tried-by.ts'
import { hpkeKeys } from './0065-hpke-keys.ts'
import { payoutAccountHistory } from './0066-payout-account-history.ts'
import { reminders } from './0092-reminders.ts'
import { takenOfPayments } from './0101-taken-of-payments.ts'
import { refunds } from './0102-refunds.ts'
import { disputes } from './0103-disputes.ts'
import { finding } from './0104-finding.ts'
import { exports } from './0105-exports.ts'
import { profiles } from './0106-profiles.ts'
import { affiliates } from './0107-affiliates-breaking.ts'
import { feeStatements } from './0108-fee-statements.ts'
import { unknownIssuers } from './0109-unknown-issuers.ts'
import { people } from './0110-people.ts'
import { requests } from './0111-requests.ts'
import { operationLookUps } from './0112-look-ups-of-an-operation.ts'
import { neverReceived } from './0113-never-received.ts'
import { oneLineForAReturn } from './0114-one-line-for-a-return.ts'
import { peopleVersion } from './0115-people-version.ts'
import { standing } from './0116-standing.ts'
import { approvals } from './0117-approvals.ts'
import { passkeys } from './0118-passkeys.ts'
import { savedViews } from './0119-saved-views.ts'
import { customerWords } from './0120-customer-words.ts'
import { longRows } from './0121-long-rows.ts'
import { listsFromTheIndex } from './0122-lists-from-the-index.ts'
import { givenAlone } from './0123-given-alone.ts'
import { newPlaces } from './0124-new-places.ts'
import { unansweredCharges } from './0125-unanswered-charges.ts'
import { monthlyFees } from './0126-monthly-fees-breaking.ts'
import { listAdditions } from './0127-list-additions.ts'
import { signInTries } from './0128-sign-in-tries.ts'
import { givenAloneRecorded } from './0129-given-alone-recorded.ts'
import { rolesInTwos } from './0130-roles-in-twos.ts'
import { payoutsByTransfer } from './0131-payouts-by-transfer.ts'
import { listsByState } from './0132-lists-by-state.ts'
import { banksCorrectThemselves } from './0133-banks-correct-themselves.ts'
import { fanOutQueue } from './0134-fan-out-queue-breaking.ts'
import { cardTries } from './0135-card-tries-breaking.ts'
import { movementsByInstant } from './0136-movements-by-instant.ts'
import { externalTransactions } from './0137-external-transactions.ts'

export interface Migration {
  name: string
  /** SQL that both engines take as it is. */
  statements: string[]
  /** What no SQL of both engines can do, after the statements. */
  convert?(run: (text: string) => Promise<unknown[]>): Promise<void>
  /** What concerns the files of the embedded engine alone, last. */
  onSqlite?(run: (text: string) => Promise<unknown[]>): Promise<void>
}

/** A migration with which older programs that still run cannot work says so at the end of its name: they are not ready any more. */
export function isBreaking(name: string): boolean {
  return name.endsWith('-breaking')
}

export const migrations: Migration[] = [
  payments,
  customersAndCards,
  moneyInAndOut,
  messages,
  settlement,
  plans,
  webhooks,
  risk,
  reversals,
  simulator,
  rehearsals,
  versions,
  sandboxBank,
  clockHold,
  webhookQueue,
  messageQueues,
  probes,
  idempotencyByCredential,
  envelopeClaims,
  paymentIdentity,
  withheldTransfers,
  abandonedReferences,
  domainWords,
  chains,
  operationLeases,
  paidAt,
  releases,
  transferLives,
  retriedTransfers,
  advices,
  networkReports,
  credentialPowers,
  auditTrail,
  payoutAccountChanges,
  knownCards,
  statements,
  booksChain,
  feeChanges,
  cardAttempts,
  rateBudgets,
  checks,
  closedTransfers,
  secondApprovals,
  triedBy,
  hpkeKeys,
  payoutAccountHistory,
  reminders,
  takenOfPayments,
  refunds,
  disputes,
  finding,
  exports,
  profiles,
  affiliates,
  feeStatements,
  unknownIssuers,
  people,
  requests,
  operationLookUps,
  neverReceived,
  oneLineForAReturn,
  peopleVersion,
  standing,
  approvals,
  passkeys,
  savedViews,
  customerWords,
  longRows,
  listsFromTheIndex,
  givenAlone,
  newPlaces,
  unansweredCharges,
  monthlyFees,
  listAdditions,
  signInTries,
  givenAloneRecorded,
  rolesInTwos,
  payoutsByTransfer,
  listsByState,
  banksCorrectThemselves,
  fanOutQueue,
  cardTries,
  movementsByInstant,
  externalTransactions,
]

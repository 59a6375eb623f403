// What the functions of card payments are handed.
import type { FastifyBaseLogger } from 'fastify'
import type { AffiliateRuleReader } from '../accounts/fees/affiliate-rule.ts'
import type { FeeReader } from '../accounts/fees/schedules.ts'
import type { Admit } from '../accounts/standing.ts'
import type { AuthoriseAnswer, PayerMustAct } from '../connectors/acquirer.ts'
import type { Acquirers } from '../connectors/acquirers.ts'
import type { ChargeNotice } from '../connectors/notice.ts'
import type { PageLinks } from '../operations/page-link.ts'
import type { OperationRow } from '../operations/tables.ts'
import type { CardOperation } from '../store/operation.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { CardVault } from '../vault/cards.ts'
import type { RefuseKnownCards } from '../vault/known-cards.ts'
import type { TransportKeys } from '../vault/transport-keys.ts'
import type { ExternalTransactionRuleReader } from './external-transactions.ts'
import type { RiskService } from './risk/assess.ts'
import type { CardTestingService } from './risk/card-testing.ts'
import type { Router } from './routing/router.ts'

/** What records the outcome of a charge. */
export interface OutcomeNeeds extends StoreAndClock {
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  links: PageLinks
  acquirers: Acquirers
  /** How long an acquirer may take: its port keeps to it. */
  acquirerTimeoutMs: number
  cardTesting: Pick<CardTestingService, 'judged'>
}

export interface CardNeeds extends OutcomeNeeds {
  sandbox: boolean
  cardVault: CardVault
  atRest: Pick<AtRest, 'fingerprint' | 'fingerprints'>
  transportKeys: Pick<TransportKeys, 'open'>
  refuseKnownCards: RefuseKnownCards
  fees: FeeReader
  affiliateRule: AffiliateRuleReader
  externalTransactionRule: ExternalTransactionRuleReader
  admit: Admit
  risk: RiskService
  cardTesting: CardTestingService
  router: Router
  /** How long an authorisation is held that nobody captures. */
  authorizationDays: number
  /** Masks card numbers in a report of an acquirer. Fails while the database is unavailable. */
  masked(report: ReportedCharge): Promise<ReportedCharge>
  /** Keeps an answer that contradicts the record, for an operator. */
  keep(report: { network: string; call: string; text: string }): Promise<void>
  /** More writes for the batch that begins a payment. */
  alongside?(operation: CardOperation): Write[]
}

/** What takes an answer that comes after its request was given up. */
export interface Late {
  takeLate: TakeLateAnswer
}

/**
 * Records an answer that came too late for its request. Never throws: an answer that could not be recorded is tried again.
 */
export type TakeLateAnswer = (operation: Pick<OperationRow, 'id' | 'network'>, answer: AuthoriseAnswer) => Promise<void>

/** The content of an acquirer's notice about a charge, and the acquirer's name. */
export type ReportedCharge = Pick<ChargeNotice, 'operationId'> & {
  network: string
  outcome: ChargeNotice['outcome'] | PayerMustAct
}

// The services that endpoints and background work share: they charge, match, reverse, send, notify and reconcile.
import program from '../../package.json' with { type: 'json' }
import { lastUse } from '../accounts/last-use.ts'
import { capturer } from '../cards/capture.ts'
import { endCapture } from '../cards/end-capture.ts'
import { giveUpCharge } from '../cards/give-up.ts'
import { chargeRecorder, lateAnswers } from '../cards/late-answer.ts'
import { cardPayments } from '../cards/pay.ts'
import { payerVisits } from '../cards/payer-return.ts'
import { isLoopback } from '../config/addresses.ts'
import { createConsole } from '../console/create.ts'
import { NO_NETWORK, type RailPort, railNames, railPorts } from '../core/rail.ts'
import type { List } from '../exports/lists.ts'
import { heldGauges } from '../ledger/held.ts'
import { approvalLetterWriter } from '../messages/approval-letter.ts'
import { letterWriter } from '../messages/letters.ts'
import { createMessages } from '../messages/messages.ts'
import { refundLetterWriter } from '../messages/refund-letter.ts'
import { networkReports } from '../notices/reports.ts'
import { keepReport } from '../notices/unread.ts'
import { refundWrite } from '../operations/record.ts'
import { recordsAtEvents } from '../operations/records-at-events.ts'
import { reverser } from '../operations/reverse.ts'
import { createPdfRenderer } from '../pages/pdf-renderer.ts'
import { statementTaker } from '../reconciliation/handed-in.ts'
import { openLineGauges } from '../reconciliation/open.ts'
import { reconciler } from '../reconciliation/reconcile.ts'
import { unansweredGauges } from '../reconciliation/unanswered.ts'
import { endUnanswered } from '../refunds/end-unanswered.ts'
import { riskService } from '../risk/assess.ts'
import { cardTestingService } from '../risk/card-testing.ts'
import { riskRules } from '../risk/rules.ts'
import { payerRules } from '../simulator/payer.ts'
import { plannedDispute } from '../simulator/play-disputes.ts'
import { logWatch } from '../store/log-watch.ts'
import type { Actor } from '../trail/record.ts'
import { newTransfer } from '../transfers/new-transfer.ts'
import { openTransferGauges } from '../transfers/open.ts'
import { transferRecorder } from '../transfers/report.ts'
import { depositJudge, matcher } from '../vouchers/match.ts'
import { takingBackOwn } from '../vouchers/own-transfer.ts'
import { verdictOf } from '../vouchers/refuse-deposit.ts'
import { createWebhooks } from '../webhooks/webhooks.ts'
import { disputeReports } from './dispute-reports.ts'
import type { Foundations } from './foundations.ts'
import { maskedCharge, maskedPayment } from './mask-reports.ts'
import { openSealedWith } from './sealed-columns.ts'
import { unconfiguredGauges } from './unconfigured.ts'

export function createServices(foundations: Foundations) {
  const {
    config,
    store,
    clock,
    log,
    baseUrl,
    sandbox,
    sandboxCredential,
    lagSeconds,
    atRest,
    acquirer,
    cashNetwork,
    speiBank,
    inbound,
    cardVault,
    links,
    fees,
    admit,
    affiliateRule,
    externalTransactionRule,
    once,
    maskIdentifier,
  } = foundations
  const reversals = reverser({
    store,
    clock,
    acquirer,
    cashNetwork,
    speiBank,
    newTransfer: (request) => newTransfer(clock, request),
    window: config.reversalWindow,
  })

  const rules = riskRules({ store, clock })
  const cardTesting = cardTestingService({ store, clock, limits: config.cardLimits })
  const chargeMasked = maskedCharge(maskIdentifier, store)
  const late = lateAnswers({
    store,
    clock,
    links,
    log,
    cardTesting,
    masked: chargeMasked,
    keep: (report) => keepReport({ store, clock }, report),
  })
  const pay = cardPayments({
    store,
    clock,
    log,
    cardVault,
    atRest,
    admit,
    fees,
    affiliateRule,
    externalTransactionRule,
    risk: riskService({ store, clock, rules, triggers: sandbox }),
    cardTesting,
    acquirer,
    acquirerTimeoutMs: config.acquirerTimeoutMs,
    authorizationDays: config.authorizationDays,
    links,
    takeLate: late.take,
    ...(sandbox && { alongside: plannedDispute(clock) }),
  })

  const captures = capturer({ store, clock, log, acquirer, fees })
  const recovering = {
    store,
    clock,
    log,
    links,
    acquirer,
    cardTesting,
    takeLate: late.take,
    acquirerTimeoutMs: config.acquirerTimeoutMs,
  }
  const canReturn = { store: cashNetwork.hasMethod('giveBack'), spei: speiBank.offered }
  const matching = { store, clock, fees, canReturn, canReturnDeposit: speiBank.hasMethod('returnDeposit') }
  const masked = maskedPayment(maskIdentifier)
  const takeOwn = { store, clock, log, refundWrite }
  const [matched, judged] = [takingBackOwn(takeOwn, matcher(matching)), takingBackOwn(takeOwn, depositJudge(matching))]
  const match: typeof matched = async (told) => matched(await masked(told))
  const payer = payerRules({ store, clock })

  const pdfs = createPdfRenderer({ log })
  // The answer of a webhook to this machine is readable, so it is for callers that can reach this machine anyway.
  const toLoopback = sandbox && (isLoopback(config.host) || config.webhooksToLoopback)
  const webhooks = createWebhooks({
    store,
    clock,
    atRest,
    recordsAtEvents: recordsAtEvents({ store, links, linksUnder: foundations.linksUnder }),
    policy: { plainHttp: sandbox, loopback: toLoopback },
    sandbox,
    timeoutMs: config.deliveryTimeoutMs,
  })
  const messages = createMessages({
    store,
    clock,
    links,
    pdfs,
    atRest,
    sandbox,
    timeoutMs: config.deliveryTimeoutMs,
    smtpUrl: config.smtpUrl,
    mailFrom: config.mailFrom,
    sms: config.sms,
  })

  const transferChanged = transferRecorder({ store, clock, log, refundWrite })
  const networks = { card: acquirer.name, store: cashNetwork.name, spei: speiBank.name }
  const reconcile = reconciler({
    store,
    clock,
    // One provider may carry several rails under one name.
    networks: new Map(
      Object.values(networks)
        .filter((name) => name !== NO_NETWORK)
        .map((name) => [name, railNames.filter((rail) => networks[rail] === name)]),
    ),
    pay: match,
    tell: transferChanged,
    maskIdentifier,
  })

  const { takeAgain, ...ofDisputes } = disputeReports(foundations)
  const recordCharge = chargeRecorder({ store, clock, links, log, cardTesting })
  const reports = networkReports({
    log,
    wallMs: clock.wallMs,
    deadlineMs: config.networkTimeoutMs,
    networks: inbound,
    takers: {
      payment: match,
      deposit: async (told) => verdictOf(await judged(await masked(told))),
      transfer: transferChanged,
      charge: async (told) => recordCharge(await chargeMasked(told)),
      dispute: ofDisputes.disputeTold,
      disputeOutcome: ofDisputes.disputeEnded,
      statement: statementTaker({ log, reconcile }),
    },
    keep: (report) => keepReport({ store, clock }, report),
    again: takeAgain,
  })
  const held = heldGauges(store)
  const unconfigured = unconfiguredGauges(store, config)
  const openTransfers = openTransferGauges({ store, clock })
  const openLines = openLineGauges({ store, clock })
  const unansweredCounts = unansweredGauges(store)
  const logSeen = logWatch({ store, clock, log })
  const payoutAccounts = {
    store,
    clock,
    coolingHours: config.payoutAccountCoolingHours,
    paysOut: speiBank.offered,
    fingerprints: atRest.fingerprints,
    letter: letterWriter({ clock, atRest }),
  }
  const refunds = { store, clock, links, acquirer, speiBank, askPayer: refundLetterWriter({ clock, atRest }) }
  const { canReturnDeposit } = matching
  const releases = { store, clock, canReturnDeposit, speiBank: speiBank.name, accepting: { store, clock, links, fees } }
  const credentialUse = lastUse({ store, clock })
  /** Filled while the endpoints are added. */
  const lists = new Map<string, List>()
  const ports = { acquirer, 'cash-network': cashNetwork, 'spei-bank': speiBank } satisfies Record<RailPort, object>
  const people = createConsole({
    store,
    clock,
    atRest,
    openSealed: openSealedWith(atRest),
    mode: config.mode,
    version: program.version,
    secure: config.mode === 'production' || config.tls !== undefined,
    local: sandboxCredential,
    requestsKept: config.requestsKept,
    baseUrl,
    letter: letterWriter({ clock, atRest }),
    once,
    networks: () =>
      railPorts.map((port) => {
        const { name, deadlineMs, simulated, offered, openCircuits } = ports[port]
        return { port, name, deadlineMs, simulated, offered, openCircuits: openCircuits() }
      }),
    lagSeconds,
    issuerOf: foundations.issuers.issuerOf,
    acquirer,
    speiBank,
    reversalWindow: config.reversalWindow,
    reverser: reversals,
    refunds: { ...refunds, transfers: { store, clock, refundWrite, speiBank: speiBank.name } },
    releases,
    payoutAccounts,
    approvalLetter: approvalLetterWriter({ clock }),
    passwordCost: foundations.passwordCost,
  })
  /** Ends requests that a network never answers. */
  const unanswered = {
    /** A reversal, with the outcome that a person got from the network. */
    endReversal: reversals.end,
    /** A card payment, which is undone by an advice. */
    giveUpCharge: (id: string, because: string, by: Actor): Promise<void> =>
      giveUpCharge({ store, clock, links, cardTesting }, id, because, by),
    /** A capture, with the outcome that a person got from the acquirer. */
    endCapture: (id: string, ended: { isCaptured: boolean; because: string; by: Actor }): Promise<void> =>
      endCapture({ store, clock }, id, ended),
    /** A refund to a card, with the outcome that a person got from the acquirer. */
    endRefund: (id: string, ended: { isRefunded: boolean; because: string; by: Actor }): Promise<void> =>
      endUnanswered({ store, clock }, id, ended),
  }
  return {
    ...foundations,
    reversals,
    unanswered,
    ...ofDisputes,
    unansweredCounts,
    logSeen,
    rules,
    cardTesting,
    late,
    pay,
    captures,
    recovering,
    payerVisits: payerVisits(recovering),
    match,
    payer,
    pdfs,
    webhooks,
    messages,
    transferChanged,
    networks,
    reconcile,
    reports,
    held,
    unconfigured,
    openTransfers,
    openLines,
    payoutAccounts,
    refunds,
    releases,
    credentialUse,
    lists,
    ports,
    people,
  }
}

export type Parts = ReturnType<typeof createServices>

// Every endpoint of the service, room by room.
import { credentialRoutes } from '../accounts/credential-routes.ts'
import { SANDBOX_ACCOUNT } from '../accounts/open-account.ts'
import { loginRoutes } from '../accounts/session-routes.ts'
import { clientScriptRoutes } from '../api/client-scripts.ts'
import { serviceRoutes } from '../api/metrics.ts'
import type { App } from '../api/server.ts'
import { captureRoutes } from '../cards/capture-routes.ts'
import { numberRefuser } from '../cards/card-data.ts'
import { cardPaymentRoutes } from '../cards/payment-routes.ts'
import { paymentRulesRoutes } from '../cards/payment-rules-routes.ts'
import { promotionRoutes } from '../cards/promotion-routes.ts'
import { savedCardRoutes } from '../cards/saved-card-routes.ts'
import { tokenRoutes } from '../cards/token-routes.ts'
import { checkoutPageRoutes } from '../checkout/page-routes.ts'
import { checkoutRoutes } from '../checkout/routes.ts'
import { claimRoutes } from '../claims/routes.ts'
import { closingRoutes } from '../closings/routes.ts'
import { customerRoutes } from '../customers/routes.ts'
import { sourceRoutes } from '../customers/source-routes.ts'
import { demoRoutes } from '../demo/routes.ts'
import { startRoutes } from '../demo/start-routes.ts'
import { disputeRoutes } from '../disputes/routes.ts'
import { referenceRoutes } from '../documents/reference-routes.ts'
import { documentRoutes } from '../documents/routes.ts'
import { exportLinks } from '../exports/link.ts'
import { exportRoutes } from '../exports/routes.ts'
import { feeRoutes, sandboxFeeRoutes } from '../fees/routes.ts'
import { invoiceRoutes } from '../invoices/routes.ts'
import { auditRoutes } from '../ledger/audit-routes.ts'
import { ledgerRoutes } from '../ledger/routes.ts'
import { refundWrite } from '../operations/record.ts'
import { operationRoutes } from '../operations/routes.ts'
import { payerActionRoutes } from '../pages/payer-action-routes.ts'
import { pageRoutes } from '../pages/routes.ts'
import { settlementRoutes } from '../payouts/routes.ts'
import { planRoutes } from '../plans/routes.ts'
import { payerNames } from '../profile/payer-name.ts'
import { profileRoutes } from '../profile/routes.ts'
import { payerRefundRoutes } from '../refunds/payer-routes.ts'
import { refundRoutes } from '../refunds/routes.ts'
import { refundRulesRoutes, sandboxRefundFeeRoutes } from '../refunds/rules-routes.ts'
import { riskRoutes } from '../risk/routes.ts'
import { bankRoutes } from '../simulator/bank-routes.ts'
import { challengeRoutes } from '../simulator/challenge-routes.ts'
import { sandboxDisputeRoutes } from '../simulator/dispute-routes.ts'
import { listenForNetworkFaults } from '../simulator/network-faults.ts'
import { paySlip } from '../simulator/play-payer.ts'
import { simulatorRoutes } from '../simulator/routes.ts'
import { statementRoutes } from '../simulator/statement-routes.ts'
import { readiness } from '../store/readiness.ts'
import { trailRoutes } from '../trail/routes.ts'
import { transferRoutes } from '../transfers/routes.ts'
import { keyRoutes } from '../vault/routes.ts'
import { receivedRoutes } from '../vouchers/received-routes.ts'
import { releaseRoutes } from '../vouchers/release-routes.ts'
import { voucherRoutes } from '../vouchers/routes.ts'
import type { Worker } from '../worker.ts'
import type { Certificate } from './certificate.ts'
import { gaugesOf } from './gauges.ts'
import type { Parts } from './services.ts'

export interface Running {
  worker: Worker
  stopping(): boolean
  authenticate: Parameters<Parts['messages']['addRoutes']>[1]['authenticate']
  unauthenticated(): number
  logDropped(): number
  /** The certificate of HTTPS; undefined where a proxy ends it. */
  certificate: Certificate | undefined
}

export async function addRoutes(
  app: App,
  parts: Parts,
  { worker, stopping, authenticate, unauthenticated, logDropped, certificate }: Running,
): Promise<void> {
  const {
    config,
    store,
    clock,
    baseUrl,
    sandbox,
    sandboxCredential,
    atRest,
    acquirer,
    cashNetwork,
    speiBank,
    issuers,
    cardVault,
    transportKeys,
    subkeys,
    links,
    stamping,
    admit,
    fees,
    refuseKnownCards,
    once,
    reversals,
    rules,
    cardTesting,
    pay,
    match,
    payer,
    pdfs,
    webhooks,
    messages,
    transferChanged,
    networks,
    reconcile,
    disputes,
    disputeTold,
    disputeEnded,
    reports,
    payoutAccounts,
    refunds,
    releases,
    lists,
    people,
  } = parts
  const offered = { card: acquirer.offered, store: cashNetwork.offered, spei: speiBank.offered }
  clientScriptRoutes(app)
  serviceRoutes(app, {
    stopping,
    ready: readiness(store, parts.server.refuse),
    metricsToken: config.metricsToken,
    gauges: gaugesOf(parts, { lagSeconds: () => worker.lagSeconds(), unauthenticated, logDropped, certificate }),
  })
  loginRoutes(app, { store, clock })
  exportRoutes(app, {
    store,
    clock,
    once,
    lists,
    links: exportLinks(baseUrl, subkeys('export-links')),
    refuseKnownCards,
  })
  credentialRoutes(app, { store, clock, once, mode: config.mode })
  trailRoutes(app, { store })
  profileRoutes(app, { store, clock, once, draws: pdfs.draws })
  const names = payerNames({ store, clock })
  const issue = {
    store,
    clock,
    links,
    cash: cashNetwork,
    bank: speiBank,
    admit,
    fees,
    payerName: names.remembered,
    graceMinutes: config.graceMinutes,
    ...(sandbox && { alongside: payer.plan }),
  }
  voucherRoutes(app, { ...issue, once, refuseKnownCards })
  checkoutRoutes(app, { store, clock, links, once, offered, sandbox, refuseKnownCards })
  checkoutPageRoutes(app, {
    store,
    clock,
    links,
    pay,
    issue,
    transportKeys,
    sandbox,
    payerName: names.now,
    reverser: reversals,
    coarse: config.cardLimits !== undefined,
  })
  const till = { store, clock, cashNetwork: cashNetwork.name, speiBank: speiBank.name, match }
  if (sandbox) listenForNetworkFaults(app)
  if (sandbox) simulatorRoutes(app, { ...till, once, links, worker, payer, refuseKnownCards })
  receivedRoutes(app, { store })
  await reports.addRoutes(app)
  releaseRoutes(app, { ...releases, once })
  const sending = { store, clock, refundWrite, speiBank: speiBank.name }
  transferRoutes(app, { ...sending, once })
  if (sandbox) sandboxDisputeRoutes(app, { store, clock, once, disputeTold, disputeEnded })
  refundRoutes(app, { ...refunds, once, transfers: sending })
  payerRefundRoutes(app, { ...refunds, sandbox })
  refundRulesRoutes(app, { store, clock, once })
  if (sandbox) sandboxRefundFeeRoutes(app, { store, clock, once })
  if (sandbox) bankRoutes(app, { store, clock, once, transferChanged })
  if (sandbox) statementRoutes(app, { store, clock, once, networks, reconcile })
  const refuseNumberOf = numberRefuser(cardVault)
  planRoutes(app, { store, clock, once, refuseNumberOf, chargesCards: acquirer.offered })
  settlementRoutes(app, { store, clock, once, changes: payoutAccounts })
  ledgerRoutes(app, { store, clock, once })
  claimRoutes(app, { store, clock })
  closingRoutes(app, {
    store,
    clock,
    once,
    networks: { card: acquirer.name, store: cashNetwork.name, spei: speiBank.name },
    isInvoicing: stamping !== undefined,
  })
  if (sandbox) auditRoutes(app, { store })
  feeRoutes(app, { fees })
  invoiceRoutes(app, { store, clock, once, issuer: config.cfdiIssuer, provider: stamping })
  if (sandbox) sandboxFeeRoutes(app, { store, clock, once, fees })
  keyRoutes(app, { clock, transportKeys, maxAgeMs: config.envelopeMaxAgeMinutes * 60_000 })
  tokenRoutes(app, {
    store,
    clock,
    once,
    transportKeys,
    cardVault,
    atRest,
    acquirer,
    cardTesting,
    coarse: config.cardLimits !== undefined,
  })
  cardPaymentRoutes(app, {
    store,
    clock,
    once,
    links,
    transportKeys,
    refuseKnownCards,
    pay,
    sandbox,
    acquirerTimeoutMs: config.acquirerTimeoutMs,
  })
  paymentRulesRoutes(app, { store, clock, once })
  promotionRoutes(app, issuers)
  riskRoutes(app, { store, clock, once, rules })
  savedCardRoutes(app, { store, clock, once, cardVault, refuseNumberOf, chargesCards: acquirer.offered })
  pageRoutes(app, { store, clock, links, pdfs, sandbox, ...(sandbox && { pay: (slip) => paySlip(till, slip) }) })
  await payerActionRoutes(app, { store, clock, links, sandbox, ...parts.payerVisits })
  if (sandbox) challengeRoutes(app, { store, clock, links, sandbox })
  disputeRoutes(app, { ...disputes, once })
  captureRoutes(app, { store, once, links, captures: parts.captures })
  operationRoutes(app, { store, clock, once, links, reverser: reversals })
  customerRoutes(app, { store, clock, once, speiBank })
  sourceRoutes(app, { store, clock, once, speiBank })
  webhooks.addRoutes(app, { once })
  messages.addRoutes(app, {
    authenticate,
    localAccountId: sandboxCredential ? SANDBOX_ACCOUNT.id : undefined,
  })
  const site = { sandbox, ownAccount: sandboxCredential }
  documentRoutes(app, site, baseUrl)
  referenceRoutes(app, site, baseUrl)
  people.addRoutes(app)
  if (sandbox) startRoutes(app, { baseUrl, ownAccount: sandboxCredential, offered })
  if (sandboxCredential) demoRoutes(app, baseUrl)
}

// The composition root: builds every part and hands each what it needs. The only file that knows everyone.
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { type DestinationStream, type Logger, pino } from 'pino'
import program from '../package.json' with { type: 'json' }
import { authenticator } from './accounts/authenticate.ts'
import { credentialRoutes } from './accounts/credential-routes.ts'
import { credentialReader, ensureSandboxAccount, SANDBOX_ACCOUNT } from './accounts/credentials.ts'
import { lastUse } from './accounts/last-use.ts'
import { loginRoutes } from './accounts/session-routes.ts'
import { sessionReader } from './accounts/sessions.ts'
import { clientScriptRoutes } from './api/client-scripts.ts'
import { openToBrowsers } from './api/cors.ts'
import { drained } from './api/drain.ts'
import { forgetKeysTask } from './api/forget-keys.ts'
import { answerOnce } from './api/idempotency.ts'
import { nameIgnoredParameters } from './api/ignored-parameters.ts'
import { loggedError } from './api/logged-error.ts'
import { serviceRoutes } from './api/metrics.ts'
import { describeApi } from './api/openapi.ts'
import { addressLimiter, callerLimiter } from './api/rate-limit.ts'
import { type App, createServer, refuseOtherMethods } from './api/server.ts'
import { portionsIn } from './api/shared-rate.ts'
import { adviseTask } from './cards/advise.ts'
import { chargeTeller, lateAnswers } from './cards/late-answer.ts'
import { cardPayments } from './cards/pay.ts'
import { cardPaymentRoutes } from './cards/payment-routes.ts'
import { promotionRoutes } from './cards/promotion-routes.ts'
import { recoverCardPaymentsTask } from './cards/recover.ts'
import { savedCardRoutes } from './cards/saved-card-routes.ts'
import { tokenRoutes } from './cards/token-routes.ts'
import { type Config, isLoopback } from './config.ts'
import { cancelAbandonedTask } from './connectors/abandoned.ts'
import { type Connectors, connectorsOf } from './connectors/by-name.ts'
import { openIssuers } from './connectors/issuer-source.ts'
import { sidePort } from './connectors/side-ports.ts'
import { type StampingProvider, stampingPort } from './connectors/stamping.ts'
import { createConsole } from './console/create.ts'
import { maskAddress } from './core/address.ts'
import { type Clock, createClock } from './core/clock.ts'
import { railNames } from './core/rail.ts'
import { customerRoutes } from './customers/routes.ts'
import { sourceRoutes } from './customers/source-routes.ts'
import { demoRoutes } from './demo/routes.ts'
import { startRoutes } from './demo/start-routes.ts'
import { handInAnswersTask } from './disputes/hand-in.ts'
import { disputeRoutes } from './disputes/routes.ts'
import { disputeTeller, outcomeTeller } from './disputes/told.ts'
import { watchDisputesTask } from './disputes/watch.ts'
import { documentRoutes } from './documents/routes.ts'
import { eventBodies } from './event-bodies.ts'
import { otherEvent } from './events/append.ts'
import { asFileToo } from './exports/answer.ts'
import { exportLinks } from './exports/link.ts'
import { type List, listsOf } from './exports/lists.ts'
import { exportTask } from './exports/make.ts'
import { exportRoutes } from './exports/routes.ts'
import { affiliateRuleReader } from './fees/affiliate-rule.ts'
import { feeRoutes, sandboxFeeRoutes } from './fees/routes.ts'
import { feeReader } from './fees/schedules.ts'
import { findingTask } from './finding/feed.ts'
import { closeMonthsTask } from './invoices/close-month.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { stampTask } from './invoices/stamp.ts'
import { auditRoutes } from './ledger/audit-routes.ts'
import { closeBooksTask, HEAD_EVENT } from './ledger/close-books.ts'
import { heldFigures } from './ledger/held.ts'
import { ledgerRoutes } from './ledger/routes.ts'
import { closingTask } from './messages/closing.ts'
import { disputeLetterWriter } from './messages/dispute-letters.ts'
import { headsLetterWriter } from './messages/heads-letter.ts'
import { letterWriter } from './messages/letters.ts'
import { createMessages } from './messages/messages.ts'
import { refundLetterWriter } from './messages/refund-letter.ts'
import { networkReports } from './notices/reports.ts'
import { keepReport } from './notices/unread.ts'
import { earlierBodies } from './operations/earlier-events.ts'
import { finishReversalsTask } from './operations/finish-reversals.ts'
import { type PageLinks, pageLinks } from './operations/page-link.ts'
import { refundWrite } from './operations/record.ts'
import { reverser } from './operations/reverse.ts'
import { operationRoutes } from './operations/routes.ts'
import { createPdfRenderer } from './pages/pdf-renderer.ts'
import { pageRoutes, unknownPage } from './pages/routes.ts'
import { applyAccountChangesTask } from './payouts/apply-account-change.ts'
import { finishPayoutsTask } from './payouts/finish.ts'
import { payAffiliatesTask } from './payouts/pay-affiliates.ts'
import { payOutTask } from './payouts/pay-out.ts'
import { settlementRoutes } from './payouts/routes.ts'
import { chargePlansTask } from './plans/charge.ts'
import { planRoutes } from './plans/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { statementTaker } from './reconciliation/handed-in.ts'
import { openFigures } from './reconciliation/open.ts'
import { type Reconcile, reconciler } from './reconciliation/reconcile.ts'
import { attendRefundsTask } from './refunds/attend.ts'
import { followTransfersTask } from './refunds/follow.ts'
import { payerRefundRoutes } from './refunds/payer-routes.ts'
import { refundRoutes } from './refunds/routes.ts'
import { refundRulesRoutes, sandboxRefundFeeRoutes } from './refunds/rules-routes.ts'
import { riskDesk } from './risk/assess.ts'
import { cardTestingDesk } from './risk/card-testing.ts'
import { forgetCountersTask } from './risk/counters.ts'
import { riskRoutes } from './risk/routes.ts'
import { riskRules } from './risk/rules.ts'
import { playBankTask } from './simulator/bank.ts'
import { bankRoutes } from './simulator/bank-routes.ts'
import { sandboxDisputeRoutes } from './simulator/dispute-routes.ts'
import { listenForNetworkFaults } from './simulator/network-faults.ts'
import { payerRules, payPlannedTask } from './simulator/payer.ts'
import { plannedDispute, playDisputesTask } from './simulator/play-disputes.ts'
import { paySlip } from './simulator/play-payer.ts'
import { reportLaterTask } from './simulator/report-later.ts'
import { simulatorRoutes } from './simulator/routes.ts'
import { statementRoutes } from './simulator/statement-routes.ts'
import { followClockTask, readClockState } from './store/clock-state.ts'
import { openDatabase } from './store/database.ts'
import { readiness } from './store/readiness.ts'
import type { Store } from './store/store.ts'
import { trailRoutes } from './trail/routes.ts'
import { recordSettings, settingsOnRecord } from './trail/settings.ts'
import { newTransfer } from './transfers/new-transfer.ts'
import { openTransferFigures } from './transfers/open.ts'
import { transferRoutes } from './transfers/routes.ts'
import { sendTransfersTask } from './transfers/send.ts'
import { type NoticeVerdict, type TransferNotice, transferTeller } from './transfers/told.ts'
import { createAtRest } from './vault/at-rest.ts'
import { chooseAtRestKeys } from './vault/at-rest-key.ts'
import { createCardVault } from './vault/cards.ts'
import { forgetSecretsTask } from './vault/forget-secrets.ts'
import { knownCardRefuser } from './vault/known-cards.ts'
import { keyRoutes } from './vault/routes.ts'
import { createTransportKeys } from './vault/transport-keys.ts'
import { expireVouchersTask } from './vouchers/expire.ts'
import { matcher } from './vouchers/match.ts'
import { takingBackOwn } from './vouchers/own-transfer.ts'
import { receivedRoutes } from './vouchers/received-routes.ts'
import { releaseRoutes } from './vouchers/release-routes.ts'
import { voucherRoutes } from './vouchers/routes.ts'
import { createWebhooks } from './webhooks/webhooks.ts'
import { createWorker, type Worker } from './worker.ts'

export interface Service {
  app: App
  store: Store
  clock: Clock
  /** Where a payer sees an operation. */
  links: PageLinks
  worker: Worker
  /** Takes what a bank tells of a transfer by itself. */
  transferChanged(notice: TransferNotice): Promise<NoticeVerdict>
  /** Reconciles a statement of one of the networks. */
  reconcile: Reconcile
  /** Reads the ranges of issuers again; answers whether they were taken. */
  reloadIssuers(): Promise<boolean>
  /** Starts to listen and to work in the background; answers the address. */
  listen(): Promise<string>
  /** Stops taking requests, finishes those under way and the work at hand, closes everything. */
  close(): Promise<void>
}

/** Replacements for parts that the settings name: a connector, a clock, a log. */
export interface Substitutes {
  connectors?: Partial<Connectors>
  clock?: Clock
  log?: Logger
}

/** Builds the service that the settings describe; nothing listens and no background work runs yet. */
export async function createService(config: Config, substitutes: Substitutes = {}): Promise<Service> {
  const log = substitutes.log ?? createLog(config)
  const store = await openDatabase(config.databaseUrl, {
    connections: config.databaseConnections,
    writeTimeoutMs: config.databaseWriteTimeoutMs,
    readTimeoutMs: config.databaseReadTimeoutMs,
    onUnanswered: (batch) => log.warn({ batch }, 'the database did not say whether a batch was written'),
  })
  try {
    return await compose(config, store, log, substitutes)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function compose(config: Config, store: Store, log: Logger, substitutes: Substitutes): Promise<Service> {
  const { clock = createClock() } = substitutes
  clock.follow(await readClockState(store))
  const sandbox = config.mode === 'sandbox'
  const sandboxCredential = sandbox && isLoopback(config.host)
  if (sandboxCredential) await ensureSandboxAccount({ store, clock })

  // Until the service listens, where it is going to.
  let address = `${config.tls ? 'https' : 'http'}://${config.host}:${config.port}`
  const baseUrl = () => config.baseUrl || address

  const keys = chooseAtRestKeys(config)
  const atRest = createAtRest(keys)
  await recordSettings({ store, clock }, settingsOnRecord(config, atRest.currentPrefix.split('.')[1] ?? ''))
  const { acquirer, cashNetwork, speiBank, inbound } = await connectorsOf(
    { config, store, clock, log },
    substitutes.connectors,
  )
  const issuers = await openIssuers({ config, log })
  const cardVault = createCardVault({ store, clock, atRest, issuerOf: issuers.issuerOf })
  const transportKeys = await createTransportKeys({
    store,
    clock,
    atRest,
    bits: config.rsaBits,
    threads: config.rsaThreads || availableParallelism(),
    rotationHours: config.rsaRotationHours,
    slowDown: config.cardLimits !== undefined,
    maxAgeMs: config.envelopeMaxAgeMinutes * 60_000,
  })
  const subkeys = (purpose: Parameters<typeof atRest.subkey>[0]) =>
    [keys.current, ...(keys.previous ?? [])].map((key) => createAtRest({ current: key }).subkey(purpose))
  const links = pageLinks(baseUrl, subkeys('page-links'))
  const stamping =
    config.stampingProvider === ''
      ? undefined
      : stampingPort(
          await sidePort<StampingProvider>('stampingProvider', {
            setting: 'STAMPING_PROVIDER',
            name: config.stampingProvider,
            config,
          }),
          { deadlineMs: config.networkTimeoutMs, wallMs: clock.wallMs, log },
        )
  const fees = feeReader({ store, clock })
  const affiliateRule = affiliateRuleReader({ store, clock })
  const refuseKnownCards = knownCardRefuser({ store, atRest })
  const once = answerOnce({
    store,
    clock,
    fingerprints: atRest.fingerprints,
    refuseKey: (accountId, key) => refuseKnownCards(accountId, { 'Idempotency-Key': key }),
  })

  const reversals = reverser({
    store,
    clock,
    links,
    acquirer,
    cashNetwork,
    speiBank,
    newTransfer: (request) => newTransfer(clock, request),
    window: config.reversalWindow,
  })

  const rules = riskRules({ store, clock })
  const cardTesting = cardTestingDesk({ store, clock, limits: config.cardLimits })
  const late = lateAnswers({
    store,
    clock,
    links,
    log,
    cardTesting,
    keep: (report) => keepReport({ store, clock }, report),
  })
  const pay = cardPayments({
    store,
    clock,
    links,
    log,
    cardVault,
    atRest,
    fees,
    affiliateRule,
    risk: riskDesk({ store, clock, rules, triggers: sandbox }),
    cardTesting,
    acquirer,
    acquirerTimeoutMs: config.acquirerTimeoutMs,
    takeLate: late.take,
    ...(sandbox && { alongside: plannedDispute(clock) }),
  })

  const match = takingBackOwn(
    { store, clock, log, refundWrite },
    matcher({ store, clock, links, fees, tillsGiveBack: cashNetwork.offers('giveBack') }),
  )
  const payer = payerRules({ store, clock })

  const pdfs = createPdfRenderer({ log })
  // What a webhook to this machine answers can be read, so it is for those who can reach this machine anyway.
  const toLoopback = sandbox && (isLoopback(config.host) || config.webhooksToLoopback)
  const webhooks = createWebhooks({
    store,
    clock,
    atRest,
    earlierBodies: earlierBodies({ store, links }),
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

  const transferChanged = transferTeller({ store, clock, log, refundWrite })
  const networks = { card: acquirer.name, store: cashNetwork.name, spei: speiBank.name }
  const reconcile = reconciler({
    store,
    clock,
    // One provider may carry several rails under one name.
    networks: new Map(
      Object.values(networks).map((name) => [name, railNames.filter((rail) => networks[rail] === name)]),
    ),
    pay: match,
    tell: transferChanged,
  })

  const disputes = { store, clock, fees, atRest, letter: disputeLetterWriter({ clock }) }
  const disputeTold = disputeTeller(disputes)
  const disputeEnded = outcomeTeller(disputes)
  const reports = networkReports({
    log,
    wallMs: clock.wallMs,
    deadlineMs: config.networkTimeoutMs,
    networks: inbound,
    takers: {
      payment: match,
      transfer: transferChanged,
      charge: chargeTeller({ store, clock, links, log, cardTesting }),
      dispute: disputeTold,
      disputeOutcome: disputeEnded,
      statement: statementTaker({ log, reconcile }),
    },
    keep: (report) => keepReport({ store, clock }, report),
  })
  const held = heldFigures(store)
  const openTransfers = openTransferFigures({ store, clock })
  const openLines = openFigures({ store, clock })
  const payoutAccounts = {
    store,
    clock,
    coolingHours: config.payoutAccountCoolingHours,
    fingerprints: atRest.fingerprints,
    letter: letterWriter({ clock, atRest }),
  }
  const refunds = { store, clock, links, acquirer, speiBank, askPayer: refundLetterWriter({ clock, atRest }) }
  const credentialUse = lastUse({ store, clock })
  /** Filled as the endpoints are added. */
  const lists = new Map<string, List>()
  const ports = { acquirer, cash_network: cashNetwork, spei_bank: speiBank }
  const people = createConsole({
    store,
    clock,
    atRest,
    mode: config.mode,
    version: program.version,
    secure: config.mode === 'production' || config.tls !== undefined,
    local: sandboxCredential,
    requestsKept: config.requestsKept,
    baseUrl,
    letter: letterWriter({ clock, atRest }),
    networks: () =>
      Object.entries(ports).map(([port, one]) => ({ port, name: one.name, openCircuits: one.openCircuits() })),
    lagSeconds: () => worker.lagSeconds(),
    acquirer,
    reversalWindow: config.reversalWindow,
  })
  const worker = createWorker({
    clock,
    log,
    tasks: [
      followClockTask({ store, clock }),
      ...webhooks.tasks,
      ...messages.tasks,
      recoverCardPaymentsTask({
        store,
        clock,
        log,
        links,
        acquirer,
        cardTesting,
        takeLate: late.take,
        acquirerTimeoutMs: config.acquirerTimeoutMs,
      }),
      late.task,
      adviseTask({ store, clock, log, acquirer, acquirerTimeoutMs: config.acquirerTimeoutMs }),
      forgetCountersTask({ store, clock }),
      expireVouchersTask({ store, clock, links }),
      sendTransfersTask({ store, clock, log, refundWrite, bank: speiBank, cash: cashNetwork }),
      watchDisputesTask(disputes),
      handInAnswersTask({ ...disputes, log, acquirer, acquirerTimeoutMs: config.acquirerTimeoutMs }),
      attendRefundsTask(refunds),
      followTransfersTask({ store, clock }),
      cancelAbandonedTask({ store, clock, bank: speiBank, cash: cashNetwork }),
      ...(sandbox
        ? [
            payPlannedTask({ store, clock, match }),
            reportLaterTask({ store, clock, match }),
            playBankTask({ store, clock, transferChanged }),
            playDisputesTask({ store, clock, disputeTold, disputeEnded }),
          ]
        : []),
      finishReversalsTask({ store, clock }, reversals),
      forgetSecretsTask({ store, clock, cardKeptMonths: config.cardKeptMonths }),
      forgetKeysTask({ store, clock }),
      credentialUse.task,
      chargePlansTask({ store, clock, pay, acquirerTimeoutMs: config.acquirerTimeoutMs }),
      payOutTask({ store, clock, terms: { settlementDays: config.settlementDays }, bank: speiBank }),
      payAffiliatesTask({ store, clock, terms: { settlementDays: config.settlementDays }, bank: speiBank }),
      finishPayoutsTask({ store, clock }),
      findingTask({ store, clock }),
      closingTask({ store, clock }),
      exportTask({ store, clock, log, lists, tell: (id, data) => otherEvent(clock, 'export.finished', id, data) }),
      closeMonthsTask({ store, clock }),
      ...(stamping ? [stampTask({ store, clock, log, provider: stamping })] : []),
      closeBooksTask({
        store,
        clock,
        log,
        tell: (id, data) => otherEvent(clock, HEAD_EVENT, id, data),
        mail: config.booksHeadsTo === '' ? undefined : headsLetterWriter({ clock }, config.booksHeadsTo),
      }),
      applyAccountChangesTask(payoutAccounts),
      held.task,
      openTransfers.task,
      openLines.task,
      ...people.tasks,
    ],
  })

  let unauthenticated = 0
  const masked = (address: string) => maskAddress(address, config.addressMask)
  const authenticate = authenticator({
    clock,
    sandboxCredential,
    readCredential: credentialReader(store),
    readSession: sessionReader(store),
    readPerson: people.readPerson,
    used: credentialUse.note,
    refused: (request, reason, keyStart) => {
      unauthenticated += 1
      const known = { address: masked(request.ip) || undefined, app_key: keyStart || undefined }
      log.warn({ request: request.id, reason, ...known }, 'authentication failed')
    },
  })
  let nudgedAt = 0
  const app = createServer({
    clock,
    log,
    trustProxy: config.trustProxy,
    tls: config.tls && { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) },
    secure: config.mode === 'production',
    authenticate: (request, access) => drain.authenticating(request, authenticate(request, access)),
    limitRate: callerLimiter(
      config.rateLimit,
      clock.wallMs,
      store.engine === 'postgres' ? portionsIn(store) : undefined,
    ),
    addresses: addressLimiter(config.addressRateLimit, clock.wallMs),
    maskAddress: masked,
    sendUnknownPage: unknownPage({ links }),
    afterRequest: () => {
      const written = store.load().batches
      if (written !== nudgedAt) worker.nudge()
      nudgedAt = written
    },
  })
  const drain = drained(app, { delayMs: config.stopDelayMs, graceMs: config.acquirerTimeoutMs + 5_000 })
  // This must come before the wait for requests under way, so that those that wait for a PDF are answered 503 at once.
  app.addHook('preClose', async () => pdfs.close())
  const closeMethods = refuseOtherMethods(app)
  await describeApi(app, { baseUrl, version: program.version, events: eventBodies })
  openToBrowsers(app)
  nameIgnoredParameters(app)
  listsOf(app, lists, asFileToo)
  people.addHooks(app)
  // Endpoints, slice by slice.
  clientScriptRoutes(app)
  serviceRoutes(app, {
    stopping: drain.stopping,
    ready: readiness(store),
    metricsToken: config.metricsToken,
    readings: [
      { name: 'cobro_store_waiting', help: 'Batches that wait for the disk', read: () => store.load().waiting },
      { name: 'cobro_store_batches', help: 'Batches written since the start', read: () => store.load().batches },
      { name: 'cobro_store_flushes', help: 'Disk flushes since the start', read: () => store.load().flushes },
      ...Object.entries(ports).map(([name, port]) => ({
        name: `cobro_${name}_open_circuits`,
        help: 'Methods of the network that no call reaches now, after repeated failures',
        read: () => port.openCircuits(),
      })),
      { name: 'cobro_rsa_waiting', help: 'Envelopes that wait for RSA', read: () => transportKeys.queueDepth() },
      { name: 'cobro_pdf_waiting', help: 'PDFs that wait to be drawn', read: () => pdfs.waiting() },
      {
        name: 'cobro_authentication_failures',
        help: 'Requests since the start whose credential or session opened nothing',
        read: () => unauthenticated,
      },
      {
        name: 'cobro_worker_backlog_seconds',
        help: 'How late the oldest due work is',
        read: () => worker.lagSeconds(),
      },
      {
        name: 'cobro_card_attempts_stopped',
        help: 'Tries of cards since the start that were refused without asking a bank',
        read: () => cardTesting.counts().stopped,
      },
      {
        name: 'cobro_card_testing_suspected',
        help: 'Alerts since the start: somebody tries cards',
        read: () => cardTesting.counts().alerts,
      },
      ...reports.readings,
      {
        name: 'cobro_payments_suspended',
        help: 'Received payments in suspense, which wait for a person',
        read: () => held.seen().suspended,
      },
      {
        name: 'cobro_transfers_withheld',
        help: 'Transfers that are not sent because they differ from their cause or have none',
        read: () => held.seen().withheld,
      },
      {
        name: 'cobro_network_reports_unread',
        help: 'Reports of networks that nobody could act on, which wait for a person',
        read: () => held.seen().unread,
      },
      {
        name: 'cobro_reversals_refused_later',
        help: 'Cancellations that were answered as under way and that the network then refused, which wait for a person',
        read: () => held.seen().refusedLater,
      },
      {
        name: 'cobro_dispute_answers_refused',
        help: 'Disputes under review whose evidence the acquirer does not take: a person must hand it in',
        read: () => held.seen().answers,
      },
      {
        name: 'cobro_advices_open',
        help: 'Charges that may have happened, were given up, and are not acknowledged as undone',
        read: () => held.seen().advices,
      },
      {
        name: 'cobro_advices_oldest_seconds',
        help: 'Age of the oldest of them',
        read: () => {
          const { oldestAdviceAt } = held.seen()
          return oldestAdviceAt === undefined ? 0 : Math.max(0, (clock.epochMs() - Date.parse(oldestAdviceAt)) / 1_000)
        },
      },
      ...late.readings,
      ...openTransfers.readings,
      ...openLines.readings,
    ],
  })
  loginRoutes(app, { store, clock })
  exportRoutes(app, { store, clock, once, lists, links: exportLinks(baseUrl, subkeys('export-links')) })
  credentialRoutes(app, { store, clock, once, mode: config.mode })
  trailRoutes(app, { store })
  profileRoutes(app, { store, clock, once })
  voucherRoutes(app, {
    store,
    clock,
    once,
    links,
    cash: cashNetwork,
    bank: speiBank,
    fees,
    graceMinutes: config.graceMinutes,
    refuseKnownCards,
    ...(sandbox && { alongside: payer.plan }),
  })
  const till = { store, clock, cashNetwork: cashNetwork.name, speiBank: speiBank.name, match }
  if (sandbox) listenForNetworkFaults(app)
  if (sandbox) simulatorRoutes(app, { ...till, once, links, worker, payer })
  receivedRoutes(app, { store })
  await reports.addRoutes(app)
  const accepting = { store, clock, links, fees }
  releaseRoutes(app, { store, clock, once, speiBank: speiBank.name, accepting })
  transferRoutes(app, { store, clock, once, refundWrite })
  if (sandbox) sandboxDisputeRoutes(app, { store, clock, once, disputeTold, disputeEnded })
  refundRoutes(app, { ...refunds, once, transfers: { store, clock, refundWrite } })
  payerRefundRoutes(app, { ...refunds, sandbox })
  refundRulesRoutes(app, { store, clock, once })
  if (sandbox) sandboxRefundFeeRoutes(app, { store, clock, once })
  if (sandbox) bankRoutes(app, { store, clock, once, transferChanged })
  if (sandbox) statementRoutes(app, { store, clock, once, networks, reconcile })
  planRoutes(app, { store, clock, once })
  settlementRoutes(app, { store, clock, once, changes: payoutAccounts })
  ledgerRoutes(app, { store, clock })
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
    acquirerTimeoutMs: config.acquirerTimeoutMs,
  })
  promotionRoutes(app, issuers)
  riskRoutes(app, { store, clock, once, rules })
  savedCardRoutes(app, { store, clock, once, cardVault })
  pageRoutes(app, { store, clock, links, pdfs, sandbox, ...(sandbox && { pay: (slip) => paySlip(till, slip) }) })
  disputeRoutes(app, { ...disputes, once })
  operationRoutes(app, { store, clock, once, links, reverser: reversals })
  customerRoutes(app, { store, clock, once, speiBank })
  sourceRoutes(app, { store, clock, once, speiBank })
  webhooks.addRoutes(app, { once })
  messages.addRoutes(app, {
    authenticate,
    localAccountId: sandboxCredential ? SANDBOX_ACCOUNT.id : undefined,
  })
  documentRoutes(app)
  people.addRoutes(app)
  if (sandbox) startRoutes(app, { baseUrl, ownAccount: sandboxCredential })
  if (sandboxCredential) demoRoutes(app)
  // Plug-ins have added theirs too.
  await app.after()
  closeMethods()

  return {
    app,
    store,
    clock,
    links,
    worker,
    transferChanged,
    reconcile,
    reloadIssuers: issuers.reload,
    listen: async () => {
      address = await app.listen({ host: config.host, port: config.port })
      worker.start()
      return address
    },
    close: async () => {
      await drain.stop()
      await worker.stop()
      await webhooks.close()
      await transportKeys.close()
      await store.close()
    },
  }
}

/** One JSON object a line, to standard output unless there is another place. */
export function createLog(config: Config, place?: DestinationStream): Logger {
  const serializers = { err: loggedError }
  const options = { level: config.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers }
  return place ? pino(options, place) : pino(options)
}

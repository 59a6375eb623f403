// The name of each call in generated clients: a verb and a noun, `listOperations`, `createCustomer`, `pauseWebhook`.

/** Calls for which the rule below gives no good name. */
const NAMED: Record<string, string> = {
  'GET /healthz': 'checkHealth',
  'GET /readyz': 'checkReadiness',
  'GET /metrics': 'getMetrics',
  'POST /v1/auth/login/application': 'createSession',
  'DELETE /v1/auth/login/application': 'deleteSession',
  'POST /v1/auth/logout': 'endSession',
  'GET /v1/audit': 'listAuditRecords',
  'POST /v1/payment/card': 'createCardPayment',
  'POST /v1/payment/convenience-store': 'createStoreVoucher',
  'POST /v1/payment/spei': 'createSpeiVoucher',
  'GET /v1/payment/method': 'listPaymentMethods',
  'GET /v1/partial-payment/promotion/:bin/:amount': 'listPromotions',
  'GET /v1/operations/reference/:reference_number': 'findOperationByReference',
  'GET /v1/operations/apply-reversal/:id': 'reverseOperationByGet',
  'POST /v1/operations/apply-reversal/:id': 'reverseOperation',
  'POST /v1/sandbox/pay/store': 'payAtStore',
  'POST /v1/sandbox/pay/spei': 'payBySpei',
  'GET /v1/sandbox/payer': 'getSandboxPayer',
  'PUT /v1/sandbox/payer': 'setSandboxPayer',
  'GET /v1/sandbox/clock': 'getSandboxClock',
  'PUT /v1/sandbox/clock': 'changeSandboxClock',
  'POST /v1/sandbox/transfers/:transfer': 'playSandboxTransfer',
  'POST /v1/sandbox/disputes/:dispute': 'decideSandboxDispute',
  'PUT /v1/sandbox/refund-fees': 'setSandboxRefundFees',
  'POST /v1/operations/:id/refunds': 'createRefund',
  'POST /v1/operations/:id/capture': 'captureOperation',
  'GET /v1/refund-rules': 'getRefundRules',
  'PUT /v1/refund-rules': 'updateRefundRules',
  'POST /v1/reserve': 'moveReserve',
  'POST /v1/disputes/:dispute/evidence': 'writeDisputeEvidence',
  'POST /v1/disputes/:dispute/submit': 'submitDisputeEvidence',
  'POST /v1/disputes/:dispute/files': 'addDisputeFile',
  'PUT /v1/profile/logo': 'setProfileLogo',
  'GET /v1/sandbox/statement': 'createSandboxStatement',
  'POST /v1/sandbox/reconcile': 'reconcileSandboxStatement',
  'GET /v1/sandbox/audit': 'auditBooks',
  'PUT /v1/sandbox/fees': 'setSandboxFees',
  'GET /v1/sandbox/mailbox': 'listMailboxMessages',
  'POST /v1/checkout': 'createCheckout',
  'GET /v1/checkout': 'listCheckouts',
  'GET /v1/checkout/:checkout': 'getCheckout',
  'POST /v1/checkout/:checkout/cancel': 'cancelCheckout',
  'GET /v1/plan': 'listPlans',
  'POST /v1/plan/:plan/customers': 'createSubscription',
  'GET /v1/plan/:plan/customers': 'listSubscriptions',
  'GET /v1/plan/:plan/customers/:customer': 'getSubscription',
  'PUT /v1/plan/:plan/customers/:customer': 'updateSubscription',
  'DELETE /v1/plan/:plan/customers/:customer': 'cancelSubscription',
  'POST /v1/plan/:plan/customers/:customer/pause': 'pauseSubscription',
  'POST /v1/plan/:plan/customers/:customer/resume': 'resumeSubscription',
  'GET /v1/customer': 'listCustomers',
  'GET /v1/webhook': 'listWebhooks',
  'PUT /v1/webhook/:id/faults': 'setWebhookFaults',
  'POST /v1/webhook/:id/replay': 'replayFailedEvents',
  'GET /v1/settlement/rules': 'getSettlementRules',
  'PUT /v1/settlement/rules': 'updateSettlementRules',
  'PUT /v1/settlement/account': 'setSettlementAccount',
  'POST /v1/settlement/account/confirm': 'confirmSettlementAccountChange',
  'DELETE /v1/settlement/account/change': 'cancelSettlementAccountChange',
  'GET /v1/settlement/report.csv': 'getSettlementReportCsv',
  'GET /v1/payment-rules': 'getPaymentRules',
  'PUT /v1/payment-rules': 'updatePaymentRules',
  'GET /v1/affiliates/rules': 'getAffiliateRules',
  'PUT /v1/affiliates/rules': 'updateAffiliateRules',
  'POST /v1/affiliates/:affiliate/account/confirm': 'confirmAffiliateAccountChange',
  'DELETE /v1/affiliates/:affiliate/account/change': 'cancelAffiliateAccountChange',
  'GET /v1/affiliates/:affiliate/report.csv': 'getAffiliateReportCsv',
  'GET /v1/ledger/balances': 'listLedgerBalances',
  'GET /v1/ledger/entries/:cause': 'listLedgerEntries',
  'GET /v1/ledger/affiliates': 'listAffiliateBalances',
  'GET /v1/ledger/journal': 'listJournalLines',
  'GET /v1/ledger/claim': 'getClaim',
  'GET /v1/ledger/months': 'listMonths',
  'GET /v1/ledger/months/:month': 'getMonth',
  'POST /v1/ledger/months/:month/close': 'closeMonth',
  'GET /v1/ledger/months/:month/package.zip': 'getMonthPackage',
  'GET /v1/ledger/chart': 'getChartOfAccounts',
  'PUT /v1/ledger/chart': 'setChartOfAccounts',
  'GET /v1/fees': 'listFees',
  'GET /v1/fees/receptor': 'getTaxReceptor',
  'PUT /v1/fees/receptor': 'setTaxReceptor',
  'GET /v1/fees/statements/:period/cfdi.xml': 'getFeeStatementCfdi',
  'POST /v1/fees/statements/:period/stamp': 'stampFeeStatement',
  'GET /v1/public-key': 'getPublicKey',
  'GET /v1/public-key.pem': 'getPublicKeyPem',
  'GET /v1/risk/rules': 'listRiskRules',
  'PUT /v1/risk/rules': 'replaceRiskRules',
}

/** Last words of a path that are verbs. */
const VERBS =
  /^(accept|apply|cancel|close|confirm|contest|pause|release|replay|resume|retry|roll|rotate|send|test|upload)(-.+)?$/

const BY_METHOD: Record<string, string> = { GET: 'get', POST: 'create', PUT: 'update', DELETE: 'delete' }

/**
 * `GET /v1/credentials` is `listCredentials`, `POST /v1/credentials` is `createCredential`, `GET /v1/credentials/:id` is `getCredential`
 * and `POST /v1/credentials/:id/roll` is `rollCredential`.
 */
export function operationIdOf(method: string, url: string): string {
  const named = NAMED[`${method} ${url}`]
  if (named !== undefined) return named
  const parts = url.split('/').filter((part) => part !== '' && part !== 'v1')
  const last = parts.at(-1) ?? ''
  const nouns = parts.filter((part) => !part.startsWith(':'))
  if (method === 'POST' && VERBS.test(last) && nouns.length > 1) {
    const [verb = '', ...object] = last.split('-')
    return verb + pascal([...nouns.slice(0, -1).map(singular), ...object])
  }
  const owners = nouns.slice(0, -1).map(singular)
  const noun = nouns.at(-1) ?? ''
  if (method === 'GET' && noun.endsWith('s') && !last.startsWith(':')) return `list${pascal([...owners, noun])}`
  return (BY_METHOD[method] ?? method.toLowerCase()) + pascal([...owners, singular(noun)])
}

function singular(noun: string): string {
  return noun.replace(/ies$/, 'y').replace(/(?<!s)s$/, '')
}

function pascal(words: string[]): string {
  return words
    .flatMap((word) => word.split(/[-._]/))
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}

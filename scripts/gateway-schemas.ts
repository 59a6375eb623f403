// The requests and answers of the protocol between Cobro and an operator's own service, by port: what docs/connectors/http.openapi.json is made from.
import { type TSchema, Type } from 'typebox'
import { acquirerWords, cashNetworkWords, speiBankWords } from '../src/connectors/http/services.ts'
import { sendBackCauses } from '../src/connectors/notice.ts'
import { CEP_URL, REASON_CODE } from '../src/connectors/read-notice.ts'
import { disputeStageNames } from '../src/core/dispute.ts'
import { disputeSchemes } from '../src/core/dispute-reasons.ts'
import { MAX_AMOUNT_CENTAVOS, MAX_SUM_CENTAVOS } from '../src/core/money.ts'

const text = (description: string, more: object = {}) =>
  Type.String({ description, minLength: 1, maxLength: 250, ...more })
const words = <T extends readonly string[]>(values: T, description?: string) =>
  Type.Enum([...values], description === undefined ? {} : { description })
const centavos = Type.Integer({ description: 'whole centavos', minimum: 1, maximum: MAX_SUM_CENTAVOS })
const day = (description: string) => Type.String({ description, pattern: '^\\d{4}-\\d\\d-\\d\\d$' })
const instant = (description: string) => Type.String({ description, maxLength: 40, format: 'date-time' })
const clabe = Type.String({ description: '18 digits, the last of them the control digit', pattern: '^\\d{18}$' })

/** An outcome of a kind, with what it must have. */
const outcome = (kind: string, fields: Record<string, TSchema> = {}) =>
  Type.Object({ kind: Type.Literal(kind), ...fields }, { title: kind })
const unknown = Type.Object(
  {
    kind: Type.Literal('unknown'),
    failed: Type.Optional(
      Type.Boolean({ description: 'true: your network was not reached; repeated failures stop the calls for a while' }),
    ),
  },
  { title: 'Unknown', description: 'you cannot tell now; Cobro asks again' },
)
const notProcessed = Type.Object(
  { kind: Type.Literal('not-processed'), failed: unknown.properties.failed },
  {
    title: 'NotProcessed',
    description: 'surely nothing was done, and nothing will be: another acquirer may get the charge',
  },
)
const reason = text('why, in a sentence that a merchant may read; never card data')
const networkReference = text('your network’s own id', { maxLength: 64 })

const card = Type.Object(
  {
    number: Type.String({ pattern: '^\\d{12,19}$' }),
    holderName: Type.String(),
    expiration: Type.String({ description: 'YYMM', pattern: '^\\d{4}$' }),
    securityCode: Type.Optional(Type.String({ description: 'absent for a saved card', pattern: '^\\d{3,4}$' })),
  },
  { title: 'Card', description: 'for your network alone: never stored and never logged' },
)
const charge = {
  operationId: text('our id of the charge: one authorisation for it, however often it is asked for', {
    maxLength: 100,
  }),
  amountCentavos: centavos,
  beganAt: instant('when the payment began'),
}
const captured = {
  capturedCentavos: Type.Optional(
    Type.Integer({
      description: 'of a charge that was held first: what was captured, 0 for nothing yet',
      minimum: 0,
    }),
  ),
}
const masked = { cardFirstSix: Type.String(), cardLastFour: Type.String() }
const inItsWords = {
  reason: Type.Optional(text('why, in your network’s own words, for the merchant; never card data')),
}
const declined = outcome('declined', {
  code: Type.String({ description: 'response of the issuer by ISO 8583', pattern: '^[0-9A-Za-z]{1,3}$' }),
  ...inItsWords,
})
const invalidCard = outcome('invalid-card', inItsWords)
const payerMustAct = outcome('payer-must-act', {
  payerUrl: text('where the payer must go first, by https, as for 3-D Secure. Only with `payer-action`', {
    maxLength: 2048,
  }),
})
const networkToken = text('your network’s own token for the card: kept sealed, and sent with its next charge')
const limited = (description: string, maxLength: number) => Type.Optional(Type.String({ description, maxLength }))
const addressPart = limited('', 120)
const details = Type.Object(
  {
    accountId: text('whose charge it is'),
    description: Type.String({ description: 'what is sold; may be empty', maxLength: 250 }),
    payer: Type.Object({
      name: Type.String({ maxLength: 120 }),
      email: limited('', 254),
      phone: Type.Optional(Type.String({ description: 'ten digits', pattern: '^\\d{10}$' })),
      address: Type.Optional(
        Type.Object({
          line1: Type.String({ maxLength: 120 }),
          line2: addressPart,
          city: addressPart,
          state: addressPart,
          postalCode: addressPart,
          country: Type.Optional(Type.String({ description: 'ISO 3166 alpha-2', pattern: '^[A-Z]{2}$' })),
        }),
      ),
      ip: limited('', 45),
    }),
    deviceSession: limited('id that a script of your network gave the payer’s browser', 255),
    metadata: Type.Record(Type.String(), Type.String({ maxLength: 250 }), {
      description: 'what the merchant marked for the bank',
    }),
    series: Type.Optional(
      Type.Object(
        {
          position: words(['first', 'following']),
          firstNetworkTransaction: limited('the card network’s id of the first charge, as you answered it', 250),
        },
        { description: 'the charge is of a card on file' },
      ),
    ),
  },
  { title: 'Details', description: 'pass on what your network takes' },
)
const authorised = [
  outcome('approved', {
    authorizationCode: text('six characters'),
    networkReference: text('of this charge alone'),
    networkToken: Type.Optional(networkToken),
    networkTransaction: Type.Optional(text('the card network’s id of the charge, for those that follow it')),
  }),
  declined,
  invalidCard,
]
const attempt = Type.Integer({ description: '1 for the first try', minimum: 1 })

const deposit = Type.Object(
  {
    trackingKey: text('clave de rastreo of the payer’s bank'),
    institution: text('its three digits', { minLength: 0 }),
    day: day('the banking day'),
    clabe,
    amountCentavos: centavos,
  },
  { title: 'Deposit' },
)
const trackingKey = Type.String({ description: 'clave de rastreo', pattern: '^[A-Za-z0-9]{1,30}$' })
const withReference = { networkReference: Type.Optional(networkReference) }
const taken = [outcome('accepted', withReference), outcome('settled', withReference), outcome('rejected', { reason })]

const payment = Type.Object(
  {
    kind: Type.Literal('payment'),
    networkTransaction: text('your network’s own id: a tracking key, the ticket of a till', { maxLength: 100 }),
    institution: text('three digits of the payer’s bank, or the short name of the chain', {
      minLength: 0,
      maxLength: 40,
    }),
    operationDay: day('banking day of a transfer, Mexico City day of a till'),
    networkReference: text('the CLABE or the digits of the barcode that was paid', { maxLength: 64 }),
    amountCentavos: centavos,
    payerClabe: Type.Optional(clabe),
    payerName: Type.Optional(Type.String({ maxLength: 120 })),
    paidAt: Type.Optional(instant('when the payer paid')),
    cepUrl: Type.Optional(
      Type.String({ description: 'of Banco de México’s receipt', maxLength: 500, pattern: CEP_URL.source }),
    ),
  },
  { title: 'Payment' },
)
const transferState = Type.Object(
  {
    kind: Type.Literal('transfer'),
    trackingKey: Type.String({ description: 'as in the request; empty: by `networkReference`', maxLength: 40 }),
    networkReference: Type.Optional(networkReference),
    state: words(['accepted', 'settled', 'rejected', 'returned']),
    at: Type.Optional(instant('when it happened')),
    reason: Type.Optional(reason),
  },
  { title: 'Transfer' },
)
const statement = Type.Object(
  { kind: Type.Literal('statement'), content: Type.String({ maxLength: 1_000_000 }) },
  { title: 'Statement', description: 'a whole file in the format of docs/guides/reconciliation.md' },
)
const dispute = {
  operationId: charge.operationId,
  networkDispute: text('your network’s id of the case', { maxLength: 100 }),
  stage: words(disputeStageNames),
}
const disputes = [
  Type.Object(
    {
      kind: Type.Literal('dispute'),
      ...dispute,
      scheme: words(disputeSchemes),
      reasonCode: Type.String({ description: 'as the card network writes it', pattern: REASON_CODE.source }),
      amountCentavos: Type.Integer({ description: 'whole centavos', minimum: 1, maximum: MAX_AMOUNT_CENTAVOS }),
      respondBy: instant('until when an answer is accepted'),
      openedAt: Type.Optional(instant('when the bank opened it')),
    },
    { title: 'Dispute' },
  ),
  Type.Object(
    {
      kind: Type.Literal('dispute-outcome'),
      ...dispute,
      outcome: words(['won', 'lost']),
      at: Type.Optional(instant('when it was decided')),
    },
    { title: 'DisputeOutcome' },
  ),
]
const chargeOutcome = Type.Object(
  { kind: Type.Literal('charge'), operationId: charge.operationId, outcome: Type.Union(authorised) },
  { title: 'Charge' },
)

export interface GatewayCall {
  summary: string
  request: TSchema
  /** One of these. */
  outcomes: readonly TSchema[]
}

export interface GatewayReport {
  summary: string
  request: TSchema
  answer: TSchema
}

const capabilities = (list: readonly string[], more: Record<string, TSchema> = {}): GatewayCall => ({
  summary: 'what the service can do, and whether it plays its network',
  request: Type.Object({}),
  outcomes: [
    outcome('capabilities', {
      capabilities: Type.Array(words(list)),
      ...more,
      rehearsal: Type.Optional(
        Type.Object({}, { description: 'only where no money is real: what `cobro connectors test` needs' }),
      ),
    }),
  ],
})
const call = (summary: string, request: Record<string, TSchema>, ...outcomes: TSchema[]): GatewayCall => ({
  summary,
  request: Type.Object(request),
  outcomes: [...outcomes, unknown],
})

const sampleReports: GatewayCall = {
  summary: 'reports as the service would send them, for `cobro connectors test` alone',
  request: Type.Object({}),
  outcomes: [
    outcome('reports', {
      reports: Type.Array(
        Type.Object({
          path: words(['/reports', '/deposits']),
          headers: Type.Record(Type.String(), Type.String()),
          body: Type.String(),
        }),
      ),
    }),
  ],
}

/** The calls of Cobro to the service, by the part of the path. */
export const gatewayCalls: Record<string, Record<string, GatewayCall>> = {
  acquirer: {
    capabilities: capabilities(acquirerWords),
    'sample-reports': sampleReports,
    authorise: call(
      'charge a card',
      {
        ...charge,
        card,
        months: Type.Optional(Type.Integer({ description: 'months without interest' })),
        initiator: Type.Union([Type.Literal('customer'), Type.Literal('merchant')], {
          description: 'a customer who is there, or the merchant alone, as for a plan',
        }),
        details: Type.Optional(details),
        networkToken: Type.Optional(text('your network’s own token for the card, to use instead of the number')),
        capture: Type.Optional(
          Type.Literal(false, { description: 'hold the amount only; absent: charge it. Only with `capture`' }),
        ),
        returnUrl: Type.Optional(
          text('where your payer comes back to, by GET or POST. Only with `payer-action`', { maxLength: 2048 }),
        ),
      },
      ...authorised,
      payerMustAct,
      notProcessed,
    ),
    inquire: call(
      'what became of a charge whose answer never came',
      { ...charge, ...masked },
      ...authorised,
      payerMustAct,
      outcome('never-seen'),
    ),
    'act-as-payer': call(
      'play the payer at the address of a charge, for the contract suite; only where your network is played',
      {
        operationId: charge.operationId,
        payerUrl: text('as you answered it', { maxLength: 2048 }),
        does: words(['confirmed', 'rejected']),
      },
      outcome('acted'),
    ),
    advise: call(
      'undo a charge that may have happened, also before it arrives; repeated until it is acknowledged',
      { ...charge, ...masked, networkReference: Type.Optional(networkReference), attempt },
      outcome('acknowledged'),
      outcome('refused', { reason }),
    ),
    capture: call(
      'take what is held, or a part of it, and release the rest; once for an operation, repeated until it is answered',
      { ...charge, networkReference, ...captured, captureCentavos: centavos },
      outcome('captured'),
      outcome('refused', { reason }),
    ),
    reverse: call(
      'give the whole amount of a charge back, or release what is held',
      { ...charge, networkReference, ...captured },
      outcome('reversed'),
      outcome('refused'),
    ),
    refund: call(
      'give an amount of a charge back, once for each `refundId`',
      { ...charge, networkReference, ...captured, refundId: text('our id of the refund'), refundCentavos: centavos },
      outcome('refunded'),
      outcome('refused', { reason }),
    ),
    verify: call(
      'check a card without charging it',
      { card },
      outcome('valid', { networkToken: Type.Optional(networkToken) }),
      declined,
      invalidCard,
    ),
    'answer-dispute': call(
      'submit the merchant’s answer to a dispute',
      {
        ...dispute,
        amountCentavos: centavos,
        answer: words(['evidence', 'accept']),
        texts: Type.Record(Type.String(), Type.String()),
        files: Type.Array(
          Type.Object({
            kind: Type.String(),
            name: Type.String(),
            mediaType: Type.String(),
            content: Type.String({ description: 'in base64' }),
          }),
        ),
        attempt,
      },
      outcome('taken'),
      outcome('refused', { reason }),
    ),
  },
  'cash-network': {
    capabilities: capabilities(cashNetworkWords),
    'sample-reports': sampleReports,
    issue: call(
      'issue a reference that a till takes, one for each operation',
      {
        operationId: text('our id of the operation'),
        chain: text('short name of the chain, such as `OXXO`'),
        amountCentavos: Type.Integer(),
        expiresAt: instant('until when it may be paid'),
      },
      outcome('issued', {
        reference: text('the digits of the barcode', { maxLength: 64 }),
        paymentId: text('what a person types instead'),
        shortId: text('what a person says'),
        bankAccountNumber: text('of the deposit'),
        bankName: text('of that account'),
      }),
      outcome('refused', { reason }),
    ),
    cancel: call(
      'let no till accept a reference any more',
      { operationId: text('our id of the operation'), reference: text('as issued') },
      outcome('cancelled'),
      outcome('paid'),
    ),
    'give-back': call(
      'give back what was paid into a reference that was over',
      {
        returnId: text('our id: once for each'),
        networkTransaction: text('the ticket'),
        chain: text('short name of the chain'),
        day: day('of the till'),
        amountCentavos: centavos,
      },
      outcome('sent'),
      outcome('refused', { reason }),
    ),
  },
  'spei-bank': {
    capabilities: capabilities(speiBankWords, { keyLife: words(['always', 'banking-day']) }),
    'sample-reports': sampleReports,
    'issue-account': call(
      'issue a CLABE, one for each owner',
      { ownerId: text('our id of an operation or a customer') },
      outcome('issued', { clabe, bankName: text('of the CLABE'), paymentId: text('digits that a person reads') }),
      outcome('refused', { reason }),
    ),
    'close-account': call('send back what comes into a CLABE from now on', { clabe }, outcome('closed')),
    transfer: call(
      'send money, once for each tracking key',
      {
        trackingKey,
        destination: Type.String({ description: 'CLABE of the beneficiary' }),
        beneficiary: Type.String(),
        amountCentavos: centavos,
        concept: Type.String({ maxLength: 40 }),
        kind: words(['return', 'refund', 'payout']),
        participant: Type.String({ description: 'institution of the destination by its five digits; may be empty' }),
        numericReference: Type.Integer({ minimum: 1, maximum: 9_999_999 }),
      },
      ...taken,
    ),
    'find-transfer': call(
      'the state of a transfer, or of a deposit that was to be sent back',
      { trackingKey, day: day('a banking day'), deposit: Type.Optional(deposit) },
      ...taken,
      outcome('returned', { reason }),
      outcome('never-seen'),
    ),
    'return-deposit': call('send a whole deposit back to its payer', { trackingKey, deposit }, ...taken),
    balance: call(
      'what could be sent now',
      {},
      outcome('balance', { availableCentavos: Type.Integer({ description: 'whole centavos' }) }),
    ),
    movements: call(
      'what you have of a banking day so far: deposits that you credited, states of our transfers',
      { day: day('a banking day') },
      outcome('movements', { notices: Type.Array(Type.Union([payment, transferState])) }),
    ),
    statement: call(
      'the statement of a banking day that is over',
      { day: day('a banking day') },
      outcome('statement', { content: Type.String() }),
      outcome('not-yet'),
    ),
  },
}

const reports = (...notices: TSchema[]) =>
  Type.Object({ notices: Type.Array(Type.Union(notices), { maxItems: 1_000 }) })
const acknowledged = Type.Object({ result: Type.Literal('taken') })

/** The reports of the service to Cobro, by the path at Cobro. */
export const gatewayReports: Record<string, GatewayReport> = {
  '/v1/networks/http-acquirer/reports': {
    summary: 'late outcomes of charges, disputes, statements',
    request: reports(chargeOutcome, ...disputes, statement),
    answer: acknowledged,
  },
  '/v1/networks/http-cash-network/reports': {
    summary: 'payments at tills, statements',
    request: reports(payment, statement),
    answer: acknowledged,
  },
  '/v1/networks/http-spei-bank/reports': {
    summary: 'deposits that are credited in any case, states of transfers, statements',
    request: reports(payment, transferState, statement),
    answer: acknowledged,
  },
  '/v1/networks/http-spei-bank/deposits': {
    summary: 'a deposit that you take, or send back, as you are answered',
    request: payment,
    answer: Type.Union([
      acknowledged,
      Type.Object({ result: Type.Literal('send-back'), cause: words(sendBackCauses) }, { title: 'SendBack' }),
    ]),
  },
}

// Adds to the description of every call, besides its schema: a name for generated clients, its parameters, the refusals.
import type { FailureReason } from '../../failures.ts'
import type { Access } from '../caller.ts'
import { operationIdOf } from './operation-ids.ts'
import { isRepeatable, refusalResponses } from './refusals.ts'

export interface Call {
  method: string
  url: string
  /** The schema that checks it. */
  schema: Record<string, unknown>
  /** Who may make it. */
  access: Access
  /** The refusals of this call only; undefined: the endpoint does not declare them. */
  refusals: readonly FailureReason[] | undefined
  /** The media types of a body that is a file. */
  takes: readonly string[] | undefined
}

/**
 * Parameters by name: `[meaning, example]`; the meaning of `id` follows from the path. A route's own schema takes
 * precedence.
 */
const PARAMETERS: Record<string, readonly [meaning: string, example: string]> = {
  operation: ['Identifier of the operation: its `transaction`', '01a1fa12-b5f0-7000-a0f9-f1d0e4162f1d'],
  customer: ['Identifier of the customer', 'cus_06gzm4nmanr01ank0qs25eymbc'],
  card: ['Token of the saved card', 'crd_06gzm4nn7dr018g1bjjwqrz0wg'],
  source: ['Identifier of the SPEI source', 'spe_06gzm4nmasr01dk4rpz54pxf6r'],
  checkout: ['Identifier of the checkout', 'chk_06gzm4nmanr01ank0qs25eymbc'],
  plan: ['Identifier of the plan', 'pln_06gzm4nmanr01ank0qs25eymbc'],
  payout: ['Identifier of the payout', 'po_06gzm4nmanr01ank0qs25eymbc'],
  affiliate: ['Identifier of the affiliate', 'aff_06gzm4nmanr01ank0qs25eymbc'],
  period: ['Month of Mexico City', '2026-11'],
  transfer: ['Identifier of the transfer', 'trf_06gzm4nmanr01ank0qs25eymbc'],
  refund: ['Identifier of the refund', 'ref_06gzm4nmanr01ank0qs25eymbc'],
  cause: ['Identifier of an operation, payout or transfer', '01a1fa12-b5f0-7000-a0f9-f1d0e4162f1d'],
  dispute: ['Identifier of the dispute', 'dsp_06gzm4nmanr01ank0qs25eymbc'],
  file: ['Identifier of the file', 'dsf_06gzm4nmanr01ank0qs25eymbc'],
  webhook: ['Identifier of the webhook', 'whk_06gzm4nmanr01ank0qs25eymbc'],
  credential: ['Identifier of the credential', 'key_06gzm4nmanr01ank0qs25eymbc'],
  event: ['Identifier of the event', 'evt_06gzm4nmanr01ank0qs25eymbc'],
  export: ['Identifier of the export', 'exp_06gzm4nmanr01ank0qs25eymbc'],
  reference_number: ['Reference number of the operation: the merchant’s own', '1003'],
  bin: ['First six digits of the card', '512745'],
  amount: ['Total in Mexican pesos', '500.00'],
  offset: ['How many to skip', ''],
  starting_after: ['Goes on after this one, the last that was answered before', ''],
  type: ['Only events of this type', 'operation.paid'],
  recipient: ['Only messages to this e-mail address or phone', 'ana@example.mx'],
}

const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'Repeating the request under the same key within 24 hours answers the first result again and has no further effect; another body is refused with 422',
  examples: ['pedido-1003'],
}

const FILE = { type: 'string', format: 'binary' }

/** The schema for the description of a call; another schema checks it. */
export function describedCall(call: Call): Record<string, unknown> {
  const { url, schema, access, takes } = call
  const operationId = operationIdOf(call)
  return {
    ...schema,
    operationId,
    ...(access === 'public' && { security: [] }),
    ...(takes !== undefined && {
      body: { content: Object.fromEntries(takes.map((type) => [type, { schema: FILE }])) },
    }),
    ...(schema.params !== undefined && { params: withMeaning(schema.params as Parameters, url) }),
    ...(schema.querystring !== undefined && { querystring: withMeaning(schema.querystring as Parameters, url) }),
    ...(isRepeatable(call) && { headers: { type: 'object', properties: { 'Idempotency-Key': IDEMPOTENCY_KEY } } }),
    response: successOf(operationId, schema),
  }
}

/** The refusals by status, for the finished document, because the reader of schemas ignores references. */
export function refusalsOf(call: Call): Record<string, object> {
  return refusalResponses(call)
}

/** The description of a success: from the schema, or from the call's name. */
function successOf(operationId: string, schema: Record<string, unknown>): Record<string, object> {
  const [[status, answer] = ['200', { type: 'string' }]] = Object.entries(
    (schema.response as Record<string, { description?: string }> | undefined) ?? {},
  )
  return { [status]: { ...answer, description: answer.description ?? successText(operationId) } }
}

/** `listOperations` is answered by `The operations`, `deleteCustomer` by `The customer, deleted`. */
function successText(operationId: string): string {
  const known = SUCCESSES[operationId]
  if (known !== undefined) return known
  const [verb = '', ...rest] = operationId.split(/(?=[A-Z])/)
  const noun = rest.map((word) => (word === 'Spei' ? 'SPEI' : word.toLowerCase())).join(' ')
  if (['list', 'get', 'find'].includes(verb)) return `The ${noun}`
  if (verb === 'create') return `The new ${noun}`
  return `The ${noun} as the call has left it`
}

/** Texts that the name of the call does not give. */
const SUCCESSES: Record<string, string> = {
  checkHealth: 'The process is alive',
  checkReadiness: 'It can take payments',
  getMetrics: 'Metrics in the text format of Prometheus',
  createSession: 'The token of the session, and when it ends',
  deleteSession: 'The session is over',
  endSession: 'The session is over',
  createCardPayment: 'The payment: paid, or pending while the bank’s answer is awaited',
  payAtStore: 'The payment as the till reported it',
  payBySpei: 'The transfer as the bank reported it',
  playSandboxTransfer: 'The transfer after what the bank said',
  reconcileSandboxStatement: 'What the statement and the books have in common, and what not',
  auditBooks: 'What was counted, and what does not add up',
  createExport: 'The export, which waits to be written',
  getExport: 'The export: how far it has come, and where its file is',
  createRefund: 'The refund: on its way, or waiting for what `waits_for` says',
  cancelRefund: 'The refund, cancelled: its money is yours again',
  retryRefund: 'The refund, on its way again',
  getRefundRules: 'The rules, by way of paying',
  updateRefundRules: 'The rules for refunds made from now on',
  getReserve: 'What is in the reserve, and what you are owed besides',
  moveReserve: 'The reserve after the move',
  setSandboxRefundFees: 'The rules for refunds made from now on',
  createSandboxDispute: 'The dispute, or when the bank will open it',
  decideSandboxDispute: 'The dispute, won or lost',
  getDispute: 'The dispute with its evidence and its answer',
  writeDisputeEvidence: 'The dispute with the texts and files that are kept for it now',
  submitDisputeEvidence: 'The dispute, which the bank reviews from now on',
  acceptDispute: 'The dispute, accepted: the bank has the money',
  addDisputeFile: 'The file as it is kept: the new one, or the one with the same bytes',
  getDisputeFile: 'The bytes of the file',
  createAffiliate: 'The affiliate, with what was collected before',
  getAffiliateRules: 'Who gives back the share',
  updateAffiliateRules: 'The rule for payments made from now on',
  confirmAffiliateAccountChange: 'The affiliate; the new account cools off in `change`',
  cancelAffiliateAccountChange: 'The affiliate, with the account as before',
  getAffiliateReport: 'The lines of the payout of that day, a page of them, and their totals',
  getAffiliateReportCsv: 'The lines of the payout, one share or part taken back each',
  listFeeStatements: 'The closed months',
  getFeeStatement: 'The fees of the month by concept, with what an invoice needs',
  getFeeStatementCfdi: 'The CFDI as XML, unstamped until a provider stamps it',
  stampFeeStatement: 'The fees of the month; `cfdi` says what becomes of the invoice',
  getTaxReceptor: 'Whom the fees are invoiced to; null until it is set',
  setTaxReceptor: 'Whom the fees are invoiced to from now on',
  setProfileLogo: 'The profile with its new logo, or without one',
  getPublicKeyPem: 'The key in PEM form',
  getSettlementReportCsv: 'The lines of the report, one payment or reversal each',
  findOperationByReference: 'The newest operation with that number',
  reverseOperation: 'The reversal, and the operation after it',
  reverseOperationByGet: 'The reversal, and the operation after it',
  sendOperation: 'The messages are queued',
  replayEvent: 'The webhooks that it is sent to again',
  replayFailedEvents: 'How many deliveries are made again',
  testWebhook: 'The event that was queued',
}

interface Parameters {
  properties: Record<string, object>
}

function withMeaning(params: Parameters, url: string): Parameters {
  const properties = Object.entries(params.properties).map(([name, schema]) => {
    const about =
      name === 'id' ? (/\/(operation|webhook|event|export|plan|payout|credential)s?\//.exec(url)?.[1] ?? '') : name
    const [description, example] = PARAMETERS[about] ?? PARAMETERS[about.replace(/Id$/, '')] ?? []
    return [name, { ...(description && { description }), ...(example && { examples: [example] }), ...schema }]
  })
  return { ...params, properties: Object.fromEntries(properties) }
}

// Every refusal that the service can give: those that each room defines in its `failures.ts`, and the error that carries one.
import { accountFailures } from './accounts/failures.ts'
import { requestFailures } from './api/failures.ts'
import { cardFailures } from './cards/failures.ts'
import { riskFailures } from './cards/risk/failures.ts'
import { checkoutFailures } from './checkout/failures.ts'
import { closingFailures } from './closings/failures.ts'
import { connectorFailures } from './connectors/failures.ts'
import { consoleFailures } from './console/failures.ts'
import type { FailureTable, FieldProblems } from './core/failure-table.ts'
import type { Bilingual, Language } from './core/language/bilingual.ts'
import { customerFailures } from './customers/failures.ts'
import { disputeFailures } from './disputes/failures.ts'
import { webhookFailures } from './events/webhooks/failures.ts'
import { exportFailures } from './exports/failures.ts'
import { operationFailures } from './operations/failures.ts'
import { claimFailures } from './payouts/claims/failures.ts'
import { payoutFailures } from './payouts/failures.ts'
import { invoiceFailures } from './payouts/invoices/failures.ts'
import { planFailures } from './plans/failures.ts'
import { reconciliationFailures } from './reconciliation/failures.ts'
import { noticeFailures } from './reconciliation/notices/failures.ts'
import { refundFailures } from './refunds/failures.ts'
import { simulatorFailures } from './sandbox/failures.ts'
import { storeFailures } from './store/failures.ts'
import { transferFailures } from './transfers/failures.ts'
import { vaultFailures } from './vault/failures.ts'
import { voucherFailures } from './vouchers/failures.ts'

export const failures = {
  ...accountFailures,
  ...requestFailures,
  ...cardFailures,
  ...checkoutFailures,
  ...claimFailures,
  ...closingFailures,
  ...connectorFailures,
  ...consoleFailures,
  ...customerFailures,
  ...disputeFailures,
  ...exportFailures,
  ...invoiceFailures,
  ...noticeFailures,
  ...operationFailures,
  ...payoutFailures,
  ...planFailures,
  ...reconciliationFailures,
  ...refundFailures,
  ...riskFailures,
  ...simulatorFailures,
  ...storeFailures,
  ...transferFailures,
  ...vaultFailures,
  ...voucherFailures,
  ...webhookFailures,
}

export type FailureReason = keyof typeof failures

/** The reasons, which clients may branch on where a code has several. */
export const failureReasons = (Object.keys(failures) as FailureReason[]).sort()

/** The codes that clients branch on, each once. */
export const failureCodes: string[] = [...new Set(Object.values(failures).map(([code]) => code))].sort()

/** The reasons that pass by themselves (429, 503): their refusal says after how many seconds. */
type PassingReason = {
  [Reason in FailureReason]: (typeof failures)[Reason][1] extends 429 | 503 ? Reason : never
}[FailureReason]

export type LastingReason = Exclude<FailureReason, PassingReason>

interface FailureOptions {
  /** Fills `{name}` in the texts, in the language of the text. */
  values?: Record<string, string | number | Bilingual>
  /** The sentence for `message`, if older clients expect a wording other than the table's. */
  knownAs?: string
  fields?: FieldProblems
  /** The network's answer, for example an ISO 8583 response code. */
  detail?: { code: string; message: Bilingual; payer_message?: Bilingual; http_status_code?: number }
  /** Seconds after which the client may try again. */
  retryAfterSeconds?: number
  cause?: unknown
  /** Of `service-unknown`: a sentence with the call that was probably meant. */
  near?: Bilingual
}

/** A refusal: the only kind of error that the service answers to a client. Only `api/answer` turns it into HTTP. */
export class Failure extends Error {
  readonly reason: FailureReason
  readonly options: FailureOptions
  /** The code that clients branch on. It is a field, because the framework assigns `code`. */
  readonly code: string

  constructor(reason: PassingReason, options: FailureOptions & { retryAfterSeconds: number })
  constructor(reason: LastingReason, options?: FailureOptions)
  constructor(reason: FailureReason, options: FailureOptions = {}) {
    super(reason, { cause: options.cause })
    this.reason = reason
    this.options = options
    this.code = failures[reason][0]
  }

  get status(): number {
    return failures[this.reason][1]
  }

  /** The sentence a person reads, in the language asked for. */
  sentence(language: Language): string {
    return this.options.knownAs ?? this.filled(failures[this.reason][language === 'es' ? 2 : 3], language)
  }

  /** What to do about the refusal, in the wanted language: of a decline, the payer's message; without a separate remedy, the sentence itself. */
  remedy(language: Language): string {
    const [, , , , remedy = this.options.detail?.payer_message] = failures[this.reason] as FailureTable[string]
    return remedy === undefined ? this.sentence(language) : this.filled(remedy[language === 'es' ? 0 : 1], language)
  }

  private filled(text: string, language: Language): string {
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
      const value = this.options.values?.[name] ?? whole
      return typeof value === 'object' ? value[language === 'es' ? 0 : 1] : String(value)
    })
  }
}

/** A refusal of one field. */
export function invalidField(field: string, es: string, en: string): Failure {
  return new Failure('parameters-invalid', { fields: { [field]: [[es, en]] } })
}

/** A refusal of one field that names what the account does not have. */
export function unknownField(field: string, es: string, en: string): Failure {
  return new Failure('resource-unknown', { fields: { [field]: [[es, en]] } })
}

/** Throws `parameters-invalid` when a field has a problem. */
export function refuseInvalid(fields: FieldProblems): void {
  if (Object.keys(fields).length > 0) throw new Failure('parameters-invalid', { fields })
}

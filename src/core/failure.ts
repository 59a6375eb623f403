// A refusal: the only kind of error that the service answers to a client. The tables of failures/ list the reasons.
import { remedies } from './failures/remedies.ts'
import { type FailureReason, failures } from './failures.ts'

export type Language = 'es' | 'en'

/** A text in both languages, Spanish first. */
export type Bilingual = readonly [es: string, en: string]

/** The faults of each field, by its name on the wire. */
export type FieldProblems = Record<string, Bilingual[]>

interface FailureOptions {
  /** Fills `{name}` in the texts. */
  values?: Record<string, string | number>
  /** The sentence for `message`, if older clients expect a wording other than the table's. */
  knownAs?: string
  fields?: FieldProblems
  /** The network's answer, for example an ISO 8583 response code. */
  detail?: { code: string; message: Bilingual; payer_message?: Bilingual; http_status_code?: number }
  /** Seconds after which the client may try again. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refusal. Only `api/answer` turns it into HTTP. */
export class Failure extends Error {
  readonly reason: FailureReason
  readonly options: FailureOptions
  /** The code that clients branch on. It is a field, because the framework assigns `code`. */
  readonly code: string

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
    return this.options.knownAs ?? this.filled(failures[this.reason][language === 'es' ? 2 : 3])
  }

  /** What to do about the refusal, in the wanted language: of a decline, the payer's message; without a separate remedy, the sentence itself. */
  remedy(language: Language): string {
    const remedy = remedies[this.reason] ?? this.options.detail?.payer_message
    return remedy === undefined ? this.sentence(language) : this.filled(remedy[language === 'es' ? 0 : 1])
  }

  private filled(text: string): string {
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(this.options.values?.[name] ?? whole))
  }
}

/** A refusal of one field. */
export function invalidField(field: string, es: string, en: string): Failure {
  return new Failure('parameters-invalid', { fields: { [field]: [[es, en]] } })
}

/** Throws `parameters-invalid` when a field has a problem. */
export function refuseInvalid(fields: FieldProblems): void {
  if (Object.keys(fields).length > 0) throw new Failure('parameters-invalid', { fields })
}

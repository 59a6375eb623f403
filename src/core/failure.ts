// A refusal: the one kind of error that the service answers to whoever asked. Its reasons are the tables of failures/.
import { remedies } from './failures/remedies.ts'
import { type FailureReason, failures } from './failures.ts'

export type Language = 'es' | 'en'

/** A text in both languages, Spanish first. */
export type Bilingual = readonly [es: string, en: string]

/** What is wrong with each field, by its name on the wire. */
export type FieldProblems = Record<string, Bilingual[]>

interface FailureOptions {
  /** Fills `{name}` in the texts. */
  values?: Record<string, string | number>
  /** The sentence in `message`, where older clients know another than the table's, word for word. */
  knownAs?: string
  fields?: FieldProblems
  /** What the network said, e.g. an ISO 8583 response code. */
  detail?: { code: string; message: Bilingual; payer_message?: Bilingual; http_status_code?: number }
  /** Seconds after which another try makes sense. */
  retryAfterSeconds?: number
  cause?: unknown
}

/** A refusal. `api/answer` alone makes HTTP of it. */
export class Failure extends Error {
  readonly reason: FailureReason
  readonly options: FailureOptions
  /** What clients branch on. A field, because the framework assigns it to itself. */
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

  /** What to do about it, in the language asked for: of a decline what its payer is told; the sentence itself where that says it. */
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

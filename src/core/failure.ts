// Every refusal the service can give, in one closed table: the code clients branch on, the HTTP status, and both languages.

/** `[code on the wire, HTTP status, Spanish, English]`; `{name}` is filled from the failure's values. */
export const failures = {
  'parameters-invalid': [
    'InvalidParamException',
    400,
    'Los datos enviados no son válidos',
    'The data sent is not valid',
  ],
  'body-not-json': [
    'InvalidParamException',
    400,
    'El cuerpo no es un objeto JSON válido',
    'The body is not a valid JSON object',
  ],
  'body-too-large': [
    'InvalidParamException',
    413,
    'El cuerpo excede {limit} bytes',
    'The body is larger than {limit} bytes',
  ],
  'media-type-unsupported': [
    'InvalidParamException',
    415,
    'El Content-Type debe ser application/json',
    'Content-Type must be application/json',
  ],
  'service-unknown': ['InvalidParamException', 404, 'El servicio no existe', 'The service does not exist'],
  'method-not-allowed': [
    'InvalidParamException',
    405,
    'El servicio no acepta el método {method}',
    'The service does not take the method {method}',
  ],
  'credential-invalid': [
    'InvalidCredentialsException',
    401,
    'Las credenciales no son válidas',
    'The credential is not valid',
  ],
  'session-invalid': [
    'InvalidAuthTokenException',
    401,
    'El token de acceso no es válido o expiró',
    'The access token is not valid or has expired',
  ],
  'resource-unknown': [
    'InvalidTransactionException',
    404,
    'No existe lo que se busca',
    'What you are looking for does not exist',
  ],
  'credential-not-allowed': [
    'InvalidCredentialsException',
    403,
    'Esta credencial no puede usar el servicio',
    'This credential may not use the service',
  ],
  'too-many-requests': [
    'TooManyRequestsException',
    429,
    'Demasiadas solicitudes; intente en unos segundos',
    'Too many requests; try again in a few seconds',
  ],
  'service-busy': [
    'InternalErrorException',
    503,
    'El servicio está ocupado; intente de nuevo en unos segundos',
    'The service is busy; try again in a few seconds',
  ],
  internal: ['InternalErrorException', 500, 'Ocurrió un error interno', 'An internal error occurred'],
  'envelope-unreadable': [
    'InvalidEncryptionException',
    400,
    'No se pudo descifrar el mensaje',
    'The message could not be decrypted',
  ],
  'card-invalid': ['InvalidCardException', 400, 'La tarjeta no es válida', 'The card is not valid'],
  'card-existing': [
    'InvalidCardException',
    409,
    'La tarjeta ya está registrada para este cliente',
    'The customer already has this card',
  ],
  'cards-too-many': [
    'InvalidCardException',
    409,
    'El cliente ya tiene {limit} tarjetas; elimine una antes',
    'The customer already has {limit} cards; delete one first',
  ],
  'card-unknown': [
    'CardInformationNotFoundException',
    404,
    'No existe la tarjeta o el token, o ya expiró',
    'There is no such card or token, or it has expired',
  ],
  'token-used': ['TokenAlreadyUsedException', 409, 'El token ya fue utilizado', 'The token was already used'],
  'payment-declined': ['PaymentException', 402, 'No se pudo procesar el cobro', 'The charge could not be processed'],
  'acquirer-unreachable': [
    'InternalErrorException',
    503,
    'El banco no responde; intente de nuevo en unos segundos',
    'The bank does not answer; try again in a few seconds',
  ],
  'idempotency-key-reused': [
    'IdempotencyException',
    422,
    'La llave de idempotencia ya se usó con otro contenido',
    'The idempotency key was already used with another body',
  ],
  'idempotency-key-running': [
    'IdempotencyException',
    409,
    'Una solicitud con esta llave de idempotencia sigue en curso',
    'A request with this idempotency key is still running',
  ],
} as const satisfies Record<string, readonly [string, number, string, string]>

export type FailureReason = keyof typeof failures
export type Language = 'es' | 'en'

/** A text in both languages, Spanish first. */
export type Bilingual = readonly [es: string, en: string]

export interface FailureOptions {
  /** Fills `{name}` in the texts. */
  values?: Record<string, string | number>
  /** What is wrong with each field, by its name on the wire. */
  fields?: Record<string, Bilingual[]>
  /** What the network said, e.g. an ISO 8583 response code. */
  detail?: { code: string; message: Bilingual; http_status_code?: number }
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
    const text: string = failures[this.reason][language === 'es' ? 2 : 3]
    return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(this.options.values?.[name] ?? whole))
  }
}

/** A refusal of one field. */
export function invalidField(field: string, es: string, en: string): Failure {
  return new Failure('parameters-invalid', { fields: { [field]: [[es, en]] } })
}

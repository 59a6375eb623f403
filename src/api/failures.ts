// Refusals of any request: its form, its route, and its rate.
import type { FailureTable } from '../core/failure-table.ts'

export const requestFailures = {
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
    [
      'Envía el cuerpo como JSON, con el encabezado Content-Type: application/json',
      'Send the body as JSON, with the header Content-Type: application/json',
    ],
  ],
  'body-encoded': [
    'InvalidParamException',
    415,
    'El cuerpo debe venir sin comprimir (Content-Encoding, Transfer-Encoding)',
    'The body must come without compression (Content-Encoding, Transfer-Encoding)',
  ],
  'request-unreadable': [
    'InvalidParamException',
    400,
    'La solicitud no es HTTP válido',
    'The request is not valid HTTP',
  ],
  'request-unfinished': [
    'InvalidParamException',
    408,
    'La solicitud no terminó de llegar a tiempo',
    'The request did not arrive completely in time',
  ],
  'headers-too-large': [
    'InvalidParamException',
    431,
    'Los encabezados o la dirección exceden 16 kB',
    'The headers or the address are larger than 16 kB',
  ],
  'service-unknown': [
    'UnknownServiceException',
    404,
    'El servicio no existe',
    'The service does not exist',
    [
      'No hay ningún servicio en {path}.{near} La lista de servicios está en /docs y en /openapi.json',
      'There is no service at {path}.{near} The services are listed at /docs and at /openapi.json',
    ],
  ],
  'method-not-allowed': [
    'InvalidParamException',
    405,
    'El servicio no acepta el método {method}',
    'The service does not take the method {method}',
    [
      '{method} no va con esta dirección; usa {allowed} (encabezado Allow)',
      '{method} does not go with this address; use {allowed} (header Allow)',
    ],
  ],
  'resource-unknown': [
    'InvalidTransactionException',
    404,
    'No existe lo que se busca',
    'What you are looking for does not exist',
    [
      'Nada de esta cuenta tiene el id o el número que se mandó: revisa que esté completo, que sea del tipo que se pide, y que se haya hecho en esta misma cuenta y servicio',
      'Nothing of this account has the id or number that was sent: look whether it is complete and of the kind that is asked for, and whether it was made in this account and service',
    ],
  ],
  'too-many-requests': [
    'TooManyRequestsException',
    429,
    'Demasiadas solicitudes; intenta en unos segundos',
    'Too many requests; try again in a few seconds',
  ],
  'service-busy': [
    'InternalErrorException',
    503,
    'El servicio está ocupado; intenta de nuevo en unos segundos',
    'The service is busy; try again in a few seconds',
  ],
  internal: ['InternalErrorException', 500, 'Ocurrió un error interno', 'An internal error occurred'],
  'prefetch-refused': [
    'InvalidTransactionException',
    403,
    'Una cancelación no se hace por adelantado: el navegador solo estaba precargando la página',
    'Nothing was reversed: the browser was only prefetching the page',
  ],
  'other-page-refused': [
    'InvalidCredentialsException',
    403,
    'Una página de otro sitio, o un elemento de una página, no puede hacer cambios con la credencial que recuerda el navegador',
    'A page of another site, or an element of a page, may change nothing with the credential that a browser remembers',
  ],
  'idempotency-key-reused': [
    'IdempotencyException',
    422,
    'La llave de idempotencia ya se usó con otro contenido',
    'The idempotency key was already used with another body',
    [
      'Esta Idempotency-Key ya se usó en las últimas 24 horas con otro contenido u otro llamado: repite el mismo, o usa una llave nueva para el que es otro',
      'This Idempotency-Key was used in the last 24 hours with another body or another call: repeat that same one, or take a new key for what is another one',
    ],
  ],
  'idempotency-key-running': [
    'IdempotencyException',
    409,
    'Una solicitud con esta llave de idempotencia sigue en curso',
    'A request with this idempotency key is still running',
    [
      'Una solicitud con esta Idempotency-Key sigue en curso: repítela en unos segundos con la misma llave, y tendrá su respuesta',
      'A request with this Idempotency-Key is still running: repeat it in a few seconds with the same key, and it gets that answer',
    ],
  ],
} as const satisfies FailureTable

// Refusals of any request: its form, its route, and its rate.
import type { FailureTable } from './table.ts'

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
  ],
  'body-encoded': [
    'InvalidParamException',
    415,
    'El cuerpo debe venir sin comprimir (Content-Encoding)',
    'The body must come without compression (Content-Encoding)',
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
  'service-unknown': ['UnknownServiceException', 404, 'El servicio no existe', 'The service does not exist'],
  'method-not-allowed': [
    'InvalidParamException',
    405,
    'El servicio no acepta el método {method}',
    'The service does not take the method {method}',
  ],
  'resource-unknown': [
    'InvalidTransactionException',
    404,
    'No existe lo que se busca',
    'What you are looking for does not exist',
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
  'clock-apart': [
    'InternalErrorException',
    503,
    'El reloj de esta máquina y el de la base de datos difieren en {seconds} s: revisa la sincronización de la hora',
    'The clock of this machine and that of the database differ by {seconds} s: look at the time synchronisation',
  ],
  internal: ['InternalErrorException', 500, 'Ocurrió un error interno', 'An internal error occurred'],
  'recipient-missing': [
    'InvalidParamException',
    400,
    'At least email or phone is required',
    'At least email or phone is required',
  ],
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
  'page-outdated': [
    'PageOutdatedException',
    403,
    'Esta página es de otra cuenta o de otra sesión; vuelve a cargarla',
    'This page belongs to another account or session; load it again',
  ],
  'clock-moved': [
    'InvalidTransactionException',
    409,
    'Alguien más movió el reloj al mismo tiempo; consulta la hora e intenta de nuevo',
    'Somebody else moved the clock at the same time; read it and try again',
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
  'exports-too-many': [
    'TooManyRequestsException',
    429,
    'La cuenta ya tiene {limit} exportaciones en curso; espera a que termine una',
    'The account already has {limit} exports under way; wait until one is finished',
  ],
} as const satisfies FailureTable

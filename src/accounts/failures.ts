// Refusals of access by a credential, of what its account may not do, and of what needs another person.
import type { FailureTable } from '../core/failure-table.ts'

export const accountFailures = {
  'credential-invalid': [
    'InvalidCredentialsException',
    401,
    'Las credenciales no son válidas',
    'The credential is not valid',
    [
      'Esta credencial no existe, fue revocada o su app_secret es otro: envía "Basic " y app_key:app_secret en base64 (curl: -u APP_KEY:APP_SECRET)',
      'This credential does not exist, is revoked, or has another app_secret: send "Basic " and app_key:app_secret in base64 (curl: -u APP_KEY:APP_SECRET)',
    ],
  ],
  // Spelt as clients in use compare it.
  'application-key-malformed': [
    'InvalidCredentialsException',
    401,
    'El formato de la clave de apliacion no es válido',
    'The format of the application key is not valid',
    [
      'La app_key empieza con sk_ o pk_ y sigue con dev_ o live_ y 32 dígitos hexadecimales, o es un UUID: cópiala completa, con su app_secret después de dos puntos',
      'An app_key begins with sk_ or pk_, then dev_ or live_ and 32 hexadecimal digits, or is a UUID: copy all of it, with its app_secret after a colon',
    ],
  ],
  'credential-of-sandbox': [
    'InvalidCredentialsException',
    401,
    'Las credenciales no son válidas',
    'The credential is not valid',
    [
      'La credencial propia del sandbox solo vale cuando se llama a http://127.0.0.1 o a http://localhost, en la máquina donde corre y con HOST en loopback. Para otra dirección haz una: npm run cobro accounts open NOMBRE CORREO',
      'The sandbox’s own credential is accepted only at http://127.0.0.1 or http://localhost, on the machine where it runs and with HOST on loopback. For another address make one: npm run cobro accounts open NAME EMAIL',
    ],
  ],
  'credential-missing': [
    'InvalidCredentialsException',
    401,
    'Las credenciales no son válidas',
    'The credential is not valid',
    [
      'Falta el encabezado Authorization: envía "Basic " y app_key:app_secret en base64 (curl: -u APP_KEY:APP_SECRET), o "Bearer " y el token de una sesión',
      'The header Authorization is missing: send "Basic " and app_key:app_secret in base64 (curl: -u APP_KEY:APP_SECRET), or "Bearer " and the token of a session',
    ],
  ],
  'session-invalid': [
    'InvalidAuthTokenException',
    401,
    'El token de acceso no es válido o expiró',
    'The access token is not valid or has expired',
    [
      'El token de acceso no es válido o expiró: pide otro con POST /v1/auth/login/application',
      'The access token is not valid or has expired: ask for another with POST /v1/auth/login/application',
    ],
  ],
  'second-person-needed': [
    'SecondPersonException',
    403,
    'Esto lo aprueba otra persona de la cuenta: pide su aprobación',
    'Another person of the account approves this: ask for their approval',
  ],
  'second-person-of-day': [
    'SecondPersonException',
    403,
    'Hoy ya devolviste {given} sin otra persona, y con esto pasas de {limit}: pide su aprobación',
    'You gave back {given} today without another person, and with this it is more than {limit}: ask for their approval',
  ],
  'credential-not-allowed': [
    'InvalidCredentialsException',
    403,
    'Esta credencial no puede usar el servicio',
    'This credential may not use the service',
    [
      'Una llave publicable (pk_) solo hace tokens de tarjetas, con POST /v1/token; para lo demás usa una llave secreta (sk_) desde tu servidor',
      'A publishable key (pk_) only makes card tokens, with POST /v1/token; for everything else use a secret key (sk_) from your server',
    ],
  ],
  'scope-missing': [
    'InvalidCredentialsException',
    403,
    'A esta credencial le falta el permiso {scope}',
    'This credential lacks the scope {scope}',
    [
      'A esta credencial le falta el permiso {scope}: usa otra que lo tenga, o haz una con POST /v1/credentials',
      'This credential lacks the scope {scope}: use another one that has it, or make one with POST /v1/credentials',
    ],
  ],
  'credential-exceeds': [
    'InvalidCredentialsException',
    403,
    'Nadie crea, renueva ni revoca una credencial que pueda más o dure más que la propia: {excess}',
    'Nobody makes, rolls or revokes a credential with more scopes or a longer life than their own: {excess}',
  ],
  'credential-of-another': [
    'InvalidCredentialsException',
    403,
    'Solo su propio operador puede renovar una credencial',
    'Only the operator of a credential can roll it',
  ],
  'credential-limit': [
    'InvalidParamException',
    409,
    'Una cuenta tiene a lo más {limit} credenciales en uso; revoca una que ya no uses',
    'An account has at most {limit} credentials in use; revoke one that is no longer used',
  ],
  'credential-changed': [
    'InvalidParamException',
    409,
    'La credencial fue revocada o cambió al mismo tiempo; léela e intenta de nuevo',
    'The credential is revoked or changed at the same time; read it and try again',
  ],
  'account-suspended': [
    'InvalidTransactionException',
    403,
    'La cuenta está suspendida y no recibe pagos nuevos: escribe a quien opera el servicio',
    'The account is suspended and takes no new payments: talk to the operator of the service',
  ],
  'payment-beyond-limit': [
    'PaymentFilterException',
    403,
    'Esta cuenta puede cobrar a lo más {limit} de una vez: escribe a quien opera el servicio',
    'This account may take at most {limit} in one payment: talk to the operator of the service',
  ],
  'day-limit-reached': [
    'PaymentFilterException',
    403,
    'Esta cuenta puede cobrar a lo más {limit} al día, y hoy le quedan {left}',
    'This account may take at most {limit} a day, and has {left} left today',
  ],
} as const satisfies FailureTable

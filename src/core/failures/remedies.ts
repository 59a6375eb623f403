// Remedies for refusals whose sentence does not contain one.
import type { FailureReason } from '../failures.ts'

/** The `description` of a refusal whose sentence must stay as older clients expect it. */
export const remedies: Partial<Record<FailureReason, readonly [es: string, en: string]>> = {
  'service-unknown': [
    'No hay ningún servicio en {path}. La lista de servicios está en /docs y en /openapi.json',
    'There is no service at {path}. The services are listed at /docs and at /openapi.json',
  ],
  'method-not-allowed': [
    '{method} no va con esta dirección; usa uno de los métodos del encabezado Allow',
    '{method} does not go with this address; use one of the methods of the header Allow',
  ],
  'credential-missing': [
    'Falta el encabezado Authorization: envía "Basic " y app_key:app_secret en base64 (curl: -u APP_KEY:APP_SECRET), o "Bearer " y el token de una sesión',
    'The header Authorization is missing: send "Basic " and app_key:app_secret in base64 (curl: -u APP_KEY:APP_SECRET), or "Bearer " and the token of a session',
  ],
  'credential-invalid': [
    'Esta credencial no existe, fue revocada o su app_secret es otro: envía "Basic " y app_key:app_secret en base64 (curl: -u APP_KEY:APP_SECRET)',
    'This credential does not exist, is revoked, or has another app_secret: send "Basic " and app_key:app_secret in base64 (curl: -u APP_KEY:APP_SECRET)',
  ],
  'application-key-malformed': [
    'La app_key empieza con sk_ o pk_ y sigue con dev_ o live_ y 32 dígitos hexadecimales, o es un UUID: cópiala completa, con su app_secret después de dos puntos',
    'An app_key begins with sk_ or pk_, then dev_ or live_ and 32 hexadecimal digits, or is a UUID: copy all of it, with its app_secret after a colon',
  ],
  'credential-of-sandbox': [
    'La credencial propia del sandbox solo vale cuando se llama a http://127.0.0.1 o a http://localhost, en la máquina donde corre y con HOST en loopback. Para otra dirección haz una: npm run cobro accounts open NOMBRE CORREO',
    'The sandbox’s own credential is accepted only at http://127.0.0.1 or http://localhost, on the machine where it runs and with HOST on loopback. For another address make one: npm run cobro accounts open NAME EMAIL',
  ],
  'session-invalid': [
    'El token de acceso no es válido o expiró: pide otro con POST /v1/auth/login/application',
    'The access token is not valid or has expired: ask for another with POST /v1/auth/login/application',
  ],
  'media-type-unsupported': [
    'Envía el cuerpo como JSON, con el encabezado Content-Type: application/json',
    'Send the body as JSON, with the header Content-Type: application/json',
  ],
  'envelope-unreadable': [
    'No se pudo descifrar el mensaje: cifra data con una llave AES de 32 caracteres y esa llave con GET /v1/public-key; cada llave sirve para un solo mensaje',
    'The message could not be decrypted: encrypt data with an AES key of 32 characters and that key with GET /v1/public-key; each key serves one message',
  ],
  'invoice-receptor-missing': [
    'Faltan tus datos fiscales: agrégalos en la consola, en Reportes, o con PUT /v1/fees/receptor',
    'Your tax data are missing: add them at the console, at Reports, or by PUT /v1/fees/receptor',
  ],
  'affiliate-unchanged': [
    'No hay ningún cambio que guardar: envía al menos uno de name, email o clabe',
    'There is no change to save: send at least one of name, email or clabe',
  ],
  'recipient-missing': [
    'Escribe un correo (email), un celular de 10 dígitos (phone), o los dos',
    'Enter an e-mail address (email), a mobile number of 10 digits (phone), or both',
  ],
}

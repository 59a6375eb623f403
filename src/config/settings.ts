// Every setting with its default and its meaning in both languages.
import { CARD_LIMITS } from '../core/card-limits.ts'
import { moneySettings } from './money-settings.ts'
import type { SettingPage } from './setting.ts'

/** In the order in which docs/settings.md lists them. */
export const settings = {
  HOST: {
    fallback: '127.0.0.1',
    en: 'address to listen on',
    es: 'dirección en la que escucha',
  },
  PORT: {
    fallback: '8080',
    en: 'port to listen on',
    es: 'puerto en el que escucha',
  },
  BASE_URL: {
    fallback: '',
    en: 'public address of the service, used in receipts and slips; default `http(s)://HOST:PORT`',
    es: 'dirección pública del servicio, la que llevan comprobantes y fichas; si falta, `http(s)://HOST:PORT`',
  },
  COBRO_MODE: {
    fallback: 'sandbox',
    en: '`sandbox` (simulated networks, simulator, mailbox) or `production`',
    es: '`sandbox` (redes simuladas, simulador, buzón) o `production`',
  },
  DATABASE_URL: {
    fallback: '',
    en: '`file:PATH`, `:memory:` or `postgres://…`; default `file:DATA_DIR/cobro.db`',
    es: '`file:PATH`, `:memory:` o `postgres://…`; si falta, `file:DATA_DIR/cobro.db`',
  },
  DATABASE_CONNECTIONS: {
    fallback: '10',
    en: 'PostgreSQL connections of each process',
    es: 'conexiones a PostgreSQL de cada proceso',
  },
  DATABASE_WRITE_TIMEOUT_MS: {
    fallback: '5000',
    en: 'how long a write waits for the database, its turn included, before the request is refused with 503',
    es: 'cuánto espera una escritura a la base de datos, contando su turno, antes de que la solicitud se rechace con 503',
  },
  DATABASE_READ_TIMEOUT_MS: {
    fallback: '3000',
    en: 'how long a read waits for PostgreSQL',
    es: 'cuánto espera una lectura a PostgreSQL',
  },
  DATA_DIR: {
    fallback: './data',
    en: 'folder of the sandbox’s database and at-rest key',
    es: 'carpeta donde el sandbox guarda su base de datos y su llave de reposo',
  },
  AT_REST_KEY: {
    fallback: '',
    en: 'key that seals card numbers and RSA keys: 32 bytes, hex or base64; the sandbox keeps one in DATA_DIR',
    es: 'llave que sella los números de tarjeta y las llaves RSA: 32 bytes, en hexadecimal o base64; el sandbox guarda una en DATA_DIR',
  },
  AT_REST_KEY_PREVIOUS: {
    fallback: '',
    en: 'keys used before, comma-separated, still able to open what they sealed',
    es: 'llaves anteriores, separadas por comas, que todavía abren lo que sellaron',
  },
  RSA_BITS: {
    fallback: '2048',
    en: 'size of the RSA keys that clients seal card payments with: 2048, 3072 or 4096',
    es: 'tamaño de las llaves RSA con que los clientes sellan los cobros con tarjeta: 2048, 3072 o 4096',
  },
  RSA_THREADS: {
    fallback: '0',
    en: 'threads for RSA; 0 means one for each processor',
    es: 'hilos para RSA; 0 quiere decir uno por procesador',
  },
  RSA_ROTATION_HOURS: {
    fallback: '168',
    en: 'hours for which the previous key (RSA, and HPKE beside it) still opens envelopes after a rotation',
    es: 'horas durante las que la llave anterior (RSA, y la de HPKE que va con ella) todavía abre sobres después de una rotación',
  },
  ENVELOPE_MAX_AGE_MINUTES: {
    fallback: '10',
    en: 'minutes for which an HPKE envelope opens after it was sealed; others carry no time',
    es: 'minutos durante los que un sobre HPKE abre después de sellarse; los demás no llevan hora',
  },
  TLS_CERT_FILE: {
    fallback: '',
    en: 'certificate chain (PEM); with TLS_KEY_FILE the service speaks HTTPS itself',
    es: 'cadena de certificados (PEM); junto con TLS_KEY_FILE hace que el servicio hable HTTPS por sí mismo',
  },
  TLS_KEY_FILE: {
    fallback: '',
    en: 'private key (PEM) of the certificate',
    es: 'llave privada (PEM) del certificado',
  },
  TRUST_PROXY: {
    fallback: '',
    en: 'addresses or networks of the proxy that ends HTTPS, comma-separated',
    es: 'direcciones o redes del proxy donde termina HTTPS, separadas por comas',
  },
  RATE_LIMIT: {
    fallback: '',
    en: 'requests per second and credential, bursts of ten times that, of all processes on a PostgreSQL together; a publishable key may use half, and an address with it a tenth; default 100 in production, none in the sandbox',
    es: 'solicitudes por segundo de cada credencial, con ráfagas de hasta diez veces eso, contando juntos todos los procesos de un mismo PostgreSQL; una llave publicable puede usar la mitad, y cada dirección que la usa, una décima parte; si falta, 100 en producción y sin límite en el sandbox',
  },
  ADDRESS_RATE_LIMIT: {
    fallback: '',
    en: 'requests per second and address (IPv6: /64) before anything is read of them, bursts of ten times that; a PDF, a wrong credential or a page that is not there counts as 20; default twice RATE_LIMIT in production, none in the sandbox',
    es: 'solicitudes por segundo de cada dirección (en IPv6, de cada /64) antes de leer nada de ellas, con ráfagas de hasta diez veces eso; un PDF, una credencial equivocada o una página que no existe cuentan como 20; si falta, el doble de RATE_LIMIT en producción y sin límite en el sandbox',
  },
  ATTACK_LIMITS: {
    fallback: '',
    en: '`on`: stops who tries cards, slows credentials whose envelopes do not open, tells publishable keys no bank’s code; always in production, `off` in the sandbox unless it is set',
    es: '`on`: detiene a quien anda probando tarjetas, frena a las credenciales cuyos sobres no abren y no les dice a las llaves publicables el código del banco; en producción siempre, en el sandbox `off` si no dices otra cosa',
  },
  CARD_LIMITS: {
    fallback: Object.entries(CARD_LIMITS)
      .map(([name, most]) => `${name}=${most}`)
      .join(', '),
    en: 'how many refused tries stop a card’s codes, its payments, an address, a BIN and a credential; name those to change; `codes` and `declines` go from 1 to 1,000, the others to 1,000,000',
    es: 'cuántos intentos rechazados detienen los códigos de una tarjeta, sus pagos, una dirección, un BIN y una credencial; escribe solo los que quieras cambiar; los de `codes` y `declines` van de 1 a 1,000 y los demás hasta 1,000,000',
  },
  ADDRESS_MASK: {
    fallback: 'network',
    en: 'how much of a caller’s address the log and the audit trail keep: `full`, `network` (203.0.113.0/24) or `none`',
    es: 'cuánto de la dirección de quien llama se guarda en el log y en la bitácora: `full` (completa), `network` (203.0.113.0/24) o `none` (nada)',
  },
  ...moneySettings,
  DELIVERY_TIMEOUT_MS: {
    fallback: '10000',
    en: 'how long a webhook, an e-mail or an SMS may take before it is tried again later',
    es: 'cuánto puede tardar un webhook, un correo o un SMS antes de que se deje para otro intento',
  },
  SMTP_URL: {
    fallback: '',
    en: '`smtp(s)://user:password@host:port` for e-mails; without it the sandbox keeps them in its mailbox',
    es: '`smtp(s)://user:password@host:port` para los correos; sin él, el sandbox los deja en su buzón',
  },
  MAIL_FROM: {
    fallback: 'Cobro <recibos@cobro.local>',
    en: 'sender of e-mails',
    es: 'remitente de los correos',
  },
  BOOKS_HEADS_TO: {
    fallback: '',
    en: 'e-mail address that gets the checkpoint of the books each day, to be kept apart from the database; needs SMTP_URL',
    es: 'correo al que se manda cada día el sello de los libros, para guardarlo aparte de la base de datos; necesita SMTP_URL',
  },
  SMS_URL: {
    fallback: '',
    en: 'address of an HTTP gateway for SMS (Twilio-compatible form); without it the sandbox keeps them in its mailbox',
    es: 'dirección de una pasarela HTTP de SMS (con el formato de Twilio); sin ella, el sandbox los deja en su buzón',
  },
  SMS_ACCOUNT: {
    fallback: '',
    en: 'user of the SMS gateway',
    es: 'usuario de la pasarela de SMS',
  },
  SMS_TOKEN: {
    fallback: '',
    en: 'password of the SMS gateway',
    es: 'contraseña de la pasarela de SMS',
  },
  SMS_FROM: {
    fallback: 'Cobro',
    en: 'sender of SMS',
    es: 'remitente de los SMS',
  },
  WEBHOOKS_TO_LOOPBACK: {
    fallback: 'no',
    en: '`yes`: webhooks of a sandbox that other machines reach may go to this machine; one on a loopback address may anyway',
    es: '`yes`: los webhooks de un sandbox al que llegan otras máquinas pueden ir a esta máquina; los de uno que solo escucha en loopback pueden de todos modos',
  },
  METRICS_TOKEN: {
    fallback: '',
    en: 'what a monitor sends as a Bearer token for `/metrics`; without it `/metrics` is for this machine only',
    es: 'lo que un monitor manda como token Bearer a `/metrics`; sin él, `/metrics` es solo para esta máquina',
  },
  CARD_KEPT_MONTHS: {
    fallback: '12',
    en: 'months for which a saved card is kept after it has expired',
    es: 'meses que se conserva una tarjeta guardada después de su vencimiento',
  },
  STOP_DELAY_MS: {
    fallback: '0',
    en: 'how long a process that is asked to stop still takes requests, while `/readyz` answers 503, so that a balancer looks elsewhere first; production: some seconds',
    es: 'cuánto tiempo sigue recibiendo solicitudes un proceso al que se le pidió detenerse, mientras `/readyz` contesta 503, para que el balanceador mire antes a otro lado; en producción, unos segundos',
  },
  COBRO_CREDENTIAL: {
    fallback: '',
    en: '`app_key:app_secret` with which `cobro listen`, `trigger` and `pay` call the service; default the sandbox’s own',
    es: '`app_key:app_secret` con que `cobro listen`, `trigger` y `pay` llaman al servicio; si falta, la del propio sandbox',
  },
  REQUESTS_KEPT: {
    fallback: '',
    en: 'what the console keeps of the calls of the last three days, at most 1,000 of an account: `bodies` (with headers and bodies, secrets and card numbers masked), `lines` (without) or `none`; default `bodies` in the sandbox, `lines` in production',
    es: 'qué guarda la consola de las llamadas de los últimos tres días, a lo más 1,000 de cada cuenta: `bodies` (con encabezados y cuerpos; los secretos y los números de tarjeta van enmascarados), `lines` (sin ellos) o `none`; si falta, `bodies` en el sandbox y `lines` en producción',
  },
  LOG_LEVEL: {
    fallback: 'info',
    en: '`debug`, `info`, `warn`, `error` or `silent`',
    es: '`debug`, `info`, `warn`, `error` o `silent`',
  },
} as const satisfies Record<string, SettingPage>

export type Setting = keyof typeof settings

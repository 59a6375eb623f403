// The settings of requests: how many are taken, and what is kept of a caller's address.
import type { Reading } from '../config/reading.ts'
import type { Mode, SettingPages } from '../config/setting.ts'
import { ADDRESS_MASKS, type AddressMask } from '../core/address.ts'

export const apiSettings = {
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
  ADDRESS_MASK: {
    fallback: 'network',
    en: 'how much of a caller’s address the log and the audit trail keep: `full`, `network` (203.0.113.0/24) or `none`',
    es: 'cuánto de la dirección de quien llama se guarda en el log y en la bitácora: `full` (completa), `network` (203.0.113.0/24) o `none` (nada)',
  },
} as const satisfies SettingPages

export interface ApiConfig {
  /** Requests per second and credential; undefined means no limit. */
  rateLimit: number | undefined
  /** Requests per second and address; undefined means no limit. */
  addressRateLimit: number | undefined
  /** The stored form of client addresses. */
  addressMask: AddressMask
}

/** Rates have defaults in production and none in the sandbox. */
export function readApiSettings({ text, whole, oneOf }: Reading<keyof typeof apiSettings>, mode: Mode): ApiConfig {
  const rate = text('RATE_LIMIT')
  if (rate !== '') whole('RATE_LIMIT', 1, 1_000_000)
  const rateLimit = rate === '' ? (mode === 'production' ? 100 : undefined) : Number(rate)
  const addressRate = text('ADDRESS_RATE_LIMIT')
  if (addressRate !== '') whole('ADDRESS_RATE_LIMIT', 1, 1_000_000)
  return {
    rateLimit,
    addressRateLimit:
      addressRate === '' ? (mode === 'production' ? 2 * (rateLimit ?? 0) : undefined) : Number(addressRate),
    addressMask: oneOf('ADDRESS_MASK', ADDRESS_MASKS),
  }
}

// The settings of keys and of what is sealed under them.
import { list, type Reading } from '../config/reading.ts'
import type { Mode, SettingPages } from '../config/setting.ts'

export const vaultSettings = {
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
  CARD_KEPT_MONTHS: {
    fallback: '12',
    en: 'months for which a saved card is kept after it has expired',
    es: 'meses que se conserva una tarjeta guardada después de su vencimiento',
  },
} as const satisfies SettingPages

export interface VaultConfig {
  atRestKey: string
  atRestKeysPrevious: string[]
  rsaBits: 2048 | 3072 | 4096
  rsaThreads: number
  rsaRotationHours: number
  /** The longest age of an envelope that has its sealing time. */
  envelopeMaxAgeMinutes: number
  /** Months for which a saved card is kept after it has expired. */
  cardKeptMonths: number
}

export function readVaultSettings(
  { faults, text, whole, oneOf }: Reading<keyof typeof vaultSettings>,
  mode: Mode,
): VaultConfig {
  const atRestKey = text('AT_REST_KEY')
  const atRestKeysPrevious = list(text('AT_REST_KEY_PREVIOUS'))
  for (const key of atRestKeysPrevious) {
    if (!isAtRestKey(key)) faults.push('AT_REST_KEY_PREVIOUS: keys of 32 bytes in hex or base64, separated by commas')
  }
  if (atRestKey !== '' && !isAtRestKey(atRestKey))
    faults.push('AT_REST_KEY: 32 random bytes in hex or base64, e.g. from `openssl rand -hex 32`')
  if (mode === 'production' && atRestKey === '')
    faults.push('AT_REST_KEY is needed in production: 32 random bytes, e.g. from `openssl rand -hex 32`')
  else if (mode === 'production' && isWeakKey(atRestKey))
    faults.push('AT_REST_KEY is no random key: make one with `openssl rand -hex 32`')
  return {
    atRestKey,
    atRestKeysPrevious,
    rsaBits: Number(oneOf('RSA_BITS', ['2048', '3072', '4096'])) as 2048 | 3072 | 4096,
    rsaThreads: whole('RSA_THREADS', 0, 64),
    rsaRotationHours: whole('RSA_ROTATION_HOURS', 0, 24 * 365),
    envelopeMaxAgeMinutes: whole('ENVELOPE_MAX_AGE_MINUTES', 2, 1_440),
    cardKeptMonths: whole('CARD_KEPT_MONTHS', 0, 120),
  }
}

function isAtRestKey(text: string): boolean {
  return /^([0-9a-f]{64}|[\w+/-]{43}=?)$/i.test(text)
}

/** 32 random bytes have about 30 different values; fewer than 20 do not occur by chance. */
function isWeakKey(text: string): boolean {
  const bytes = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64')
  const steps = new Set(bytes.map((byte, at) => byte - (bytes[at - 1] ?? 0)))
  return new Set(bytes).size < 20 || steps.size < 10
}

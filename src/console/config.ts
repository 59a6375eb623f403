// The settings of the console.
import type { Reading } from '../config/reading.ts'
import type { Mode, SettingPages } from '../config/setting.ts'

export const consoleSettings = {
  REQUESTS_KEPT: {
    fallback: '',
    en: 'what the console keeps of the calls of the last three days, at most 1,000 of an account: `bodies` (with headers and bodies, secrets and card numbers masked), `lines` (without) or `none`; default `bodies` in the sandbox, `lines` in production',
    es: 'qué guarda la consola de las llamadas de los últimos tres días, a lo más 1,000 de cada cuenta: `bodies` (con encabezados y cuerpos; los secretos y los números de tarjeta van enmascarados), `lines` (sin ellos) o `none`; si falta, `bodies` en el sandbox y `lines` en producción',
  },
} as const satisfies SettingPages

export interface ConsoleConfig {
  /** The data of calls that are kept for an account's developers. */
  requestsKept: 'bodies' | 'lines' | 'none'
}

export function readConsoleSettings({ text, oneOf }: Reading<keyof typeof consoleSettings>, mode: Mode): ConsoleConfig {
  if (text('REQUESTS_KEPT') === '') return { requestsKept: mode === 'production' ? 'lines' : 'bodies' }
  return { requestsKept: oneOf('REQUESTS_KEPT', ['bodies', 'lines', 'none']) }
}

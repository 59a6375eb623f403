// The settings of the commands of the terminal.
import { isCredential } from '../config/addresses.ts'
import type { Reading } from '../config/reading.ts'
import type { SettingPages } from '../config/setting.ts'

export const commandSettings = {
  COBRO_CREDENTIAL: {
    fallback: '',
    en: '`app_key:app_secret` with which `cobro listen`, `trigger` and `pay` call the service; default the sandbox’s own',
    es: '`app_key:app_secret` con que `cobro listen`, `trigger` y `pay` llaman al servicio; si falta, la del propio sandbox',
  },
} as const satisfies SettingPages

export interface CommandConfig {
  /** `app_key:app_secret`, or empty. */
  credential: string
}

export function readCommandSettings({ faults, text }: Reading<keyof typeof commandSettings>): CommandConfig {
  const credential = text('COBRO_CREDENTIAL')
  if (credential !== '' && !isCredential(credential))
    faults.push('COBRO_CREDENTIAL: `app_key:app_secret`, with a colon between them')
  return { credential }
}

// The description of one setting, and the modes in which a service runs.

export interface SettingPage {
  /** Its default; may be empty. */
  fallback: string
  /** Its meaning, for docs/settings.md and docs/settings.es.md. */
  en: string
  es: string
}

/** The settings of a room, by their names in the environment. */
export type SettingPages = Readonly<Record<string, SettingPage>>

export type Mode = 'sandbox' | 'production'

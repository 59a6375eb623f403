// The description of one setting.

export interface SettingPage {
  /** Its default; may be empty. */
  fallback: string
  /** Its meaning, for docs/settings.md and docs/settings.es.md. */
  en: string
  es: string
}

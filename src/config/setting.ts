// What is said of one setting.

export interface SettingPage {
  /** What it is when nobody sets it, or empty. */
  fallback: string
  /** What it means, as docs/settings.md and docs/settings.es.md say it. */
  en: string
  es: string
}

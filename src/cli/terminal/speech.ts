// The language of the terminal: `--lang es|en`, else the machine's locale, else English.
import { machineLocale } from '../../config.ts'
import type { Language } from '../../core/language/bilingual.ts'

/** `[Spanish, English]`, with `{name}` where a value goes. */
export type Words = readonly [es: string, en: string]

let chosen: Language = 'en'

/** Chooses for this process, before anything is read or written. An unknown `--lang` is refused when the options are read. */
export function chooseLanguage(argv: readonly string[], locale = machineLocale()): Language {
  const at = argv.findIndex((word) => word === '--lang' || word.startsWith('--lang='))
  const option = argv[at]?.split('=')[1] ?? (at < 0 ? undefined : argv[at + 1])
  chosen = option === 'es' || option === 'en' ? option : /^es\b|^es_/i.test(locale) ? 'es' : 'en'
  return chosen
}

export function terminalLanguage(): Language {
  return chosen
}

/** The words in the language of the terminal, or in another. */
export function say(
  [es, en]: Words,
  values: Readonly<Record<string, string | number>> = {},
  language = chosen,
): string {
  return (language === 'es' ? es : en).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
}

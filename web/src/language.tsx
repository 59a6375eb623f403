// The console's language: Spanish first, and English by a switch that the browser remembers.
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { callWith } from './call.ts'

/** A text in both languages. */
export type Words = readonly [es: string, en: string]
export type Language = 'es' | 'en'

interface Spoken {
  language: Language
  /** The text in the person's language. `{name}` is filled in. */
  say(words: Words, values?: Record<string, string | number>): string
  speak(language: Language): void
}

const KEPT = 'cobro-language'
const Context = createContext<Spoken>({ language: 'es', say: ([es]) => es, speak: () => {} })

export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, speak] = useState<Language>(() => ((said() ?? kept()) === 'en' ? 'en' : 'es'))
  useEffect(() => {
    document.documentElement.lang = language
    try {
      localStorage.setItem(KEPT, language)
    } catch {
      // A browser that stores nothing starts in Spanish next time.
    }
  }, [language])
  callWith({ language })
  const spoken = useMemo<Spoken>(
    () => ({
      language,
      speak,
      say: ([es, en], values = {}) =>
        (language === 'es' ? es : en).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? '')),
    }),
    [language],
  )
  return <Context value={spoken}>{children}</Context>
}

/** The text for one item, or for a number of them. */
export function counted(number: number, one: Words, many: Words): Words {
  return number === 1 ? one : many
}

export function useLanguage(): Spoken {
  return useContext(Context)
}

/** The language of a link from another page of the service: it is kept from then on. */
function said(): string | undefined {
  const lang = new URLSearchParams(location.search).get('lang')
  return lang === 'es' || lang === 'en' ? lang : undefined
}

function kept(): string | null {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    return null
  }
}

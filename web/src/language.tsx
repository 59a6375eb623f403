// The console's language: the one of the link, the one that the person chose, the browser's, or Spanish.
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
  const [language, speak] = useState<Language>(() => requestedLanguage() ?? kept() ?? browsers() ?? 'es')
  useEffect(() => {
    document.documentElement.lang = language
    try {
      localStorage.setItem(KEPT, language)
    } catch {
      // A browser that stores nothing starts in its own language next time.
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
function requestedLanguage(): Language | undefined {
  return known(new URLSearchParams(location.search).get('lang'))
}

function kept(): Language | undefined {
  try {
    return known(localStorage.getItem(KEPT))
  } catch {
    return undefined
  }
}

/** The first language of the browser that the console speaks. */
function browsers(): Language | undefined {
  return navigator.languages.map((each) => known(each.slice(0, 2))).find((each) => each !== undefined)
}

function known(language: string | null): Language | undefined {
  return language === 'es' || language === 'en' ? language : undefined
}

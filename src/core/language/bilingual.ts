// Texts in Spanish and English: those that are the same in both, and those with values in them.

export type Language = 'es' | 'en'

/** A text in both languages, Spanish first. */
export type Bilingual = readonly [es: string, en: string]

/** A name, an id or an amount, which is written alike in both. */
export function same(text: string | number): Bilingual {
  const is = String(text)
  return [is, is]
}

/** A text with a value for each `{}`, in the order of the values, which is that of both languages. */
export function filled([es, en]: Bilingual, ...values: (string | number | Bilingual)[]): Bilingual {
  const all = values.map((value) => (typeof value === 'object' ? value : same(value)))
  const fill = (text: string, language: Language) => {
    let at = 0
    return text.replace(/\{\}/g, (hole) => {
      const value = all[at++]
      return value === undefined ? hole : inLanguage(value, language)
    })
  }
  return [fill(es, 'es'), fill(en, 'en')]
}

/** Several texts, with the same text between each two. */
export function joined(texts: readonly (string | Bilingual)[], [es, en]: Bilingual): Bilingual {
  const of = (language: Language) => texts.map((text) => (typeof text === 'string' ? text : inLanguage(text, language)))
  return [of('es').join(es), of('en').join(en)]
}

export function inLanguage([es, en]: Bilingual, language: Language): string {
  return language === 'es' ? es : en
}

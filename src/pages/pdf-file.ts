// The receipt or slip of an operation as a file, for a browser and for an e-mail.
import type { Language } from '../core/language/bilingual.ts'
import { type PayerContent, type PayerFacts, payerContent } from './content.ts'
import type { PdfRenderer } from './pdf-renderer.ts'

export interface PdfFile {
  /** The file name: `ficha-….pdf` or `recibo-….pdf`, with the last 12 characters of the operation's id. */
  name: string
  bytes: Buffer
}

/** A PDF of one page. `payerFactsReader` reads the facts; fails as `PdfRenderer.render` does. */
export async function pdfFile(renderer: PdfRenderer, facts: PayerFacts, language: Language): Promise<PdfFile> {
  const content = { ...payerContent(facts, language), picture: facts.picture }
  const name = `${names[language][content.kind]}-${facts.operation.id.slice(-12)}.pdf`
  return { name, bytes: await renderer.render(content) }
}

const names = {
  es: { slip: 'ficha', receipt: 'recibo' },
  en: { slip: 'slip', receipt: 'receipt' },
} as const satisfies Record<Language, Record<PayerContent['kind'], string>>

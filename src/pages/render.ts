// The documents of an operation, as other rooms use them: the page's HTML and the PDF that goes with a message.
import type { Language } from '../core/failure.ts'
import { type PayerFacts, payerContent } from './content.ts'
import { payerPage } from './page.ts'
import { payerPdf } from './pdf.ts'

/** The receipt or slip as HTML. `paths` are of the page itself and of the folder of its assets. */
export function receiptHtml(
  facts: PayerFacts,
  language: Language,
  paths: { self: string; assets: string; payNow: boolean },
): string {
  return payerPage(payerContent(facts, language), paths)
}

/** The receipt or slip as a PDF of one page. `payerFactsReader` reads the facts. */
export function receiptPdf(facts: PayerFacts, language: Language): Promise<Buffer> {
  return payerPdf(payerContent(facts, language))
}

/** What the file is called when it is kept: `ficha-…pdf` or `recibo-….pdf`, by what tells operations apart. */
export function receiptFileName(facts: PayerFacts, language: Language): string {
  const { kind } = payerContent(facts, language)
  const name = { es: { slip: 'ficha', receipt: 'recibo' }, en: { slip: 'slip', receipt: 'receipt' } }[language][kind]
  return `${name}-${facts.operation.id.slice(-12)}.pdf`
}

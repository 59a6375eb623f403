// The page of a payer who is back from the bank's challenge while the outcome is not known yet.
import type { Bilingual, Language } from '../core/bilingual.ts'
import { merchantName, merchantOf, type PayerFacts } from './content.ts'
import { pesosText } from './format.ts'
import { html } from './html.ts'
import { toneIcons } from './icons.ts'
import { framed } from './layout.ts'
import { merchantCard } from './parts.ts'
import { fill, texts } from './texts.ts'

const say = {
  document: ['Confirmación del pago', 'Confirmation of the payment'],
  heading: ['Pago a {merchant}', 'Payment to {merchant}'],
  asks: ['Confirmando con tu banco', 'Confirming with your bank'],
  asksNote: [
    'No pagues otra vez: en cuanto tu banco responda te llevamos de regreso a {merchant}.',
    'Do not pay again: as soon as your bank answers we take you back to {merchant}.',
  ],
  unfinished: [
    'Si no terminaste en la página de tu banco, vuelve a ella.',
    'If you did not finish on your bank’s page, go back to it.',
  ],
  again: ['Volver a mi banco', 'Back to my bank'],
  look: ['Ver si ya respondió', 'See whether it has answered'],
} as const satisfies Record<string, Bilingual>

/**
 * The whole document; its script leaves it when the payment has an outcome. `bankPath`: the path that leads to the bank again, while the payer can act there; `waitPath`: the page's own; `receiptPath`: of
 * the payment's receipt, which has the merchant's logo and colour too.
 */
export function payerActionPage(
  facts: PayerFacts,
  paths: {
    language: Language
    assets: string
    bankPath: string | undefined
    waitPath: string
    receiptPath: string
  },
): string {
  const { language, bankPath, waitPath } = paths
  const merchant = merchantName(facts.merchant)
  const { contact, legal, logo, colour } = merchantOf(facts.profile)
  const text = (name: keyof typeof say) => fill(say[name], language, { merchant })
  const amount = pesosText(facts.operation.total_centavos)
  return framed({
    language,
    paths: { self: waitPath, assets: paths.assets },
    title: `${text('document')} · ${amount} · ${text('asks')}`,
    document: text('document'),
    merchant,
    brand: { logo, colour, at: paths.receiptPath },
    sandboxMark: facts.sandbox ? fill(texts.sandbox, language) : undefined,
    live: true,
    main: html`<main id="content" class="refund" data-state="processing" data-watch="${paths.receiptPath}/state" data-leave><div class="column"><section class="summary" aria-labelledby="heading">
<p class="state waiting">${toneIcons.waiting}<span><strong>${text('asks')}</strong> <span class="sentence">${text('asksNote')}</span></span></p>
<h1 id="heading">${text('heading')}</h1>
<p class="amount">${amount} <span class="currency">MXN</span></p>
</section></div><div class="column"><section><div class="fields">
${bankPath !== undefined && html`<p class="note">${text('unfinished')}</p><a class="button primary" href="${bankPath}">${text('again')}</a>`}
<a class="button" href="${waitPath}">${text('look')}</a>
</div></section>${merchantCard({ content: { language, merchant, contact, legal } })}</div></main>`,
  })
}

// A payer's page as HTML: the slip or the receipt in its frame.
import type { PayerContent } from './content.ts'
import { html } from './html.ts'
import { framed } from './layout.ts'
import { receipt } from './receipt.ts'
import { slip } from './slip.ts'

/** The whole document. `self` and `assets` are paths; `payNow` offers the sandbox's button on a slip that can be paid. */
export function payerPage(
  content: PayerContent,
  { self, assets, payNow }: { self: string; assets: string; payNow: boolean },
): string {
  const parts = { content, self, payNow: payNow && content.pay !== undefined }
  const body = content.kind === 'slip' ? slip(parts) : receipt(parts)
  return framed({
    language: content.language,
    paths: { self, assets },
    title: `${content.document} · ${content.amount} · ${content.stateName}`,
    document: content.document,
    merchant: content.merchant,
    brand: { logo: content.logo, colour: content.colour, at: self },
    sandboxMark: content.sandboxMark,
    live: content.live,
    preview: { url: content.url, description: `${content.heading}. ${content.stateSentence}` },
    main: html`<main id="content" class="${content.kind} ${content.tone}" data-state="${content.state}" data-watch="${
      content.live && `${self}/state`
    }" data-announce="${content.stateName}. ${content.stateSentence}">${body}</main>`,
  })
}

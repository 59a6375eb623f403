// The sandbox bank's page on which a payer confirms or rejects a charge, as 3-D Secure does it.
import type { Bilingual, Language } from '../core/bilingual.ts'
import { merchantName, type PayerFacts } from '../pages/content.ts'
import { pesosText } from '../pages/format.ts'
import { html } from '../pages/html.ts'
import { toneIcons } from '../pages/icons.ts'
import { framed } from '../pages/layout.ts'
import { fill, texts } from '../pages/texts.ts'

const say = {
  bank: ['Banco de prueba', 'Test bank'],
  document: ['Autenticación del pago', 'Authentication of the payment'],
  heading: ['¿Autorizas este pago?', 'Do you authorise this payment?'],
  asks: ['Confirma que eres tú', 'Confirm that it is you'],
  asksNote: [
    'Tu banco pide tu confirmación antes de cargar la tarjeta terminada en {digits}.',
    'Your bank wants your confirmation before it charges the card ending in {digits}.',
  ],
  over: ['Ya respondiste', 'You have answered'],
  overNote: ['Esta solicitud ya no espera respuesta.', 'This request does not wait for an answer any more.'],
  merchant: ['Comercio', 'Merchant'],
  card: ['Tarjeta', 'Card'],
  confirm: ['Confirmar el pago', 'Confirm the payment'],
  reject: ['Rechazar', 'Reject'],
  leave: ['Volver al comercio sin responder', 'Return to the merchant without an answer'],
  back: ['Volver al comercio', 'Return to the merchant'],
  played: [
    'Es una página simulada del entorno de pruebas. En producción la muestra el banco que emitió la tarjeta.',
    'This is a simulated page of the sandbox. In production the bank that issued the card shows it.',
  ],
} as const satisfies Record<string, Bilingual>

/** The whole document. `self`: its path, to which the form goes; `back`: where the payer returns. */
export function challengePage(
  { operation, merchant }: PayerFacts,
  {
    language,
    self,
    back,
    assets,
    isOver,
  }: { language: Language; self: string; back: string; assets: string; isOver: boolean },
): string {
  const text = (name: keyof typeof say) => fill(say[name], language, { digits: operation.card_last_four })
  const amount = pesosText(operation.total_centavos)
  const facts = [
    { label: text('merchant'), value: merchantName(merchant) },
    { label: text('card'), value: `•••• ${operation.card_last_four}` },
  ]
  const tone = isOver ? 'over' : 'waiting'
  const buttons = html`<button class="button primary" type="submit" name="decision" value="confirmed">${text('confirm')}</button>
<button class="button" type="submit" name="decision" value="rejected">${text('reject')}</button>`
  return framed({
    language,
    paths: { self: undefined, assets },
    title: `${text('document')} · ${amount}`,
    document: text('document'),
    merchant: text('bank'),
    sandboxMark: fill(texts.sandbox, language),
    live: false,
    main: html`<main id="content" class="refund" data-state="${isOver ? 'over' : 'asks'}"><div class="column"><section class="summary" aria-labelledby="heading">
<p class="state ${tone}">${toneIcons[tone]}<span><strong>${text(isOver ? 'over' : 'asks')}</strong> <span class="sentence">${text(isOver ? 'overNote' : 'asksNote')}</span></span></p>
<h1 id="heading">${text('heading')}</h1>
<p class="amount">${amount} <span class="currency">MXN</span></p>
</section></div><div class="column"><section class="details">
<dl>${facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>
<form class="fields" method="post" action="${self}">
${!isOver && buttons}
<a class="button" href="${back}">${text(isOver ? 'back' : 'leave')}</a>
</form>
<p class="note">${text('played')}</p>
</section></div></main>`,
  })
}

// The challenge of the sandbox's bank: its page, and the payer's decision on it.
import type { App } from '../api/server.ts'
import { SANDBOX_ACQUIRER } from '../connectors/sandbox/acquirer.ts'
import { CHALLENGE_PATH, challenges } from '../connectors/sandbox/challenges.ts'
import { connectorState } from '../connectors/state.ts'
import type { Bilingual, Language } from '../core/language/bilingual.ts'
import { merchantName, type PayerFacts } from '../pages/content.ts'
import { pesosText } from '../pages/format.ts'
import { html } from '../pages/html.ts'
import { toneIcons } from '../pages/icons.ts'
import { framed } from '../pages/layout.ts'
import { amountLine } from '../pages/parts.ts'
import { type PayerFactsNeeds, payerFactsReader } from '../pages/payer-facts.ts'
import { assetsOf, guarded, languageFor, pagePolicy, pathOf, plainPages, sendHtml } from '../pages/reply.ts'
import { fill, texts } from '../pages/texts.ts'

/** The bank knows nothing of the service's records: it has a challenge when the acquirer began one, and the first decision on it counts. */
export function challengeRoutes(app: App, needs: PayerFactsNeeds): void {
  const { links } = needs
  const read = payerFactsReader(needs)
  const begun = challenges(connectorState(needs, SANDBOX_ACQUIRER))
  const { notFound, errorHandler } = plainPages(links)
  const options = {
    config: { access: 'public' as const, isSecret: true, form: true },
    schema: { hide: true },
    errorHandler,
  }
  const idOf = async (params: unknown): Promise<string | undefined> => {
    const id = links.payerOf((params as { token: string }).token)
    return id !== undefined && (await begun.urlOf(id)) !== undefined ? id : undefined
  }

  app.get(`${CHALLENGE_PATH}/:token`, options, async (request, reply) => {
    const id = await idOf(request.params)
    const facts = id === undefined ? undefined : await read(id)
    if (id === undefined || facts === undefined) return notFound(request, reply)
    const language = languageFor(request)
    const page = challengePage(facts, {
      language,
      self: `${pathOf((await begun.urlOf(id)) ?? '')}?lang=${language}`,
      back: `${pathOf(links.returnUrl(id))}?lang=${language}`,
      assets: assetsOf(links),
      isOver: (await begun.decisionOf(id)) !== undefined,
    })
    // The answer to the form leads on to the merchant.
    guarded(reply).header('content-security-policy', pagePolicy({ forms: 'anywhere' }))
    return sendHtml(reply, 200, page)
  })

  app.post(`${CHALLENGE_PATH}/:token`, options, async (request, reply) => {
    const id = await idOf(request.params)
    if (id === undefined) return notFound(request, reply)
    const { decision } = (request.body ?? {}) as { decision?: unknown }
    if (decision === 'confirmed' || decision === 'rejected') await begun.decide(id, decision)
    return guarded(reply).redirect(`${pathOf(links.returnUrl(id))}?lang=${languageFor(request)}`, 303)
  })
}

/** The sandbox bank's page on which a payer confirms or rejects a charge, as 3-D Secure does it. */
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
function challengePage(
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
${amountLine(amount)}
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

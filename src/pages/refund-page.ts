// The page on which a payer enters the account for a refund: a form that works without a script, and the refund's state.

import { bankNameOf } from '../core/banks/clabe.ts'
import type { Bilingual, Language } from '../core/language/bilingual.ts'
import { merchantName, merchantOf, type PayerProfile } from './content.ts'
import { pesosText, zonedDeadline } from './format.ts'
import { html, type Markup, shown } from './html.ts'
import { toneIcons } from './icons.ts'
import { framed } from './layout.ts'
import { amountLine, merchantCard } from './parts.ts'
import { fill, type Tone, texts } from './texts.ts'

/** The refund's data for the payer. */
export interface RefundFacts {
  merchant: string
  profile: PayerProfile | undefined
  centavos: number
  state: RefundPageState
  /** Until when the account can be entered. */
  until: string
  /** The entered account; only the last digits are shown. */
  clabe: string | null
  name: string
  /** The receipt of the payment, which has the merchant's logo and colour too. */
  receiptUrl: string
  sandbox: boolean
}

export type RefundPageState = 'asks' | 'given' | 'settled' | 'failed' | 'over'

/** The payer's input, and its faults. */
export interface Typed {
  name: string
  clabe: string
  faults: { name?: Bilingual | undefined; clabe?: Bilingual | undefined }
}

const say = {
  document: ['Devolución de un pago', 'Refund of a payment'],
  heading: ['{merchant} te devuelve', '{merchant} is refunding you'],
  asks: ['Falta tu cuenta', 'Your account is missing'],
  asksNote: ['Dinos a qué cuenta te lo enviamos por SPEI.', 'Tell us to which account we send it by SPEI.'],
  given: ['En camino', 'On its way'],
  givenNote: [
    'Recibimos tu cuenta. El dinero llega por SPEI, casi siempre en minutos.',
    'We have your account. The money arrives by SPEI, nearly always within minutes.',
  ],
  settled: ['Devuelto', 'Refunded'],
  settledNote: ['El dinero ya está en tu banco.', 'Your bank has the money.'],
  failed: ['No se pudo enviar', 'It could not be sent'],
  failedNote: [
    'Tu banco no aceptó la transferencia. {merchant} ya lo sabe y te dirá cómo seguir.',
    'Your bank did not take the transfer. {merchant} knows and will tell you what to do.',
  ],
  over: ['Este enlace ya no sirve', 'This link is no longer good'],
  overNote: ['Pide uno nuevo a {merchant}.', 'Ask {merchant} for a new one.'],
  form: ['Tu cuenta', 'Your account'],
  name: ['Nombre del titular', 'Name of the account’s holder'],
  nameHint: ['Como aparece en tu banco.', 'As your bank has it.'],
  clabe: ['CLABE', 'CLABE'],
  clabeHint: ['18 dígitos; la encuentras en la app de tu banco.', '18 digits; you find it in your bank’s app.'],
  send: ['Recibir mi dinero', 'Get my money'],
  once: ['El enlace sirve una sola vez, hasta el {until}.', 'The link works once, until {until}.'],
  care: [
    'Revisa bien la CLABE: el dinero se envía a esa cuenta. Nunca pedimos NIP, contraseñas ni datos de tarjeta.',
    'Check the CLABE well: the money is sent to that account. We never ask for PINs, passwords or card details.',
  ],
  account: ['Cuenta terminada en', 'Account ending in'],
  bank: ['Banco', 'Bank'],
  holder: ['Titular', 'Holder'],
  receipt: ['Ver el recibo del pago', 'See the payment’s receipt'],
  wrong: ['Revisa los datos marcados', 'Check the marked fields'],
} as const satisfies Record<string, Bilingual>

const looks = {
  asks: ['waiting', 'asks', 'asksNote'],
  given: ['waiting', 'given', 'givenNote'],
  settled: ['good', 'settled', 'settledNote'],
  failed: ['bad', 'failed', 'failedNote'],
  over: ['over', 'over', 'overNote'],
} as const satisfies Record<RefundPageState, readonly [Tone, keyof typeof say, keyof typeof say]>

/** The whole document. `self` and `assets` are paths. */
export function refundPage(
  facts: RefundFacts,
  typed: Typed,
  { language, self, assets, receiptPath }: { language: Language; self: string; assets: string; receiptPath: string },
): string {
  const { contact, legal, logo, colour } = merchantOf(facts.profile)
  const merchant = merchantName(facts.merchant)
  const values = { merchant, until: facts.until === '' ? '' : zonedDeadline(facts.until, language) }
  const text = (name: keyof typeof say) => fill(say[name], language, values)
  const [tone, name, note] = looks[facts.state]
  const amount = pesosText(facts.centavos)
  const body = facts.state === 'asks' ? form(typed, text, { language, self }) : stateSection(facts, text)
  return framed({
    language,
    paths: { self: undefined, assets },
    title: `${text('document')} · ${amount} · ${text(name)}`,
    document: text('document'),
    merchant,
    brand: { logo, colour, at: receiptPath },
    sandboxMark: facts.sandbox ? fill(texts.sandbox, language) : undefined,
    live: false,
    main: html`<main id="content" class="refund" data-state="${facts.state}"><div class="column"><section class="summary" aria-labelledby="heading">
<p class="state ${tone}">${toneIcons[tone]}<span><strong>${text(name)}</strong> <span class="sentence">${text(note)}</span></span></p>
<h1 id="heading">${text('heading')}</h1>
${amountLine(amount)}
</section></div><div class="column">${body}${merchantCard({ content: { language, merchant, contact, legal } })}</div></main>`,
  })
}

type Text = (name: keyof typeof say) => string

function form(typed: Typed, text: Text, { language, self }: { language: Language; self: string }): Markup {
  const { faults } = typed
  const hasFaults = faults.name !== undefined || faults.clabe !== undefined
  return html`<section aria-labelledby="form">
<h2 id="form">${text('form')}</h2>
${hasFaults && html`<p class="wrong" role="alert">${text('wrong')}</p>`}
<form class="fields" method="post" action="${self}?lang=${language}" novalidate>
${field({ id: 'name', label: text('name'), hint: text('nameHint'), value: typed.name, fault: faults.name }, language, html`type="text" maxlength="40" autocomplete="name" autocapitalize="words"`)}
${field({ id: 'clabe', label: text('clabe'), hint: text('clabeHint'), value: typed.clabe, fault: faults.clabe }, language, html`type="text" maxlength="30" inputmode="numeric" autocomplete="off"`)}
<p class="note">${text('care')}</p>
<button class="button primary" type="submit">${text('send')}</button>
</form>
<p class="note">${text('once')}</p>
</section>`
}

function field(
  {
    id,
    label,
    hint,
    value,
    fault,
  }: { id: string; label: string; hint: string; value: string; fault: Bilingual | undefined },
  language: Language,
  attributes: Markup,
): Markup {
  const described = fault === undefined ? `${id}-hint` : `${id}-fault ${id}-hint`
  return html`<div class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${id}" value="${value}" required aria-describedby="${described}"${fault !== undefined && html` aria-invalid="true"`} ${attributes}>
${fault !== undefined && html`<p class="fault" id="${id}-fault">${capital(fill(fault, language))}</p>`}
<p class="note" id="${id}-hint">${hint}</p></div>`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The entered account without the whole number, because anybody with the link sees the page. */
function stateSection({ clabe, name, receiptUrl, state }: RefundFacts, text: Text): Markup {
  const facts =
    clabe === null || state === 'over'
      ? []
      : [
          { label: text('account'), value: clabe.slice(-4) },
          { label: text('bank'), value: payerBankName(clabe) ?? '' },
          { label: text('holder'), value: shown(name) },
        ].filter(({ value }) => value !== '')
  return html`<section class="details">
${facts.length > 0 && html`<dl>${facts.map(({ label, value }) => html`<div><dt>${label}</dt><dd><bdi>${value}</bdi></dd></div>`)}</dl>`}
<p><a class="button" href="${receiptUrl}">${text('receipt')}</a></p>
</section>`
}

/** Banks' names for payers, because Banco de México's catalogue has short names without accents. */
const KNOWN_AS: Readonly<Record<string, string>> = {
  'BBVA Mexico': 'BBVA México',
  Banjercito: 'Banjército',
  Bajio: 'BanBajío',
  Bmonex: 'Monex',
  'Ve Por Mas': 'Ve por Más',
  'Citi Mexico': 'Citi México',
  Azteca: 'Banco Azteca',
  'Multiva Banco': 'Multiva',
  'Intercam Banco': 'Intercam',
  Bancoppel: 'BanCoppel',
  Uala: 'Ualá',
  Donde: 'Banco Dondé',
  Fincomun: 'Fincomún',
  'NU MEXICO': 'Nu México',
  KLAR: 'Klar',
  'Cristobal Colon': 'Cristóbal Colón',
  'Mercado Pago W': 'Mercado Pago',
}

/** The bank of a CLABE; undefined for an unknown code. */
export function payerBankName(clabe: string): string | undefined {
  const name = bankNameOf(clabe)
  return name === undefined ? undefined : (KNOWN_AS[name] ?? name)
}

// The e-mail and the SMS that ask a payer to which account a refund goes; the secret of the link is sealed until it is sent.

import type { Clock } from '../core/clock.ts'
import type { Language } from '../core/language/bilingual.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { merchantName, type PayerContent } from '../pages/content.ts'
import { pesosText, zonedDeadline } from '../pages/format.ts'
import { html } from '../pages/html.ts'
import { fill, texts as pageTexts } from '../pages/texts.ts'
import type { RefundRow } from '../refunds/tables.ts'
import { insert, type Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import { askHtml, askText, type EmailContent, logoHtml } from './content.ts'
import { SEGMENT_SEPTETS, septets, toGsm7 } from './gsm7.ts'
import { sealedFor } from './letters.ts'
import { queuedLetter } from './queued-letter.ts'
import { BUTTON, emailStyles, sheet } from './sheet.ts'
import type { MessageRow } from './tables.ts'

/** What the letter is about; the link's secret is sealed beside it. */
export interface RefundLetter {
  about: 'refund'
  merchant: string
  centavos: number
  until: string
}

/** The writes that queue it, due now: an e-mail, an SMS or both. */
export function refundLetterWriter({ clock, atRest }: { clock: Clock; atRest: AtRest }) {
  return (refund: RefundRow, { merchant, secret }: { merchant: string; secret: string }): Write[] => {
    const letter: RefundLetter = {
      about: 'refund',
      merchant,
      centavos: refund.amount_centavos,
      until: refund.link_expires_at ?? '',
    }
    const queued = (channel: MessageRow['channel'], recipient: string): Write[] => {
      if (recipient === '') return []
      const { account_id: accountId, operation_id, language } = refund
      const queued = queuedLetter(clock, { accountId, to: recipient, language, letter, now: clock.now() })
      const row = { ...queued, operation_id, channel }
      return [insert('messages', { ...row, sealed_code: atRest.seal(secret, sealedFor(row)) })]
    }
    return [...queued('email', refund.email), ...queued('sms', refund.phone)]
  }
}

const texts = {
  subject: ['{merchant} te devuelve {amount}', '{merchant} is refunding you {amount}'],
  heading: ['¿A qué cuenta te devolvemos tu dinero?', 'To which account do we send your refund?'],
  intro: [
    '{merchant} te devuelve {amount} de tu pago. Dinos la CLABE de tu cuenta y el nombre del titular para enviártelos por SPEI.',
    '{merchant} is refunding you {amount} of your payment. Tell us the CLABE of your account and its holder’s name, and we send it by SPEI.',
  ],
  button: ['Decir mi cuenta', 'Tell my account'],
  until: ['El enlace sirve una sola vez, hasta el {until}.', 'The link works once, until {until}.'],
  care: [
    'Nunca te pediremos el NIP, la contraseña ni los datos de tu tarjeta. Si no esperabas este correo, pregunta a {merchant}.',
    'We never ask for your PIN, password or card details. If you did not expect this e-mail, ask {merchant}.',
  ],
  sms: [
    '{merchant} te devuelve {amount}. Di a qué cuenta: {url}',
    '{merchant} refunds you {amount}. Say to which account: {url}',
  ],
  shortSms: ['Te devuelven {amount}. Di a qué cuenta: {url}', 'You get {amount} back. Say to which account: {url}'],
} as const

/** What the merchant says of itself; its logo is attached to the e-mail. */
type Sender = Pick<PayerContent, 'contact' | 'legal' | 'colour'> & { hasLogo: boolean }

/** What the letter says, in the language of the message. */
export function refundLetterContent(
  letter: RefundLetter,
  {
    language,
    secret,
    links,
    sandbox,
    from,
  }: { language: Language; secret: string; links: PageLinks; sandbox: boolean; from: Sender },
): EmailContent & { sms: string } {
  const pick = language === 'es' ? 0 : 1
  const url = links.refundUrl(secret)
  const values: Record<string, string> = {
    merchant: merchantName(letter.merchant),
    amount: pesosText(letter.centavos),
    until: zonedDeadline(letter.until, language),
    url,
  }
  const say = (name: keyof typeof texts) =>
    texts[name][pick].replace(/\{(\w+)\}/g, (whole, key: string) => values[key] ?? whole)
  const asked = { language, merchant: values.merchant ?? '', contact: from.contact, legal: from.legal }
  const mark = sandbox ? [fill(pageTexts.sandbox, language)] : []
  const subject = say('subject')
  const sms = [say('sms'), say('shortSms')].map(toGsm7)
  return {
    subject,
    text: [
      ...mark,
      say('heading'),
      '',
      say('intro'),
      '',
      `${say('button')}: ${url}`,
      '',
      say('until'),
      say('care'),
      ...askText(asked),
    ].join('\n'),
    html: sheet(
      { language, title: subject },
      html`${mark.map((text) => html`<p style="${emailStyles.mark}">${text}</p>`)}${logoHtml(from.hasLogo)}<p class="quiet" style="${emailStyles.merchant}">${values.merchant}</p>
<h1 style="${emailStyles.heading}">${say('heading')}</h1>
<p class="amount" style="${emailStyles.amount}">${values.amount} <small>MXN</small></p>
<p style="${emailStyles.text}">${say('intro')}</p>
<p><a class="button" href="${url}" target="_blank" rel="noopener" style="${emailStyles.button};background:${from.colour || BUTTON}">${say('button')}</a></p>
<p class="quiet" style="${emailStyles.note}">${say('until')}</p><p class="quiet" style="${emailStyles.note}">${say('care')}</p>${askHtml(asked)}`,
    ),
    sms: sms.find((text) => septets(text) <= SEGMENT_SEPTETS) ?? sms.at(-1) ?? '',
  }
}

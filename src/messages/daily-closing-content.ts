// The content of the e-mail that closes a merchant's day.
import type { Language } from '../core/language/bilingual.ts'
import { type Rail, rails } from '../core/rail.ts'
import { pesosText } from '../pages/format.ts'
import { html } from '../pages/html.ts'
import type { EmailContent } from './content.ts'
import { emailStyles, sheet } from './sheet.ts'

interface Sum {
  count: number
  centavos: number
}

/** The totals of a day, in centavos. */
export interface Closing {
  /** The day, `2026-11-20`. */
  closing: string
  merchant: string
  /** Where the account turns the e-mail off; undefined in letters of older programs. */
  page?: string
  /** Payments that were posted on the day, in any later state, in total and by way of paying. */
  sales: Sum
  rails: (Sum & { rail: Rail })[]
  /** The amounts reversed or refunded on the day, less cancelled refunds. */
  returns: Sum
  /** The amounts that disputes took on the day, less what came back; undefined in letters of older programs. */
  disputes?: Sum
  /**
   * The parts of the sales for the service and affiliates, less what returns gave back, and the fees of disputes; with IVA.
   */
  fees: number
  net: number
  /** Pending vouchers. */
  open: Sum
}

export function closingContent(closing: Closing, language: Language): EmailContent {
  const pick = language === 'es' ? 0 : 1
  const day = dayText(closing.closing, language)
  const subject = `${words.title[pick]} · ${closing.merchant} · ${day}`
  const counted = ({ count, centavos }: Sum) => `${pesosText(centavos)} (${count.toLocaleString('en-US')})`
  const taken = ({ count, centavos }: Sum) =>
    isNothing({ count, centavos }) ? pesosText(0) : counted({ count: Math.abs(count), centavos: -centavos || 0 })
  const lines: [label: string, value: string][] = [
    [words.sales[pick], counted(closing.sales)],
    ...closing.rails
      .filter(({ count }) => count > 0)
      .map((sum): [string, string] => [`   ${rails[sum.rail].heading[pick]}`, counted(sum)]),
    [words.returns[pick], taken(closing.returns)],
    ...(closing.disputes !== undefined && !isNothing(closing.disputes)
      ? [[words.disputes[pick], taken(closing.disputes)] as [string, string]]
      : []),
    [words.fees[pick], pesosText(-closing.fees || 0)],
    [words.net[pick], pesosText(closing.net)],
    [words.open[pick], counted(closing.open)],
  ]
  return {
    subject,
    text: [
      `${closing.merchant}: ${words.title[pick]}`,
      day,
      '',
      ...lines.map(([label, value]) => `${label}: ${value}`),
      '',
      words.note[pick],
      ...(closing.page === undefined ? [] : ['', `${words.stop[pick]}: ${closing.page}`]),
    ].join('\n'),
    unsubscribe: closing.page,
    html: page(closing, language, { day, subject, lines }),
  }
}

function isNothing({ count, centavos }: Sum): boolean {
  return count === 0 && centavos === 0
}

const words = {
  title: ['Cierre del día', 'Daily closing'],
  sales: ['Ventas', 'Sales'],
  returns: ['Devoluciones', 'Returns'],
  disputes: ['Aclaraciones', 'Disputes'],
  fees: ['Comisiones con IVA y afiliados', 'Fees with IVA, affiliates'],
  net: ['Neto del día', 'Net of the day'],
  open: ['Fichas por cobrar', 'Open vouchers'],
  stop: ['Dejar de recibirlo', 'Stop it'],
  note: [
    'Entre paréntesis va el número de pagos. El día es el de Ciudad de México, y un pago cuenta el día en que se registró. Para dejar de recibir este correo, elige «No» en «Cierre del día por correo», en el perfil de tu cuenta (closing: off).',
    'The number of payments is in brackets. The day is that of Mexico City, and a payment counts on the day on which it was posted. To stop this e-mail, choose “No” at “Daily closing by e-mail”, in the profile of your account (closing: off).',
  ],
} as const satisfies Record<string, readonly [es: string, en: string]>

function dayText(day: string, language: Language): string {
  const format = new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en-US', { dateStyle: 'full', timeZone: 'UTC' })
  return format.format(Date.parse(`${day}T12:00:00Z`))
}

function page(
  { merchant, net, page: stopAt }: Closing,
  language: Language,
  { day, subject, lines }: { day: string; subject: string; lines: [label: string, value: string][] },
): string {
  const pick = language === 'es' ? 0 : 1
  const row = ([label, value]: [string, string]) =>
    html`<tr><td class="quiet line" style="${emailStyles.label}${label.startsWith(' ') && ';padding-left:16px'}">${label.trim()}</td><td class="line" style="${emailStyles.value};white-space:nowrap">${value}</td></tr>`
  return sheet(
    { language, title: subject },
    html`<p class="quiet" style="${emailStyles.merchant}">${merchant}</p>
<h1 style="${emailStyles.heading}">${words.title[pick]}</h1>
<p style="${emailStyles.text};margin:4px 0 0">${day}</p>
<p class="quiet" style="${emailStyles.merchant};margin:20px 0 0">${words.net[pick]}</p>
<p class="amount" style="${emailStyles.amount};margin:0 0 12px">${pesosText(net)} <small>MXN</small></p>
<table role="presentation" style="${emailStyles.facts}">${lines.map(row)}</table>
<p class="quiet" style="${emailStyles.note}">${words.note[pick]}</p>${
      stopAt !== undefined &&
      html`
<p class="quiet" style="${emailStyles.note}"><a class="link" href="${stopAt}" target="_blank" rel="noopener" style="${emailStyles.link}">${words.stop[pick]}</a></p>`
    }`,
  )
}

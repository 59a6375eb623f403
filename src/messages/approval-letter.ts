// E-mails to an account's people about a request for approval, in Spanish and below it in English.
import type { ApprovalRow } from '../console/tables.ts'
import type { Clock } from '../core/clock.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { pesosText, zonedDeadline } from '../pages/format.ts'
import { insert, type Write } from '../store/write.ts'
import type { EmailContent } from './content.ts'
import { letterPage } from './letter-page.ts'
import { queuedLetter } from './queued-letter.ts'

/** The stored data of a queued letter. */
export interface KeptApprovalLetter {
  approval: ApprovalRow['kind']
  amountCentavos: number | null
  askedBy: string
  /** The title of a change, with what it is about. */
  change?: Bilingual
  /** What another request is about: a name. */
  of?: string
  until: string
  page: string
}

/** The write that queues a letter, due now. */
export function approvalLetterWriter({ clock }: { clock: Clock }) {
  return ({
    accountId,
    to,
    kind,
    ...facts
  }: Omit<KeptApprovalLetter, 'approval'> & { accountId: string; to: string; kind: ApprovalRow['kind'] }): Write => {
    const letter: KeptApprovalLetter = { approval: kind, ...facts }
    return insert('messages', queuedLetter(clock, { accountId, to, language: 'es', letter, now: clock.now() }))
  }
}

const WHAT = {
  refund: ['devolver {amount} a quien pagó', 'give {amount} back to the payer'],
  reversal: ['cancelar un cobro de {amount}', 'reverse a charge of {amount}'],
  retry: ['enviar otra vez una devolución de {amount}, a otra cuenta', 'send a refund of {amount} again, elsewhere'],
  transfer: ['enviar otra vez {amount}, a otra cuenta', 'send {amount} again, elsewhere'],
  release: [
    'mandar {amount}, que estaban en suspenso, a una CLABE que escribió',
    'send {amount}, which was in suspense, to a CLABE that they wrote',
  ],
  affiliate: [
    'registrar un afiliado, a quien se le paga lo que junte y lo que ya juntó',
    'register an affiliate, who is paid what they collect and what they have collected',
  ],
  affiliate_account: ['pagar a un afiliado en otra CLABE', 'pay an affiliate at another CLABE'],
  credential: ['crear una llave que mueve dinero o crea llaves', 'make a key that moves money or makes keys'],
  roll: ['renovar una llave que mueve dinero o crea llaves', 'roll a key that moves money or makes keys'],
  person: [
    'dar a alguien un rol con el que se devuelve dinero o se aprueba',
    'give somebody a role that gives money back or approves',
  ],
  change: [
    'hacer un cambio que quita acceso o puede detener los cobros',
    'make a change that takes access away or can stop payments',
  ],
  rule: ['aflojar la regla de que otra persona apruebe', 'loosen the rule that another person approves'],
} as const satisfies Record<ApprovalRow['kind'], Bilingual>

export function approvalLetterContent({
  approval,
  amountCentavos,
  askedBy,
  change,
  of,
  until,
  page,
}: KeptApprovalLetter): EmailContent {
  const amount = pesosText(amountCentavos ?? 0)
  const about = of === undefined ? '' : `: ${of}`
  const [es, en] = change
    ? [`aprobar «${change[0]}»`, `you to approve “${change[1]}”`]
    : WHAT[approval].map((text) => `${text.replace('{amount}', amount)}${about}`)
  const titles: Bilingual = ['Alguien pide tu aprobación', 'Somebody asks for your approval']
  const parts: Parameters<typeof letterPage>[0] = [
    {
      language: 'es',
      title: titles[0],
      paragraphs: [
        `${askedBy} pide ${es}.`,
        `Míralo y apruébalo o recházalo a más tardar el ${zonedDeadline(until, 'es')}: ${page}`,
        'No se hace nada mientras nadie más lo apruebe.',
      ],
    },
    {
      language: 'en',
      title: titles[1],
      paragraphs: [
        `${askedBy} asks ${change ? '' : 'to '}${en}.`,
        `Look at it, and approve or refuse it by ${zonedDeadline(until, 'en')}: ${page}`,
        'Nothing is done until another person approves it.',
      ],
    },
  ]
  return letterPage(parts, titles.join(' / '))
}

// E-mails to the account itself about disputes, in Spanish and below it in English, because the reader's language is not
// known.

import type { Clock } from '../core/clock.ts'
import { disputeReasonOf } from '../core/dispute-reasons.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import type { DisputeRow } from '../disputes/tables.ts'
import { pesosText, zonedDeadline } from '../pages/format.ts'
import { insert, type Write } from '../store/write.ts'
import type { EmailContent } from './content.ts'
import { letterPage } from './letter-page.ts'
import { queuedLetter } from './queued-letter.ts'

type Step = 'opened' | 'reminder' | 'won' | 'lost' | 'answer_refused'

/** The stored data of a queued letter: the dispute in its state at that time. */
export interface KeptDisputeLetter {
  about: 'dispute'
  step: Step
  reference: string
  /** The dispute at the console; a letter that an older program queued has none. */
  page?: string
  dispute: Pick<
    DisputeRow,
    | 'id'
    | 'operation_id'
    | 'stage'
    | 'scheme'
    | 'reason_code'
    | 'amount_centavos'
    | 'fee_centavos'
    | 'iva_centavos'
    | 'respond_by'
    | 'closed_because'
  >
}

/** The write that queues a letter, due now. */
export function disputeLetterWriter({ clock, baseUrl }: { clock: Clock; baseUrl(): string }) {
  return (facts: { accountId: string; to: string; step: Step; dispute: DisputeRow; reference: string }): Write => {
    const { accountId, to, step, reference, dispute } = facts
    const { id, operation_id, stage, scheme, reason_code, amount_centavos } = dispute
    const { fee_centavos, iva_centavos, respond_by, closed_because } = dispute
    const letter: KeptDisputeLetter = {
      about: 'dispute',
      step,
      reference,
      page: `${baseUrl()}/console/disputes/${id}`,
      dispute: {
        ...{ id, operation_id, stage, scheme, reason_code, amount_centavos },
        ...{ fee_centavos, iva_centavos, respond_by, closed_because },
      },
    }
    return insert('messages', queuedLetter(clock, { accountId, to, language: 'es', letter, now: clock.now() }))
  }
}

export function disputeLetterContent(letter: KeptDisputeLetter): EmailContent {
  const { title, paragraphs } = textsOf(letter)
  const part = (at: 0 | 1) => ({
    language: (['es', 'en'] as const)[at],
    title: title[at],
    paragraphs: [...paragraphs, ...wayTo(letter), aboutOf(letter)].map((text) => text[at]),
  })
  return letterPage([part(0), part(1)], `${title[0]} / ${title[1]}`)
}

/** The steps in which the reader has something to do there. */
const TO_ANSWER: readonly Step[] = ['opened', 'reminder']

function wayTo({ step, page }: KeptDisputeLetter): Bilingual[] {
  if (page === undefined) return []
  if (TO_ANSWER.includes(step)) return [[`Contéstala aquí: ${page}`, `Answer it here: ${page}`]]
  return [[`Aquí está, con su pago: ${page}`, `It is here, with its payment: ${page}`]]
}

function aboutOf({ dispute, reference }: KeptDisputeLetter): Bilingual {
  const { text } = disputeReasonOf(dispute.scheme, dispute.reason_code)
  const number = reference === '' ? '' : `, ${reference}`
  const of = `${dispute.operation_id}${number}`
  return [
    `Aclaración ${dispute.id}, pago ${of}. Motivo ${dispute.reason_code}: ${text[0]}.`,
    `Dispute ${dispute.id}, payment ${of}. Reason ${dispute.reason_code}: ${text[1]}.`,
  ]
}

interface Texts {
  title: Bilingual
  paragraphs: Bilingual[]
}

function textsOf({ step, dispute }: KeptDisputeLetter): Texts {
  const amount = pesosText(dispute.amount_centavos)
  const fee = pesosText(dispute.fee_centavos + dispute.iva_centavos)
  const answer: Bilingual = [
    `Responde a más tardar el ${zonedDeadline(dispute.respond_by, 'es')}: sube tus pruebas y envíalas, o acepta la aclaración. Después ya no se puede.`,
    `Answer by ${zonedDeadline(dispute.respond_by, 'en')}: add your evidence and submit it, or accept the dispute. Later it is too late.`,
  ]
  const unanswered: Bilingual = [
    'Si nadie responde, el banco puede cobrarte el pago.',
    'If nobody answers, the bank may take the payment back.',
  ]
  const isQuestion = dispute.stage === 'retrieval'
  switch (step) {
    case 'opened':
      if (isQuestion) {
        return {
          title: [`El banco pide información de un pago: ${amount}`, `The bank asks about a payment: ${amount}`],
          paragraphs: [['Todavía no se mueve dinero.', 'No money moves yet.'], unanswered, answer],
        }
      }
      return {
        title: [`Un cliente pidió una aclaración de un pago: ${amount}`, `A customer disputes a payment: ${amount}`],
        paragraphs: [
          [
            `Apartamos de tu saldo ${amount} y la comisión de la aclaración, ${fee} con IVA. Si ganas, todo regresa. Si tu saldo no alcanza, queda en contra y se descuenta de tus próximas ventas.`,
            `We hold back ${amount} of your balance, and the fee for the dispute, ${fee} with IVA. If you win, all of it comes back. If your balance is less, you owe the rest, and your next sales pay it.`,
          ],
          answer,
        ],
      }
    case 'reminder':
      return {
        title: [`Una aclaración espera tu respuesta: ${amount}`, `A dispute waits for your answer: ${amount}`],
        paragraphs: [
          answer,
          isQuestion
            ? unanswered
            : ['Si nadie responde, la aclaración se pierde.', 'If nobody answers, the dispute is lost.'],
        ],
      }
    case 'won':
      if (isQuestion) {
        return {
          title: [`El banco ya no pregunta por un pago: ${amount}`, `The bank asks about a payment no more: ${amount}`],
          paragraphs: [],
        }
      }
      return {
        title: [`Ganaste una aclaración: ${amount}`, `You won a dispute: ${amount}`],
        paragraphs: [
          [
            `${amount} y la comisión de ${fee} están otra vez en tu saldo.`,
            `${amount} and the fee of ${fee} are in your balance again.`,
          ],
        ],
      }
    case 'lost': {
      const why: Bilingual =
        dispute.closed_because === 'deadline'
          ? ['El plazo pasó sin una respuesta.', 'The deadline passed without an answer.']
          : ['El banco decidió a favor del cliente.', 'The bank decided for the customer.']
      const kept: Bilingual = [
        `El banco se queda con ${amount}, y la comisión de ${fee} no regresa.`,
        `The bank keeps ${amount}, and the fee of ${fee} does not come back.`,
      ]
      if (isQuestion) {
        return {
          title: [
            `El banco cerró su pregunta y no quedó conforme: ${amount}`,
            `The bank closed its question and is not satisfied: ${amount}`,
          ],
          paragraphs: [why, ['El banco puede cobrarte el pago.', 'The bank may take the payment back.']],
        }
      }
      return {
        title: [`Se perdió una aclaración: ${amount}`, `A dispute was lost: ${amount}`],
        paragraphs: [why, kept],
      }
    }
    case 'answer_refused':
      return {
        title: ['El banco no recibió tu respuesta a una aclaración', 'The bank did not take your answer to a dispute'],
        paragraphs: [
          [
            'Quien opera el servicio la entregará por otro medio. No tienes que volver a enviarla.',
            'The operator of the service will hand it in by other means. You need not submit it again.',
          ],
        ],
      }
  }
}

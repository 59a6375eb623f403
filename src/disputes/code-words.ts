// The words of disputes.
import type { CodeWords, ListWords, StateWords } from '../core/language/state-words.ts'

export const disputeStageWords = {
  retrieval: ['pregunta', 'question'],
  chargeback: ['contracargo', 'chargeback'],
  arbitration: ['arbitraje', 'arbitration'],
} as const satisfies CodeWords

export const disputeStateWords = {
  retrieval: ['el banco pregunta', 'the bank asks', 'waiting'],
  needs_response: ['espera tu respuesta', 'waits for your answer', 'bad'],
  under_review: ['la revisa el banco', 'the bank looks at it', 'waiting'],
  won: ['ganada', 'won', 'good'],
  lost: ['perdida', 'lost', 'bad'],
  accepted: ['aceptada', 'accepted', ''],
} as const satisfies StateWords

const disputeNetworkWords = {
  visa: ['Visa', 'Visa'],
  mastercard: ['Mastercard', 'Mastercard'],
  other: ['otra', 'other'],
} as const satisfies CodeWords

const disputeCategoryWords = {
  fraud: ['fraude', 'fraud'],
  authorization: ['autorización', 'authorisation'],
  processing: ['proceso', 'processing'],
  duplicate: ['duplicado', 'duplicate'],
  'not-received': ['no recibido', 'not received'],
  'not-as-described': ['distinto de lo descrito', 'not as described'],
  cancelled: ['cancelado', 'cancelled'],
  'credit-not-processed': ['devolución sin procesar', 'credit not processed'],
  information: ['información', 'information'],
  other: ['otro', 'other'],
} as const satisfies CodeWords

/** Why a dispute was closed. */
const disputeEndWords = {
  network: ['la decidió la red', 'the network decided'],
  deadline: ['venció el plazo', 'the time was over'],
  merchant: ['la aceptó el comercio', 'the merchant accepted'],
  escalated: ['pasó a otra etapa', 'it went to another stage'],
} as const satisfies CodeWords

export const disputeLists = {
  '/v1/disputes': {
    stage: disputeStageWords,
    status: disputeStateWords,
    network: disputeNetworkWords,
    'reason.category': disputeCategoryWords,
    closed_because: disputeEndWords,
  },
} as const satisfies ListWords

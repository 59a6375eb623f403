// The words of states, kinds and reasons in the workbooks of disputes, payouts, refunds, transfers, received payments, links and affiliates.
import { toldReason } from '../core/network-reasons.ts'

/** By list and column. */
export const stateWords = {
  '/v1/disputes': {
    stage: {
      retrieval: ['pregunta', 'question'],
      chargeback: ['contracargo', 'chargeback'],
      arbitration: ['arbitraje', 'arbitration'],
    },
    status: {
      retrieval: ['el banco pregunta', 'the bank asks'],
      needs_response: ['espera tu respuesta', 'waits for your answer'],
      under_review: ['pruebas enviadas', 'evidence submitted'],
      won: ['ganada', 'won'],
      lost: ['perdida', 'lost'],
      accepted: ['aceptada', 'accepted'],
    },
    network: { visa: ['Visa', 'Visa'], mastercard: ['Mastercard', 'Mastercard'], other: ['otra', 'other'] },
    'reason.category': {
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
    },
    closed_because: {
      network: ['la decidió la red', 'the network decided'],
      deadline: ['venció el plazo', 'the time was over'],
      merchant: ['la aceptó el comercio', 'the merchant accepted'],
      escalated: ['pasó a otra etapa', 'it went to another stage'],
    },
  },
  '/v1/payouts': {
    status: {
      pending: ['en camino', 'on its way'],
      paid: ['pagada', 'paid'],
      failed: ['falló', 'failed'],
      returned: ['regresó', 'came back'],
    },
  },
  '/v1/refunds': {
    status: {
      pending: ['por enviar', 'to be sent'],
      sent: ['enviada', 'sent'],
      settled: ['recibida', 'received'],
      failed: ['falló', 'failed'],
      returned: ['regresó', 'came back'],
      cancelled: ['cancelada', 'cancelled'],
    },
    waits_for: { balance: ['saldo', 'balance'], details: ['la cuenta de quien pagó', 'the payer’s account'] },
    method: { card: ['a la tarjeta', 'to the card'], transfer: ['transferencia', 'transfer'] },
    failure: toldReason,
  },
  '/v1/transfers': {
    kind: {
      return: ['pago devuelto', 'payment returned'],
      refund: ['devolución', 'refund'],
      payout: ['liquidación', 'payout'],
    },
    status: {
      pending: ['por enviar', 'to be sent'],
      accepted: ['la tiene el banco', 'the bank has it'],
      settled: ['llegó', 'arrived'],
      rejected: ['rechazada', 'rejected'],
      returned: ['regresó', 'came back'],
      withheld: ['retenida', 'withheld'],
      closed: ['cerrada', 'closed'],
    },
    reason: toldReason,
  },
  '/v1/received-payments': {
    rail: { store: ['efectivo en tienda', 'cash at a store'], spei: ['transferencia SPEI', 'SPEI transfer'] },
    outcome: {
      settled: ['pagó', 'paid'],
      returned: ['se devuelve', 'is returned'],
      unmatched: ['de nadie', 'of nobody'],
      suspended: ['en suspenso', 'in suspense'],
      accepted: ['aceptado', 'accepted'],
      'given-back': ['devuelto', 'given back'],
      'taken-back': ['la red lo retiró', 'the network took it back'],
      'never-received': ['nunca llegó', 'it never came'],
      refused: ['rechazado', 'refused'],
    },
    'release.action': {
      return: ['devolver', 'give back'],
      accept: ['aceptar', 'accept'],
      'never-received': ['nunca llegó', 'it never came'],
    },
  },
  '/v1/checkout': {
    status: {
      open: ['abierto', 'open'],
      paid: ['pagado', 'paid'],
      expired: ['vencido', 'expired'],
      cancelled: ['cancelado', 'cancelled'],
    },
  },
  '/v1/affiliates': {
    'change.status': {
      requested: ['pedido', 'requested'],
      confirmed: ['confirmado', 'confirmed'],
      changed: ['hecho', 'done'],
      cancelled: ['cancelado', 'cancelled'],
      lapsed: ['vencido', 'lapsed'],
      guessed: ['con demasiados intentos', 'too many tries'],
    },
  },
} as const

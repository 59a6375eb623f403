// Refusals of disputes and their evidence.
import type { FailureTable } from '../core/failure-table.ts'

export const disputeFailures = {
  'dispute-not-possible': [
    'InvalidTransactionException',
    409,
    'Solo un pago con tarjeta puede tener una aclaración, hasta por lo que queda de él',
    'Only a paid card payment can be disputed, up to what is left of it',
  ],
  'dispute-existing': [
    'InvalidTransactionException',
    409,
    'El pago ya tiene otra aclaración de esta etapa',
    'The payment already has another dispute of this stage',
  ],
  'dispute-closed': [
    'InvalidTransactionException',
    409,
    'La aclaración ya no espera una respuesta: su estado es {status}',
    'The dispute no longer waits for an answer: its status is {status}',
  ],
  'dispute-late': [
    'InvalidTransactionException',
    409,
    'El plazo para responder terminó: {until}',
    'The time to answer has ended: {until}',
  ],
  'dispute-outcome': [
    'InvalidTransactionException',
    409,
    'Una aclaración en estado {status} ya no termina así',
    'A dispute in status {status} cannot get this outcome',
  ],
  'evidence-missing': [
    'InvalidParamException',
    409,
    'Agrega al menos un texto o un archivo antes de enviar las pruebas',
    'Add at least one text or file before you submit the evidence',
  ],
  'evidence-limit': [
    'InvalidParamException',
    409,
    'Una aclaración lleva a lo más {files} archivos, de {megabytes} MiB entre todos',
    'A dispute takes at most {files} files, of {megabytes} MiB together',
  ],
} as const satisfies FailureTable

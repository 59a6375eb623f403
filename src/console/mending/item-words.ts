// What waits in the service, and what mends it, in words: for the console, and for the e-mails to whoever approves it.
import type { Bilingual } from '../../core/language/bilingual.ts'

export const kindWords = {
  'payment-of-nobody': ['Dinero de nadie, en suspenso', 'Money of nobody, in suspense'],
  'payment-of-account': ['Pago en suspenso', 'Payment in suspense'],
  'transfer-withheld': ['Transferencia retenida', 'Withheld transfer'],
  'return-failed': ['Dinero de nadie que no llegó de regreso', 'Money of nobody that did not get back'],
  'transfer-failed': ['Transferencia que no llegó', 'Transfer that did not arrive'],
  transfer: ['Transferencia en camino', 'Transfer on its way'],
  'advice-refused': ['Aviso de reverso rechazado', 'Refused reversal advice'],
  advice: ['Aviso de reverso', 'Reversal advice'],
  'reversal-refused': ['Cancelación que la red rechazó', 'Reversal that the network refused'],
  report: ['Reporte que no se pudo leer', 'Report that could not be read'],
  'dispute-report': ['Aclaración por más de lo que queda', 'Dispute of more than is left'],
  'work-set-aside': ['Trabajo apartado', 'Work that was set aside'],
  evidence: ['Pruebas por entregar', 'Evidence to hand in'],
  charge: ['Cobro sin respuesta', 'Charge without an answer'],
  capture: ['Captura sin respuesta', 'Capture without an answer'],
  reversal: ['Cancelación sin respuesta', 'Reversal without an answer'],
  refund: ['Devolución sin respuesta', 'Refund without an answer'],
  line: ['Línea de un estado de cuenta', 'Line of a statement'],
  statement: ['Estado de cuenta a medias', 'Statement half read'],
} as const satisfies Record<string, Bilingual>

const buttons = {
  release: ['Enviar', 'Send'],
  retry: ['Intentar de nuevo', 'Try again'],
  open: ['Abrir', 'Open'],
  close: ['Cerrar', 'Close'],
} as const satisfies Record<string, Bilingual>

type Act = keyof typeof buttons
type ItemKind = keyof typeof kindWords

const ownButtons: Partial<Record<`${Act} ${ItemKind}`, Bilingual>> = {
  'release payment-of-nobody': ['Devolver', 'Give back'],
  'retry return-failed': ['Enviar otra vez', 'Send again'],
  'close payment-of-nobody': ['Nunca llegó', 'It never came'],
  'close payment-of-account': ['Nunca llegó', 'It never came'],
  'close transfer-withheld': ['No enviar', 'Do not send'],
  'close line': ['Dar por perdida', 'Write off'],
}

export function buttonOf(act: Act, what: ItemKind): Bilingual {
  return ownButtons[`${act} ${what}`] ?? buttons[act]
}

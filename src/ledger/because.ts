// Why something waits, or is not opened, in the language of its reader. The service writes it in English, or as a code; a program that reads JSON gets that.
import type { Language } from '../core/bilingual.ts'
import { toldReason } from '../core/network-reasons.ts'
import { own } from '../core/own.ts'
import { receivedReasonWords } from '../vouchers/code-words.ts'

/** States, and sentences without values. */
const SENTENCES: Record<string, string> = {
  pending: 'pendiente',
  accepted: 'aceptada',
  rejected: 'rechazada',
  returned: 'devuelta',
  'the network refused to reverse what was answered as under way':
    'la red rechazó cancelar lo que se respondió como en curso',
}

/** The kinds of a statement's lines, and what a line says otherwise than its record. */
const LINES: Record<string, string> = {
  payment: 'pago',
  reversal: 'cancelación',
  chargeback: 'contracargo',
  'chargeback-reversal': 'contracargo que volvió',
  'transfer-out': 'transferencia',
  return: 'transferencia que volvió',
  fee: 'comisión',
  settlement: 'liquidación',
  amount: 'otro monto',
  day: 'otro día',
  'amount day': 'otro monto y otro día',
}

/** What a network reported. */
const REPORTS: Record<string, string> = {
  payment: 'el pago',
  transfer: 'la transferencia',
  charge: 'el cobro',
  dispute: 'la aclaración',
  'dispute-outcome': 'el fin de la aclaración',
  statement: 'el estado de cuenta',
}

/** Sentences with values. */
const FORMS: readonly (readonly [english: RegExp, spanish: string])[] = [
  [/^of (\d{4}-\d\d-\d\d)$/, 'del $1'],
  [/^of (\d{4}-\d\d-\d\d), by (\S+)$/, 'del $1, de $2'],
  [/^charge of (\S+) not undone after (\d+) advices(.*)$/, 'el cobro $1 no se deshizo tras $2 avisos$3'],
  [/^(\S+) (\S+) failed each time: (.*)$/s, '$1 $2 falló cada vez: $3'],
  [/^(\S+) does not say (.+): asked once$/, '$1 no responde: se le preguntó una vez'],
  [/^(\S+) does not say (.+): asked (\d+) times$/, '$1 no responde: se le preguntó $3 veces'],
  [
    /^of (\S+), not read to its end: reconcile the same file again(.*)$/,
    'de $1, sin leer hasta el final: concilia otra vez el mismo archivo$2',
  ],
  [
    /^There is no at-rest key at (.+): set AT_REST_KEY, or look at DATA_DIR\.$/,
    'No hay llave de reposo en $1: pon AT_REST_KEY, o mira DATA_DIR.',
  ],
  [
    /^The at-rest key (.+) is open to others \(mode (\d+)\): .*$/,
    'Otros pueden leer la llave de reposo $1 (modo $2): ejecuta "chmod 600 $1", y reemplaza la llave si alguien pudo leerla',
  ],
  [
    /^The at-rest key (.+) cannot be read \((\w+)\): look at its owner and its disk, and run this as the user of the service$/,
    'No se puede leer la llave de reposo $1 ($2): mira de quién es y su disco, y ejecuta esto como el usuario del servicio',
  ],
  [
    /^The at-rest key (.+) cannot be used: .*$/,
    'La llave de reposo $1 no sirve: recupérala de un respaldo; lo que cifró no se abre con otra',
  ],
  [
    /^An at-rest key is 32 bytes, .*: make one with (".+")$/,
    'Una llave de reposo tiene 32 bytes, en 64 dígitos hexadecimales o en base64: haz una con $1',
  ],
]

/** Sentences with parts that have words of their own. */
const COMPOSED: readonly (readonly [english: RegExp, spanish: (...parts: string[]) => string])[] = [
  [
    /^(rejected|returned): (.*)$/s,
    (state = '', why = '') => [own(SENTENCES, state), toldReason(why, 'es')].filter(Boolean).join(': '),
  ],
  [
    /^evidence must be handed in by ([^:]+:\d\d:[^:]+): (.*)$/s,
    (until, why = '') => `las pruebas deben entregarse a más tardar ${until}: ${toldReason(why, 'es')}`,
  ],
  [/^report of (\S+) (\S+): (.*)$/s, (network, call, why) => `reporte de ${network} ${call}: ${becauseIn(why, 'es')}`],
  [
    /^report of (\S+) (\S+) \((\d+) times\): (.*)$/s,
    (network, call, times, why) => `reporte de ${network} ${call} (${times} veces): ${becauseIn(why, 'es')}`,
  ],
  [
    /^it contradicts what is on record of the (\S+)$/,
    (kind) => `contradice lo que se registró de ${own(REPORTS, kind) ?? kind}`.replace(' de el ', ' del '),
  ],
  [
    /^the network was asked for no such (\S+)$/,
    (kind) => `a la red no se le pidió ${own(REPORTS, kind) ?? kind} que reporta`,
  ],
  [/^the (\S+) is refused: (\S+)$/, (kind, reason) => `se rechaza ${own(REPORTS, kind) ?? kind}: ${reason}`],
  [
    /^(\S+) (\S+) of (\S+) on (\S+): extra$/,
    (kind, id, network, day) => `${own(LINES, kind) ?? kind} ${id} de ${network} del ${day}: de más`,
  ],
  [
    /^(\S+) (\S+) of (\S+) on (\S+): other (.+)$/,
    (kind, id, network, day, differs) =>
      `${own(LINES, kind) ?? kind} ${id} de ${network} del ${day}: ${own(LINES, differs) ?? differs}`,
  ],
]

/** A text without words in Spanish stays as it is. */
export function becauseIn(because: string, language: Language): string {
  if (language === 'en') return because
  const sentence = own(receivedReasonWords, because)?.[0] ?? own(SENTENCES, because)
  if (sentence !== undefined) return sentence
  for (const [english, spanish] of COMPOSED) {
    const parts = english.exec(because)
    if (parts !== null) return spanish(...parts.slice(1))
  }
  for (const [english, spanish] of FORMS) {
    if (!english.test(because)) continue
    return because.replace(english, spanish)
  }
  return because
}

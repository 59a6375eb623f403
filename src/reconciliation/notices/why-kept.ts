// Why a report of a network is kept for an operator, in both languages.
import type { Notice } from '../../connectors/notice.ts'
import { type Bilingual, filled, same } from '../../core/language/bilingual.ts'
import type { UnreadReportRow } from './tables.ts'

const abouts = {
  '': same(''),
  payment: ['el pago', 'payment'],
  transfer: ['la transferencia', 'transfer'],
  charge: ['el cobro', 'charge'],
  dispute: ['la aclaración', 'dispute'],
  'dispute-outcome': ['el fin de la aclaración', 'dispute-outcome'],
  statement: ['el estado de cuenta', 'statement'],
} as const satisfies Record<Notice['kind'] | '', Bilingual>

const whys = {
  unreadable: (_, detail) => same(detail),
  refused: (about, detail) => filled(['se rechaza {}: {}', 'the {} is refused: {}'], about, detail),
  unknown: (about) => filled(['a la red no se le pidió {}', 'the network was asked for no such {}'], about),
  contradiction: (about) =>
    filled(['contradice lo que se registró sobre {}', 'it contradicts what is on record of the {}'], about),
} as const satisfies Record<UnreadReportRow['why'], (about: Bilingual, detail: string) => Bilingual>

/** Sample: `the statement is refused: statement-cut`. */
export function whyKept({ why, notice = '', detail = '' }: Partial<UnreadReportRow> & Pick<UnreadReportRow, 'why'>) {
  return whys[why](abouts[notice], detail)
}

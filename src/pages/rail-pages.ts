// The payer's texts of each way of paying: one row for each rail, so that a rail without texts does not compile.

import { defaultChain, findChain } from '../core/chains.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import type { Rail } from '../core/rail.ts'
import type { Operation, OperationOf } from '../store/operation.ts'
import type { DigitsKind } from './digits.ts'
import { pesosText } from './format.ts'
import { shown } from './html.ts'
import { anyChainSteps, bankApps, chainSteps, speiSteps } from './instructions.ts'
import type { TextName } from './texts.ts'

export interface Fact {
  label: string
  text: string
}

/** A text in the language of the page. */
export type Say = (name: TextName, values?: Record<string, string | number>) => string

interface RailPage<R extends Rail = Rail> {
  /** `Pago con tarjeta`; a store's text takes `{chain}`. */
  method: TextName
  heading: TextName
  /** The slip; undefined for a way of paying without one. */
  slip: SlipPage<R> | undefined
  /** What the number of a payment is called that was made. */
  authorization: TextName
  /** The notes of a paid operation. */
  paidNotes: readonly TextName[]
  /** Where a payer can check that the payment arrived. */
  proof: { text: TextName; url: string } | undefined
}

/** The electronic payment receipts of Banco de México, found by tracking key, day, banks, account and amount. */
const CEP = 'https://www.banxico.org.mx/cep/'

export interface SlipPage<R extends Rail = Rail> {
  heading: TextName
  kind: DigitsKind
  digitsHeading: TextName
  digitsLabel: TextName
  /** Further facts for the payer, such as the bank; facts without a text are left out. */
  facts(operation: OperationOf<R>, merchant: string, say: Say): Fact[]
  howTo: TextName
  steps(operation: OperationOf<R>): readonly Bilingual[]
  banks: typeof bankApps
  notes: readonly TextName[]
}

const pages: { [R in Rail]: RailPage<R> } = {
  card: {
    method: 'methodCard',
    heading: 'paidHeadingCard',
    authorization: 'authorization',
    slip: undefined,
    paidNotes: ['noteNotInvoice'],
    proof: undefined,
  },
  store: {
    method: 'methodStore',
    heading: 'paidHeadingStore',
    authorization: 'ticket',
    slip: {
      heading: 'payHeadingStore',
      kind: 'reference',
      digitsHeading: 'barcodeHeading',
      digitsLabel: 'barcodeReference',
      facts: () => [],
      howTo: 'howStore',
      steps: (operation) => chainSteps[findChain(operation.chain)?.shortName ?? ''] ?? anyChainSteps,
      banks: [],
      notes: ['noteExact', 'noteCommission', 'noteCash'],
    },
    paidNotes: ['noteNotInvoice'],
    proof: undefined,
  },
  spei: {
    method: 'methodSpei',
    heading: 'paidHeadingSpei',
    authorization: 'trackingKey',
    slip: {
      heading: 'payHeadingSpei',
      kind: 'clabe',
      digitsHeading: 'clabeHeading',
      digitsLabel: 'clabe',
      facts: (operation, merchant, say) => [
        { label: say('bank'), text: operation.bank_name },
        { label: say('beneficiary'), text: merchant },
        { label: say('exactAmount'), text: `${pesosText(operation.total_centavos)} MXN` },
      ],
      howTo: 'howSpei',
      steps: (operation) => speiSteps(operation.bank_name),
      banks: bankApps,
      notes: ['noteExactSpei', 'noteTrackingKey'],
    },
    paidNotes: ['noteCep', 'noteNotInvoice'],
    proof: { text: 'cepLink', url: CEP },
  },
}

export const railPages: Record<Rail, RailPage> = pages

/** The name of the chain at which a voucher is paid. */
export function chainName(operation: Operation): string {
  const named = operation.chain ?? ''
  return findChain(named)?.name ?? (shown(named) || defaultChain.name)
}

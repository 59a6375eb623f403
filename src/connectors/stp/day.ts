// What STP has on record of a banking day: as notices for what was missed, and as a statement for reconciliation.
import { formatAmount } from '../../core/money.ts'
import type { Unknown } from '../bounded.ts'
import { centavosOf } from '../exact-json.ts'
import type { PaymentNotice, TransferStateNotice } from '../notice.ts'
import { isCepUrl } from '../read-notice.ts'
import type { MovementsOutcome, StatementOutcome } from '../spei-bank.ts'
import { depositOf } from './deposits.ts'
import type { StpNeeds } from './needs.ts'
import { conciliationOf, type StpOrder } from './queries.ts'
import { noticeOf } from './state-changes.ts'
import { isCredited, isReturn, sentBackState, sentState } from './states.ts'
import { keyOfReturn } from './transfers.ts'

const FAILED: Unknown = { kind: 'unknown', failed: true }

interface DayAtStp {
  /** Whose money is ours. */
  deposits: PaymentNotice[]
  /** Whose money was ours, and that STP sent back when we asked for it, under a key of ours. */
  sentBack: { deposit: PaymentNotice; key: string }[]
  sent: StpOrder[]
}

export async function movementsOf(needs: StpNeeds, day: string, signal: AbortSignal): Promise<MovementsOutcome> {
  const at = await readDay(needs, day, signal)
  if (at === undefined) return FAILED
  const states = at.sent.flatMap(
    (order): TransferStateNotice | TransferStateNotice[] => noticeOf(order('claveRastreo'), order) ?? [],
  )
  return { kind: 'movements', notices: [...at.deposits, ...states] }
}

export async function statementOf(needs: StpNeeds, day: string, signal: AbortSignal): Promise<StatementOutcome> {
  if (day >= needs.today()) return { kind: 'not-yet' }
  const at = await readDay(needs, day, signal)
  return at === undefined ? FAILED : { kind: 'statement', content: contentOf(needs.name, day, at) }
}

/** Undefined when STP did not answer all of it. */
async function readDay(needs: StpNeeds, day: string, signal: AbortSignal): Promise<DayAtStp | undefined> {
  const received = await conciliationOf(needs, { day, direction: 'R' }, signal)
  const sent = received && (await conciliationOf(needs, { day, direction: 'E' }, signal))
  if (received === undefined || sent === undefined) return undefined
  const own = received.filter((order) => !isReturn(order('tipoPago')) && order('cuentaBeneficiario') !== needs.own)
  const deposits = own.filter((order) => isCredited(order('estado'))).flatMap((order) => datedDeposit(order, day))
  const sentBack: DayAtStp['sentBack'] = []
  for (const order of own.filter((one) => sentBackState(one('estado')) !== undefined)) {
    // What we did not take has a key of STP's, or none.
    const key = order('claveRastreoDevolucion')
    if (!/^[A-Za-z0-9]{1,30}$/.test(key) || (await needs.state.read(keyOfReturn(key))) === undefined) continue
    sentBack.push(...datedDeposit(order, day).map((deposit) => ({ deposit, key })))
  }
  return { deposits, sentBack, sent: sent.filter((order) => /^[A-Za-z0-9]{1,30}$/.test(order('claveRastreo'))) }
}

/** Of what cannot be read, none: it is for a person, in a statement that STP itself makes. */
function datedDeposit(order: StpOrder, day: string): PaymentNotice[] {
  const deposit = depositOf(order)
  // Today's conciliation may leave its day out.
  const dated =
    typeof deposit === 'string'
      ? depositOf((name) => (name === 'fechaOperacion' ? digitsOf(day) : order(name)))
      : deposit
  if (typeof dated === 'string') return []
  const cepUrl = order('urlCEP')
  return [isCepUrl(cepUrl) ? { ...dated, cepUrl } : dated]
}

function digitsOf(day: string): string {
  return day.replaceAll('-', '')
}

const COLUMNS = 'network,rail,id,day,amount,kind,fee,reference,institution,payer_clabe,paid_at'

/** In the format of docs/guides/reconciliation.md. */
function contentOf(network: string, day: string, { deposits, sentBack, sent }: DayAtStp): string {
  let sum = 0
  const line = (id: string, centavos: number, kind: string, rest: readonly string[]) => {
    sum += centavos
    return [network, 'spei', quoted(id), day, formatAmount(centavos), kind, '', ...rest].join(',')
  }
  const out = (key: string, centavos: number, kind: string) => line(key, centavos, kind, ['', '', '', ''])
  const lines = [
    ...[...deposits, ...sentBack.map(({ deposit }) => deposit)].map((one) =>
      line(one.networkTransaction, one.amountCentavos, 'payment', [
        one.networkReference,
        one.institution,
        one.payerClabe ?? '',
        one.paidAt ?? '',
      ]),
    ),
    ...sent.flatMap((order) => {
      const centavos = centavosOf(order('monto'))
      const state = sentState(order('estado'))
      if (centavos === undefined || (state !== 'settled' && state !== 'returned')) return []
      const of = (kind: string) => out(order('claveRastreo'), centavos, kind)
      return state === 'returned' ? [of('transfer-out'), of('return')] : [of('transfer-out')]
    }),
    ...sentBack.map(({ deposit, key }) => out(key, deposit.amountCentavos, 'transfer-out')),
  ]
  return [
    `statement,1,${network},${day},${day}`,
    COLUMNS,
    ...lines,
    `trailer,${lines.length},${formatAmount(sum)}`,
    '',
  ].join('\n')
}

/** A tracking key of another bank may have a comma or a quotation mark. */
function quoted(text: string): string {
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

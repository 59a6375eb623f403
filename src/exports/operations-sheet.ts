// The workbook of operations for people: who paid, what of it is whose, and the payout that it is part of.
import type { Kysely } from 'kysely'
import { formatAmount } from '../core/money.ts'
import { hasTrackingKey } from '../core/rail.ts'
import { addDays } from '../core/time.ts'
import { operationStateWords } from '../operations/code-words.ts'
import type { OperationRecord } from '../operations/present.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'
import type { Tables } from '../tables.ts'
import { type Cell, type CellKind, type Column, cellsOf } from './columns.ts'
import type { Sheet } from './sheet.ts'
import { inWords, methodWords } from './value-words.ts'

/** How many days after a payment its payout is looked for: an account without a CLABE is paid out later. */
const PAID_OUT_WITHIN_DAYS = 366

/** A row of the sheet, before it is cells. Amounts are text; null: none. */
interface Row {
  timestamp: string
  paid: string | null
  transaction: string
  reference: string
  description: string
  method: string
  status: string
  payer: string
  brand: string
  digits: string
  authorization: string
  gross: string
  tip: string
  fee: string | null
  iva: string | null
  share: string | null
  net: string | null
  refunded: string
  disputed: string
  months: number
  key: string | null
  payout: string | null
  payoutKey: string | null
}

const headings: { [K in keyof Row]: readonly [kind: CellKind, es: string, en: string] } = {
  timestamp: ['time', 'Creada el', 'Created'],
  paid: ['time', 'Pagada el', 'Paid'],
  transaction: ['text', 'Transacción', 'Transaction'],
  reference: ['text', 'Referencia', 'Reference'],
  description: ['text', 'Descripción', 'Description'],
  method: ['text', 'Forma de pago', 'Way of paying'],
  status: ['text', 'Estado', 'State'],
  payer: ['text', 'Pagador', 'Payer'],
  brand: ['text', 'Marca', 'Brand'],
  digits: ['text', 'Últimos cuatro dígitos', 'Last four digits'],
  authorization: ['text', 'Autorización', 'Authorization'],
  gross: ['money', 'Importe bruto', 'Gross'],
  tip: ['money', 'Propina (en el importe)', 'Tip (of the gross)'],
  fee: ['money', 'Comisión sin IVA', 'Fee without IVA'],
  iva: ['money', 'IVA de la comisión', 'IVA of the fee'],
  share: ['money', 'Parte del afiliado', 'Share of the affiliate'],
  net: ['money', 'Neto', 'Net'],
  refunded: ['money', 'Devuelto', 'Refunded'],
  disputed: ['money', 'En aclaración', 'Disputed'],
  months: ['number', 'Meses sin intereses', 'Months without interest'],
  key: ['text', 'Clave de rastreo del pago', 'Tracking key of the payment'],
  payout: ['day', 'Liquidada el', 'Paid out'],
  payoutKey: ['text', 'Clave de rastreo de la liquidación', 'Tracking key of the payout'],
}

const operationsColumns: Column[] = Object.entries(headings).map(([key, [kind, es, en]]) => ({
  path: key,
  keys: [key],
  kind,
  heading: [es, en],
}))

/** Fee, IVA, share and net are of operations that are paid now; the net is before refunds and disputes, which have columns of their own. */
export function operationsSheet(store: Store): Sheet {
  return {
    columns: operationsColumns,
    rowsOf: async (records, { caller }, language): Promise<Cell[][]> => {
      const all = records as OperationRecord[]
      const more = await readMore(store.db, caller.accountId, all)
      return all.map((record) => {
        const row = rowOf(record, more.get(record.transaction))
        const method = String(inWords(methodWords, row.method, language))
        const status = String(inWords(operationStateWords, row.status, language))
        return cellsOf({ ...row, method, status }, operationsColumns, language)
      })
    },
  }
}

function rowOf(record: OperationRecord, more: More | undefined): Row {
  const isPaid = record.status === 'N'
  const parts = isPaid ? more?.parts : undefined
  return {
    timestamp: record.timestamp,
    paid: record.paid_at,
    transaction: record.transaction,
    reference: record.reference.number,
    description: record.reference.description,
    method: record.payment_method,
    status: record.status,
    payer: record.card.holder_name || (more?.payer ?? ''),
    brand: record.card.type,
    digits: record.card.number,
    authorization: record.authorization_code,
    gross: record.total.amount,
    tip: record.tip.amount,
    fee: parts === undefined ? null : formatAmount(parts.fee),
    iva: parts === undefined ? null : formatAmount(parts.iva),
    share: parts === undefined ? null : formatAmount(parts.share),
    net: parts === undefined ? null : formatAmount(parts.total - parts.fee - parts.iva - parts.share),
    refunded: record.refunded.amount,
    disputed: record.disputed.amount,
    months: record.monthly_installments,
    key: more?.key ?? null,
    payout: more?.payout?.day ?? null,
    payoutKey: more?.payout?.tracking_key ?? null,
  }
}

/** What the record of an operation does not have. */
interface More {
  parts: { total: number; fee: number; iva: number; share: number }
  payer: string
  key: string | null
  payout: { day: string; tracking_key: string } | undefined
}

async function readMore(db: Kysely<Tables>, accountId: string, records: OperationRecord[]): Promise<Map<string, More>> {
  const ids = records.map(({ transaction }) => transaction)
  if (ids.length === 0) return new Map()
  const [rows, received] = await Promise.all([
    db
      .selectFrom('operations')
      .select(['id', 'total_centavos', 'fee_centavos', 'iva_centavos', 'affiliate_centavos', 'posted_day'])
      .where('id', 'in', ids)
      .where(unindexed('account_id'), '=', accountId)
      .execute(),
    db
      .selectFrom('payments_received')
      .select(['operation_id', 'rail', 'payer_name', 'network_transaction'])
      .where('account_id', '=', accountId)
      .where('operation_id', 'in', ids)
      .where('outcome', 'in', ['matched', 'accepted'])
      .execute(),
  ])
  const payments = new Map(received.map((one) => [one.operation_id, one]))
  const payoutOf = await readPayouts(
    db,
    accountId,
    rows.flatMap(({ posted_day }) => posted_day ?? []),
  )
  return new Map(
    rows.map((row) => {
      const payment = payments.get(row.id)
      return [
        row.id,
        {
          parts: {
            total: row.total_centavos,
            fee: row.fee_centavos,
            iva: row.iva_centavos,
            share: row.affiliate_centavos,
          },
          payer: payment?.payer_name ?? '',
          key: payment && hasTrackingKey(payment.rail) ? payment.network_transaction : null,
          payout: row.posted_day === null ? undefined : payoutOf(row.posted_day),
        },
      ]
    }),
  )
}

/** The newest payout of the merchant that covers a day and did not fail. */
async function readPayouts(db: Kysely<Tables>, accountId: string, days: string[]) {
  if (days.length === 0) return () => undefined
  const inOrder = days.toSorted()
  const [first = '', last = ''] = [inOrder[0], inOrder.at(-1)]
  const payouts = await db
    .selectFrom('payouts')
    .select(['day', 'from_day', 'to_day', 'tracking_key'])
    .where('account_id', '=', accountId)
    .where('affiliate', '=', '')
    .where('day', '>=', first)
    .where('day', '<=', addDays(last, PAID_OUT_WITHIN_DAYS))
    .where('state', 'in', ['pending', 'paid'])
    .orderBy('day', 'desc')
    .execute()
  return (day: string) => payouts.find(({ from_day, to_day }) => from_day <= day && day <= to_day)
}

// The chart of accounts: a merchant's codes and names of the ledger's accounts.
import { keptObject } from '../core/kept-json.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { type LedgerAccount, ledgerAccounts } from './postings.ts'
import type { LedgerChartRow } from './tables.ts'

interface AccountCode {
  code: string
  name: string
}

/** The codes that a merchant has set. */
export type OwnCodes = { [A in LedgerAccount]?: AccountCode }

export type Chart = Record<LedgerAccount, AccountCode & { isDefault: boolean }>

const NONE: AccountCode = { code: '', name: '' }
const OWED: AccountCode = { code: '107.05', name: 'Otros deudores diversos' }

/**
 * The codes of the tax office (código agrupador, annex 24) where a merchant's books have one for it: what the service owes the merchant, its
 * fees, and their IVA. Of the others the merchant's own bookkeeping decides.
 */
const defaults: Partial<Record<LedgerAccount, AccountCode>> = {
  'payable:merchant': OWED,
  'payable:reserve': OWED,
  'payable:disputes': OWED,
  payouts: OWED,
  'income:fees': { code: '701.10', name: 'Comisiones bancarias' },
  'payable:iva': { code: '118.01', name: 'IVA acreditable pagado' },
}

export function readChartRow({ db }: Store, accountId: string): Promise<LedgerChartRow | undefined> {
  return rowOf(db, 'ledger_charts', { account_id: accountId }, ['account_id', 'codes', 'updated_at'])
}

/** Every ledger account: with the merchant’s own code, otherwise the default. */
export function chartOf(row: Pick<LedgerChartRow, 'codes'> | undefined): Chart {
  const codes = codesOf(row)
  return Object.fromEntries(
    ledgerAccounts.map((account) => {
      const own = codes[account]
      return [account, { ...(own ?? defaults[account] ?? NONE), isDefault: own === undefined }]
    }),
  ) as Chart
}

/** Codes that somebody has made unreadable are none. */
export function codesOf(row: Pick<LedgerChartRow, 'codes'> | undefined): OwnCodes {
  const codes = Object.entries(keptObject(row?.codes ?? '') ?? {})
  return Object.fromEntries(codes.filter(([, one]) => isCode(one))) as OwnCodes
}

function isCode(one: unknown): one is AccountCode {
  const { code, name } = (one ?? {}) as Partial<AccountCode>
  return typeof code === 'string' && typeof name === 'string'
}

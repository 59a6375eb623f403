// Records the payout account that an account is opened with as a change, because the audit reads changes.
import type { PayoutAccountChangeRow } from '../payouts/tables.ts'
import type { AccountRow } from './tables.ts'

/** A row of `payout_account_changes`. */
export function firstPayoutAccount(
  { id, created_at }: Pick<AccountRow, 'id' | 'created_at'>,
  clabe: string,
): PayoutAccountChangeRow {
  return {
    id: `pac_0${id}`,
    account_id: id,
    affiliate: '',
    clabe,
    previous_clabe: null,
    state: 'changed',
    language: 'es',
    code_hash: null,
    tries: 0,
    confirm_until: created_at,
    requested_by: '',
    requested_operator: '',
    confirmed_by: null,
    requested_at: created_at,
    confirmed_at: null,
    effective_at: null,
    ended_at: created_at,
  }
}

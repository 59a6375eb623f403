// Lists by type or state read their index, also when few rows have it; so do the search for accounts whose month is over, and the sum of what
// refunds took from a reserve.

export const listsByState = {
  name: '0132-lists-by-state',
  statements: [
    'create index events_by_type on events (account_id, type, id)',
    'create index refunds_by_state on refunds (account_id, state, id)',
    'create index disputes_by_state on disputes (account_id, state, id)',
    'create index accounts_to_close on accounts (fees_month, id)',
    'create index refunds_from_reserve on refunds (account_id, reserve_centavos) where reserve_centavos > 0',
  ],
}

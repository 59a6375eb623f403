// Lists by type or state read their index, also when few rows have it; and what refunds took from a reserve is summed without reading the others.

export const listsByState = {
  name: '0134-lists-by-state',
  statements: [
    'create index events_by_type on events (account_id, type, id)',
    'create index refunds_by_state on refunds (account_id, state, id)',
    'create index disputes_by_state on disputes (account_id, state, id)',
    'create index refunds_from_reserve on refunds (account_id, reserve_centavos) where reserve_centavos > 0',
  ],
}

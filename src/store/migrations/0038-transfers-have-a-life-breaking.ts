// Transfers are accepted, settled, rejected or returned; operations say what became of the money that was given back.

export const transferLives = {
  name: '0038-transfers-have-a-life-breaking',
  statements: [
    'alter table transfers rename column sent_at to settled_at',
    'alter table transfers add column accepted_at text',
    'alter table transfers add column asked_at text',
    'alter table transfers add column network_at text',
    `alter table transfers add column state_at text not null default ''`,
    `alter table transfers add column reason text not null default ''`,
    'alter table transfers add column replaces text',
    'alter table transfers add column replaced_by text',
    `update transfers set state = 'settled' where state = 'sent'`,
    `update transfers set state = 'rejected' where state = 'failed'`,
    'update transfers set state_at = coalesce(settled_at, created_at)',
    // The bank may have one whose answer never came.
    `update transfers set asked_at = created_at where state = 'pending' and attempts > 0 and rail = 'spei'`,
    'create index transfers_by_account on transfers (account_id, id) where account_id is not null',
    `create index transfers_open on transfers (state_at) where state in ('pending', 'accepted')`,
    `create index transfers_failed on transfers (id)
      where state in ('rejected', 'returned') and replaced_by is null and kind <> 'payout'`,
    `create index transfers_returned on transfers (id) where state = 'returned'`,
    'create unique index transfers_replace_once on transfers (replaces) where replaces is not null',
    `alter table operations add column refund_state text not null default ''`,
    `update operations set refund_state = 'pending' where status = 'cancelled' and has_devolution = 1 and id in (
        select operation_id from transfers where kind = 'refund' and operation_id is not null
      )`,
    ...['settled', 'rejected'].map(
      (state) => `update operations set refund_state = '${state}', has_devolution = ${state === 'settled' ? 1 : 0}
        where refund_state = 'pending' and id in (
          select operation_id from transfers where kind = 'refund' and state = '${state}' and operation_id is not null
        )`,
    ),
  ],
}

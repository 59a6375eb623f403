// Which tables of accounts a statement asks without an account, and which beside one of the coordinator.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { besideCoordinator, unnamedTables } from '../../support/harness/naming.ts'

const naming = [
  `select id from refunds where account_id = ? and id = ?`,
  `select "id" from "refunds" where "account_id" = $1 and "id" = $2 order by "id" limit $3`,
  `select r.id from refunds as r join operations o on o.account_id = r.account_id and o.id = r.operation_id where o.account_id = ?`,
  `select id from refunds where (account_id, id) in (select account_id, id from refunds where account_id = ?)`,
  `select id from refunds where account_id in (?, ?)`,
  `update "refunds" set "state" = ? where "account_id" = ? and "id" = ?`,
  `delete from refunds where ? = refunds.account_id`,
  `insert into "refunds" ("account_id", "id") values (?, ?)`,
  `insert into refund_rules (account_id, card_days) select account_id, 1 from refunds where account_id = ?`,
  `select name from accounts where id = ? and exists (select 1 from refunds where refunds.account_id = accounts.id)`,
  `select name from clock, (select id from refunds where account_id = ?) as two`,
  `with due as materialized (select id from refunds where account_id = ?) select id from due`,
  `select coalesce((select 1 from refunds where account_id = ? limit 1), 0) as one, id from clock`,
  `select id from refunds where account_id = ? union all select id from transfers where account_id = ?`,
  `select name from users where id is distinct from ? and id = ?`,
  `select id from refunds where "account_id" || '' = ? and id in (?, ?)`,
  `select 1 from refunds join disputes on disputes.account_id = refunds.account_id where "refunds"."account_id" || '' = ?`,
  `select 1 from user_sessions s join user_roles r on r.account_id = s.account_id where s.account_id = ? and s.token_hash = ?`,
]

const unnamed: [string, string[]][] = [
  [`select id from refunds where id = ?`, ['refunds']],
  [`select id from refunds where account_id || 'x' = ?`, ['refunds']],
  [`select "id" from "refunds" where "id" = $1 and "state" = $2`, ['refunds']],
  [`select 1 from refunds as r join operations o on o.id = r.operation_id where r.account_id = ?`, ['operations']],
  [`select 1 from refunds r join operations o on o.account_id = r.account_id`, ['refunds', 'operations']],
  [`select 1 from refunds r left join operations on operations.id = r.operation_id`, ['refunds', 'operations']],
  [`update refunds set leased_until = ? where id in (select id from refunds where account_id = ?)`, ['refunds']],
  [`delete from refunds`, ['refunds']],
  [`insert into refunds (id) values (?)`, ['refunds']],
  [`select account_id from refunds where id = ?`, ['refunds']],
  [`select id from refunds where account_id > ?`, ['refunds']],
  [`select id from refunds where (account_id, id) > (?, ?)`, ['refunds']],
  [`select id from clock where exists (select 1 from refunds where due_at < ?)`, ['refunds']],
  [`select id from refunds where account_id = ? union all select id from transfers`, ['transfers']],
  [
    `select 1 from refunds, operations where refunds.account_id = ? and refunds.operation_id = operations.id`,
    ['operations'],
  ],
  [`with due as (select id from refunds) select id from refunds where account_id = ?`, ['refunds']],
  [`select id from accounts where name = ?`, ['accounts']],
  [`select id from refunds where account_id || '' > ?`, ['refunds']],
  // Every machine has the sessions of people: which machine has the role, the token does not say.
  [
    `select 1 from user_sessions s join user_roles r on r.account_id = s.account_id where s.token_hash = ?`,
    ['user_roles'],
  ],
]

describe('a statement on rows of accounts', () => {
  for (const text of naming) test(`names the account: ${text}`, () => assert.deepEqual(unnamedTables(text), []))
  for (const [text, found] of unnamed) test(`does not: ${text}`, () => assert.deepEqual(unnamedTables(text), found))
})

describe('a table of the coordinator', () => {
  const beside: [string, string[]][] = [
    [`select id from processes where seen_ms > ?`, []],
    [`with late as (select id from processes) select id from late`, []],
    [`insert into "probes" ("id") values ($1)`, []],
    [`select 1 from processes join clock on clock.id = 1`, ['processes', 'clock']],
    [
      `select id from refunds where account_id = ? and id in (select name from connector_state)`,
      ['refunds', 'connector_state'],
    ],
    [`select (select id from clock), (select max(id) from unread_reports)`, ['clock', 'unread_reports']],
  ]
  for (const [text, found] of beside)
    test(`is ${found.length === 0 ? 'alone' : 'not alone'}: ${text}`, () =>
      assert.deepEqual(besideCoordinator(text), found))
})

// The service as most teams would write it: Fastify and a PostgreSQL pool, one transaction for each request, six statements.
// It is honest and tuned: prepared statements, a pool of the same size, a serializer, no logging.
import { randomUUID } from 'node:crypto'
import { createRequire } from 'node:module'
import Fastify from 'fastify'

const { Pool } = createRequire(import.meta.url)('pg')
const pool = new Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_CONNECTIONS ?? 10),
})

await pool.query(`
  create table if not exists plain_credentials (app_key text primary key, account_id text not null, secret_hash text not null);
  create table if not exists plain_operations (id uuid primary key, account_id text not null, created_at timestamptz not null,
    method text not null, status text not null, total bigint not null, description text not null, reference text unique,
    expires_at timestamptz not null);
  create index if not exists plain_operations_by_account on plain_operations (account_id, created_at desc);
  create table if not exists plain_events (id uuid primary key, account_id text not null, operation_id uuid not null,
    type text not null, created_at timestamptz not null);
  create table if not exists plain_totals (account_id text, day date, operations bigint not null, total bigint not null,
    primary key (account_id, day));
  create sequence if not exists plain_reference;
  insert into plain_credentials values ('key', 'account', 'hash') on conflict do nothing`)

const app = Fastify({ logger: false })
const text = { type: 'string' } as const
const response = {
  200: {
    type: 'object',
    properties: { success: { type: 'boolean' }, result: { type: 'object', additionalProperties: true } },
  },
}
const body = { type: 'object', required: ['total'], properties: { total: { type: 'number' }, store: text } } as const

app.post('/voucher', { schema: { body, response } }, async (request) => {
  const { total } = request.body as { total: number }
  const client = await pool.connect()
  try {
    await client.query('begin')
    const found = await client.query({
      name: 'credential',
      text: 'select account_id from plain_credentials where app_key = $1',
      values: ['key'],
    })
    const accountId = found.rows[0].account_id
    const next = await client.query({ name: 'reference', text: "select nextval('plain_reference') as n", values: [] })
    const id = randomUUID()
    const reference = `93${String(next.rows[0].n).padStart(12, '0')}`
    const centavos = Math.round(total * 100)
    await client.query({
      name: 'operation',
      text: `insert into plain_operations values ($1, $2, now(), 'OXX', 'P', $3, $4, $5, now() + interval '3 days')`,
      values: [id, accountId, centavos, 'Pedido 1', reference],
    })
    await client.query({
      name: 'event',
      text: `insert into plain_events values ($1, $2, $3, 'voucher.issued', now())`,
      values: [randomUUID(), accountId, id],
    })
    await client.query({
      name: 'totals',
      text: `insert into plain_totals values ($1, current_date, 1, $2)
        on conflict (account_id, day) do update set operations = plain_totals.operations + 1, total = plain_totals.total + $2`,
      values: [accountId, centavos],
    })
    await client.query('commit')
    return { success: true, result: { transaction: id, payment_id: reference, status: 2, status_code: 'pending' } }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
})

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })

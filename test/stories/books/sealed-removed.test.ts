// What is sealed opens in its own row for ever, so an older copy of it opens too, and what is gone opens nowhere: both are named by the audit.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { readConfig } from '../../../src/config.ts'
import { totpCode, totpStep } from '../../../src/console/sign-in/totp.ts'
import type { Value } from '../../../src/core/table.ts'
import { audit } from '../../../src/service/audit.ts'
import { openSealedWith, sealedColumns } from '../../../src/service/sealed-columns.ts'
import { run } from '../../../src/store/write.ts'
import { createAtRest } from '../../../src/vault/at-rest.ts'
import { existingAtRestKeys } from '../../../src/vault/at-rest-key.ts'
import { reseal } from '../../../src/vault/reseal.ts'
import { fromBase32 } from '../../support/fixtures/authenticator.ts'
import { tokenFor } from '../../support/fixtures/cards.ts'
import { APPROVED } from '../../support/fixtures/charges.ts'
import { PASSWORD, person, type SignedIn } from '../../support/fixtures/console.ts'
import { decided, disputed, paidByCard, upload } from '../../support/fixtures/disputes.ts'
import { pngFile } from '../../support/fixtures/evidence-files.ts'
import { moveClock, payAtStore, payBySpei, speiVoucher, storeVoucher } from '../../support/fixtures/payers.ts'
import { onBothEngines, type World } from '../../support/harness/world.ts'

const keysOf = ({ environment }: World) => existingAtRestKeys(readConfig(environment))

async function faults(world: World): Promise<string[]> {
  const { invariants } = await audit(world.service.store, { openSealed: openSealedWith(createAtRest(keysOf(world))) })
  return invariants.filter(({ first }) => first !== null).map(({ name, first }) => `${name}: ${first?.id}`)
}

/** The store records what it changes by itself, and nothing of a text that it does not read. */
async function change({ service: { store } }: World, statement: RawBuilder<unknown>): Promise<void> {
  await store.commit([run(statement.compile(store.db))])
}

/** Puts a value there behind the program's back, as somebody with a client of the database does; answers what stood there. */
async function altered(
  world: World,
  table: string,
  id: string,
  set: Record<string, Value>,
): Promise<Record<string, Value>> {
  const { db } = world.service.store
  const { rows } = await sql<Record<string, Value>>`select * from ${sql.table(table)} where id = ${id}`.execute(db)
  const [row] = rows
  assert.ok(row, `${table} ${id}`)
  const sets = Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
  await change(world, sql`update ${sql.table(table)} set ${sql.join(sets)} where id = ${id}`)
  return Object.fromEntries(Object.keys(set).map((column) => [column, row[column] ?? null]))
}

async function withApp(one: SignedIn): Promise<void> {
  const { key, offer } = (await one.call('POST', '/v1/console/second-factor', {})).body.result
  const code = totpCode(fromBase32(key), totpStep(Date.now()))
  const confirmed = await one.call('POST', '/v1/console/second-factor/confirm', { offer, code, password: PASSWORD })
  assert.equal(confirmed.status, 200, confirmed.text)
}

onBothEngines('what is sealed is recorded like the authority beside it', (world) => {
  test('an authenticator that is taken away, or put back after it was removed, is named', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const ana = await person(world(), merchant, 'owner')
    const { id } = ana.session.person
    // Of what is changed twice within two seconds the audit takes either.
    await moveClock(merchant, { advance: 'PT3S' })
    await withApp(ana)
    const first = await altered(world(), 'users', id, { sealed_totp: null })
    assert.deepEqual(await faults(world()), [`authority: users ${id}`], 'taken away')
    await altered(world(), 'users', id, first)
    assert.deepEqual(await faults(world()), [])

    await moveClock(merchant, { advance: 'PT3S' })
    const removed = await ana.call('POST', '/v1/console/second-factor/remove', { password: PASSWORD })
    assert.equal(removed.status, 200, removed.text)
    assert.deepEqual(await faults(world()), [])
    await altered(world(), 'users', id, first)
    assert.deepEqual(await faults(world()), [`authority: users ${id}`], 'put back')
    await altered(world(), 'users', id, { sealed_totp: null })

    await moveClock(merchant, { advance: 'PT3S' })
    await withApp(ana)
    const second = await altered(world(), 'users', id, first)
    assert.deepEqual(await faults(world()), [`authority: users ${id}`], 'an earlier one')
    await altered(world(), 'users', id, second)
    assert.deepEqual(await faults(world()), [])
  })

  test('a webhook’s secret of before a rotation, and none, are named', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const { id } = (await merchant.post('/v1/webhook', { url: 'http://127.0.0.1:9/' })).body.result
    await moveClock(merchant, { advance: 'PT3S' })
    assert.equal((await merchant.post(`/v1/webhook/${id}/rotate-secret`, {})).status, 200)
    assert.deepEqual(await faults(world()), [])
    const { sealed_previous } = await altered(world(), 'webhook_endpoints', id, { sealed_previous: null })
    assert.deepEqual(await faults(world()), [`authority: webhook_endpoints ${merchant.accountId}/${id}`])
    const { sealed_secret } = await altered(world(), 'webhook_endpoints', id, {
      sealed_previous: sealed_previous ?? null,
      sealed_secret: sealed_previous ?? null,
    })
    assert.deepEqual(await faults(world()), [`authority: webhook_endpoints ${merchant.accountId}/${id}`])
    await altered(world(), 'webhook_endpoints', id, { sealed_secret: sealed_secret ?? null })
    assert.deepEqual(await faults(world()), [])
  })

  test('a saved card that lost its number, or got it back after it was deleted, is named', async () => {
    const merchant = await world().merchant()
    await moveClock(merchant, { freeze: true })
    const customer = (await merchant.post('/v1/customer', { name: 'Ana', email: 'ana@ejemplo.mx' })).body.result.id
    const token = await tokenFor(world(), merchant, APPROVED)
    const card = (await merchant.post(`/v1/customer/${customer}/cards`, { token })).body.result.token
    const number = await altered(world(), 'cards', card, { sealed_number: '' })
    assert.deepEqual(await faults(world()), [`authority: cards ${merchant.accountId}/${card}`])
    await altered(world(), 'cards', card, number)
    await moveClock(merchant, { advance: 'PT3S' })
    const deleted = await merchant.call('DELETE', `/v1/customer/${customer}/cards/${card}`)
    assert.equal(deleted.status, 200, deleted.text)
    assert.deepEqual(await faults(world()), [])
    await altered(world(), 'cards', card, number)
    assert.deepEqual(await faults(world()), [`authority: cards ${merchant.accountId}/${card}`])
    await altered(world(), 'cards', card, { sealed_number: '' })
    assert.deepEqual(await faults(world()), [])
  })

  test('a dispute’s file of which a part is gone is named', async () => {
    const merchant = await world().merchant()
    const { id } = await disputed(merchant, await paidByCard(world(), merchant, 500))
    const uploaded = await upload(world(), merchant, id, pngFile(8, 8))
    assert.equal(uploaded.status, 200, uploaded.text)
    assert.deepEqual(await faults(world()), [])
    const { db } = world().service.store
    const { rows } = await sql<Record<string, Value>>`select * from dispute_file_parts
      where account_id = ${merchant.accountId}`.execute(db)
    await change(world(), sql`delete from dispute_file_parts where account_id = ${merchant.accountId}`)
    assert.deepEqual(await faults(world()), [`disputes: ${id}`])
    for (const row of rows)
      await change(
        world(),
        sql`insert into dispute_file_parts (${sql.join(Object.keys(row).map((name) => sql.ref(name)))})
          values (${sql.join(Object.values(row))})`,
      )
    assert.deepEqual(await faults(world()), [])
    await decided(merchant, id, 'lost')
  })

  test('a code and a link are sent to their receiver only, in their own letter', async () => {
    const merchant = await world().merchant()
    const sold = await speiVoucher(merchant, { total: 40_000 })
    await payBySpei(merchant, { transaction: sold.transaction })
    const { transaction } = await storeVoucher(merchant)
    await payAtStore(merchant, { transaction })
    await merchant.call('PUT', '/v1/settlement/account', { clabe: '002010077777777771' })
    await world().work()
    const mails = async () => (await merchant.get('/v1/sandbox/mailbox?limit=100')).body.result.messages.length
    const before = await mails()
    const change = await merchant.call('PUT', '/v1/settlement/account', { clabe: '646180118012345673' })
    assert.equal(change.body.result.change.status, 'requested', change.text)
    const link = await merchant.post(`/v1/operations/${transaction}/refunds`, {
      destination: { email: 'ana@example.mx' },
    })
    assert.equal(link.status, 200, link.text)
    const { db } = world().service.store
    const { rows } = await sql<Record<'id' | 'recipient' | 'letter', string>>`select id, recipient, letter from messages
      where account_id = ${merchant.accountId} and sealed_code is not null order by id`.execute(db)
    assert.equal(rows.length, 2)
    const named = (id: string) => faults(world()).then((all) => assert.deepEqual(all, [`sealed: messages ${id}`]))
    for (const { id } of rows)
      for (const set of [{ recipient: 'ladron@example.mx' }, { letter: '{}' }, { channel: 'sms' }]) {
        const was = await altered(world(), 'messages', id, set)
        await named(id)
        await altered(world(), 'messages', id, was)
      }
    assert.deepEqual(await faults(world()), [])
    for (const { id } of rows) await altered(world(), 'messages', id, { recipient: 'ladron@example.mx' })
    await world().work()
    const sent = (await merchant.get('/v1/sandbox/mailbox?limit=100')).body.result.messages
    assert.deepEqual([sent.length, JSON.stringify(sent).includes('ladron')], [before, false])
    for (const { id, recipient } of rows) await altered(world(), 'messages', id, { recipient })
  })

  test('what is sealed again under another key is recorded as well', async () => {
    const { current } = keysOf(world())
    const { store } = world().service
    const other = Buffer.alloc(32, 7)
    const [there, back] = [
      createAtRest({ current: other, previous: [current] }),
      createAtRest({ current, previous: [other] }),
    ]
    for (const column of sealedColumns) await reseal({ store, atRest: there }, column)
    const { invariants } = await audit(store, { openSealed: openSealedWith(there) })
    assert.deepEqual(
      invariants.filter(({ first }) => first !== null),
      [],
    )
    for (const column of sealedColumns) await reseal({ store, atRest: back }, column)
    assert.deepEqual(await faults(world()), [])
  })
})

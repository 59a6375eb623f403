// The plan of distribution over a cluster, made of the definitions of the tables, and what a batch is there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely'
import { accountColumnOf, type Owner, type Table, table, text } from '../../../../src/core/table.ts'
import { nothingEarlier } from '../../../../src/events/webhooks/lane.ts'
import { distribute, lackingOf, refuseUnready } from '../../../../src/store/cluster/distribute.ts'
import { duplicateIn, stepsOf } from '../../../../src/store/cluster/distributed-batch.ts'
import { liesWithAccounts, planOf, unfitFor } from '../../../../src/store/cluster/distribution-plan.ts'
import { NoDatabase } from '../../../../src/store/no-database.ts'
import { referencesOf } from '../../../../src/store/schema/create-tables.ts'
import { unindexed, withPlainAccounts } from '../../../../src/store/unindexed.ts'
import { insert } from '../../../../src/store/write.ts'
import { tables } from '../../../../src/tables.ts'

const accounts = table('accounts', { work: { id: text() } }, { owner: 'account', key: 'id' })

/** Tables that a cluster takes: each refers to accounts, to tables that every machine has, and of its account to earlier ones. */
const fitting = fc
  .array(
    fc.record({
      owner: fc.constantFrom<Owner>('account', 'directory', 'shared', 'coordinator'),
      refers: fc.array(fc.nat()),
      hasUnique: fc.boolean(),
    }),
    { maxLength: 12 },
  )
  .map((given): Table[] => {
    const made: Table[] = [accounts]
    for (const [at, { owner, refers, hasUnique }] of given.entries()) {
      const own = { account: 'account_id', directory: 'value', shared: 'id', coordinator: 'id' }[owner]
      const references: Record<string, string> = owner === 'account' ? { account_id: 'accounts' } : {}
      for (const n of owner === 'coordinator' ? [] : refers) {
        const other = made[n % made.length] as Table
        if (other.keys.owner === 'shared') references[`other_${n}`] = other.name
        else if (owner === 'account' && other.keys.owner === 'account' && other !== accounts)
          references[`account_id, other_${n}`] = other.name
      }
      const unique: Record<string, string> = hasUnique ? { [`t${at}_once`]: `${own}, name where name <> ''` } : {}
      made.push(
        table(`t${at}`, { work: { [own]: text(), name: text() } }, { owner, key: `${own}, name`, references, unique }),
      )
    }
    return made
  })

const shuffled = (all: readonly Table[]) => fc.shuffledSubarray([...all], { minLength: all.length })
const placed = (plan: ReadonlyMap<string, string | undefined>, names: readonly string[]) =>
  names.map((name) => {
    const by = plan.get(name)
    return {
      name,
      by: by ?? null,
      everywhere: by === undefined ? 1 : 0,
      group: liesWithAccounts(name, by) ? 1 : 2,
    } as const
  })

test('the plan has each table but those of the coordinator once, behind those that it refers to, by its account, by its value or on every machine', () => {
  fc.assert(
    fc.property(fitting.chain(shuffled), (all) => {
      const plan = planOf(all)
      const order = [...plan.keys()]
      const distributed = all.filter(({ keys }) => keys.owner !== 'coordinator')
      assert.deepEqual([...order].sort(), distributed.map(({ name }) => name).sort())
      for (const { name, keys } of distributed) {
        for (const other of Object.values(keys.references ?? {})) assert(order.indexOf(other) < order.indexOf(name))
        const ofAccount = name === 'accounts' ? 'id' : 'account_id'
        const own = { account: ofAccount, directory: 'value', shared: undefined, coordinator: undefined }
        assert.equal(plan.get(name), own[keys.owner])
      }
      assert.deepEqual(unfitFor(all), [])
    }),
  )
})

test('every table of this version fits', () => {
  assert.deepEqual(unfitFor(tables), [])
  const order = [...planOf(tables).keys()]
  for (const [name, by] of planOf(tables))
    if (liesWithAccounts(name, by) && name !== 'accounts') assert(order.indexOf('accounts') < order.indexOf(name), name)
  // A machine that is away keeps back only the cards whose envelopes fall to it. A table that every machine has cannot be written then.
  assert.equal(planOf(tables).get('envelope_claims'), 'wrapped_key')
  assert.equal(planOf(tables).get('directory'), 'value')
  assert.equal(planOf(tables).get('sequences'), 'name')
  // Nor the vouchers of a network that answers late: what it was asked to issue lies with the account. What its connector keeps is on the coordinator.
  assert.equal(planOf(tables).get('abandoned_references'), 'account_id')
  for (const name of ['connector_state', 'probes', 'processes', 'unread_reports'])
    assert(!planOf(tables).has(name), name)
})

test('a key without the account, a column that may be null and a reference to elsewhere are each named', () => {
  const broken: [name: string, change: (one: Table) => Table, says: RegExp][] = [
    ['key', (one) => ({ ...one, keys: { ...one.keys, key: 'name' } }), /_pkey of t\d+ does not contain/],
    [
      'unique',
      (one) => ({ ...one, keys: { ...one.keys, unique: { bad: `name where account_id = ''` } } }),
      /^bad of t\d+ does not contain/,
    ],
    [
      'null',
      (one) => ({ ...one, classes: { fact: { account_id: text().orNull(), value: text().orNull(), name: text() } } }),
      /may have rows without/,
    ],
    [
      'reference',
      (one) => ({ ...one, keys: { ...one.keys, references: { name: 'accounts' } } }),
      /\(name\) refers to accounts, whose rows lie elsewhere/,
    ],
  ]
  fc.assert(
    fc.property(fitting, fc.constantFrom(...broken), fc.nat(), (all, [what, change, says], n) => {
      // The directory lies by the first column of its key, whichever that is.
      const able = all
        .filter(({ keys }) => keys.owner === 'account' || (keys.owner === 'directory' && what !== 'key'))
        .filter((one) => one !== accounts)
      fc.pre(able.length > 0)
      const one = able[n % able.length] as Table
      const sentences = unfitFor(all.map((other) => (other === one ? change(one) : other)))
      assert.equal(sentences.length, 1)
      assert.match(sentences[0] ?? '', says)
      assert(sentences[0]?.includes(one.name))
    }),
  )
})

test('a reference from or to a table of the coordinator is named', () => {
  const alone = table('alone', { work: { id: text() } }, { owner: 'coordinator', key: 'id' })
  const everywhere = table('everywhere', { work: { id: text() } }, { owner: 'shared', key: 'id' })
  const refers = (one: Table, other: Table): Table => ({
    ...one,
    keys: { ...one.keys, references: { id: other.name } },
  })
  for (const [from, to] of [
    [alone, everywhere],
    [everywhere, alone],
  ] as const) {
    const sentence = `${from.name} (id) refers to ${to.name}, whose rows lie elsewhere`
    assert.deepEqual(unfitFor([refers(from, to), to]), [sentence])
  }
})

test('what is half distributed is continued in order, and a table that lies otherwise is refused', () => {
  fc.assert(
    fc.property(fitting, fc.nat(), (all, n) => {
      const plan = planOf(all)
      const order = [...plan.keys()]
      const done = n % (order.length + 1)
      const places = placed(plan, order.slice(0, done))
      assert.deepEqual(lackingOf(plan, places), order.slice(done))
      const wrong = places.map((place, at) =>
        at === done - 1 ? { ...place, by: 'name', everywhere: 0 as const } : place,
      )
      if (done > 0) assert.throws(() => lackingOf(plan, wrong), NoDatabase)
    }),
  )
})

test('a cluster that is not ready is refused with a remedy', () => {
  const good = { isCoordinator: true, count: 2 }
  const worker = { node: 'w1:5432', success: 1, result: '13.2-1' } as const
  refuseUnready('13.2-1', good, [worker])
  const refused: [RegExp, Parameters<typeof refuseUnready>][] = [
    [/point it to the coordinator/, ['13.2-1', { ...good, isCoordinator: false }, [worker]]],
    [/no worker: add one/, ['13.2-1', { ...good, count: 0 }, []]],
    [/no worker: add one/, ['13.2-1', { isCoordinator: false, count: 0 }, []]],
    [
      /w1:5432 does not let the coordinator in \(no route\)/,
      ['13.2-1', good, [{ ...worker, success: 0, result: 'no route' }]],
    ],
    [/w1:5432 lacks the extension: run create extension citus/, ['13.2-1', good, [{ ...worker, result: '' }]]],
    [/w1:5432 has Citus 12.1-1 and the coordinator 13.2-1/, ['13.2-1', good, [{ ...worker, result: '12.1-1' }]]],
  ]
  for (const [says, given] of refused)
    assert.throws(
      () => refuseUnready(...given),
      (error: unknown) => error instanceof NoDatabase && says.test(error.message),
    )
})

test('a refused row is known by the index of its shard, in any language', () => {
  for (const { name, keys } of tables)
    for (const [index, on] of Object.entries({ [`${name}_pkey`]: keys.key, ...keys.unique })) {
      // A machine shortens longer names behind the number of the shard.
      assert(index.length <= 50, `${index} is long`)
      if (on === '') continue
      const columns = on.split(' where ')[0]?.split(', ')
      for (const message of [
        `duplicate key value violates unique constraint "${index}_102008"`,
        `llave duplicada viola restricción de unicidad «${index}_102008»`,
      ]) {
        const found = duplicateIn(message)
        assert.equal(found?.table, name)
        assert.deepEqual(found?.columns, columns)
      }
    }
  assert.equal(duplicateIn('duplicate key value violates unique constraint "of_another_1020"'), undefined)
})

test('a batch on a cluster is one statement for each write and each updated row, with the rows that it must touch', () => {
  const steps = stepsOf([
    insert('cursors', { reader: 'search', bucket: 1, position: 2, id: 'evt_1', turn: 0 }),
    {
      kind: 'updates',
      table: 'cursors',
      rows: [1, 2].map((bucket) => ({ set: { id: `evt_${bucket}` }, where: { reader: 'search', bucket } })),
    },
  ])
  assert.deepEqual(
    steps.map((step) =>
      typeof step === 'function' ? 'made of rows' : [step.text.split(' ')[0], step.values.length, step.touches],
    ),
    [
      ['insert', 5, undefined],
      ['update', 3, 1],
      ['update', 3, 1],
    ],
  )
})

test('a statement for a cluster compares the account plainly, and other columns as they were', () => {
  const [name, own] = ['"refunds"."account_id"', '"refunds"."transfer_id"']
  assert.equal(
    withPlainAccounts(`select 1 where ${name} || '' = $1 and account_id || '' = $2 and ${own} || '' = $3`),
    `select 1 where ${name} = $1 and account_id = $2 and ${own} || '' = $3`,
  )
  fc.assert(
    fc.property(fc.constantFrom(...tables), (table) => {
      const column = accountColumnOf(table)
      fc.pre(column === 'account_id')
      const plain = `select 1 from ${table.name} where "account_id" = $1 and state = 'a'`
      const { sql: text } = compiled(
        sql`select 1 from ${sql.raw(table.name)} where ${unindexed('account_id')} = ${'a'} and state = 'a'`,
      )
      assert.notEqual(text, plain)
      assert.equal(withPlainAccounts(text), plain)
      assert.equal(withPlainAccounts(plain), plain)
    }),
  )
})

test('a lane of webhooks names its account by its value in every sub-select', () => {
  const { sql: text } = compiled(nothingEarlier('waiting', sql`${'acc'}`))
  assert.equal(text.match(/account_id = \$\d+/g)?.length, 3)
  assert.doesNotMatch(text, /account_id"? = "/)
})

/** A coordinator that refuses one statement: it knows how tables lie, and their references. */
function coordinator(refusedAt: number) {
  const plan = planOf(tables)
  const placed = new Set<string>()
  const keys = new Map(
    tables.flatMap((table) =>
      referencesOf(table).map((one) => [`${table.name} ${one.text}`, { ...one, name: table.name }]),
    ),
  )
  let asked = 0
  const run = async (text: string): Promise<unknown[]> => {
    asked += 1
    if (asked === refusedAt) throw new Error('the connection was lost')
    if (text.includes('pg_dist_partition'))
      return [...placed].map((name) => {
        const by = plan.get(name)
        return { name, by: by ?? null, everywhere: by === undefined ? 1 : 0, group: liesWithAccounts(name, by) ? 1 : 2 }
      })
    if (text.includes('pg_has_role')) return [{ owner: 1 }]
    if (text.includes('pg_constraint'))
      return [...keys].map(([key, { name, columns, other }]) => ({ name, key, columns, other }))
    const [, name = '', key = ''] = /^alter table (\S+) (?:drop constraint|add) (.*)$/.exec(text) ?? []
    if (text.includes(' drop constraint ')) assert(keys.delete(key))
    else if (name !== '') {
      const one = tables.find((table) => table.name === name)
      const found = one && referencesOf(one).find((reference) => reference.text === key)
      assert(found)
      keys.set(`${name} ${key}`, { ...found, name })
    }
    const [, table] = /^select create_(?:reference|distributed)_table\('([a-z_]+)'/.exec(text) ?? []
    if (table !== undefined) placed.add(table)
    return []
  }
  return { run, placed, keys, asked: () => asked }
}

test('a machine that goes away at any statement leaves what the next run finishes, and says so', async () => {
  const all = coordinator(0)
  assert.equal((await distribute(all.run)).length, planOf(tables).size)
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 4, max: all.asked() }), async (refusedAt) => {
      const one = coordinator(refusedAt)
      await assert.rejects(
        distribute(one.run),
        (error: unknown) =>
          error instanceof NoDatabase && /the connection was lost.*run cobro migrate again/.test(error.message),
      )
      await distribute(one.run)
      assert.deepEqual([...one.placed].sort(), [...all.placed].sort())
      assert.deepEqual([...one.keys.keys()].sort(), [...all.keys.keys()].sort())
    }),
    { numRuns: 25 },
  )
})

function compiled(fragment: RawBuilder<unknown>) {
  return fragment.compile(
    new Kysely({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => new DummyDriver(),
        createIntrospector: (db) => new PostgresIntrospector(db),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
  )
}

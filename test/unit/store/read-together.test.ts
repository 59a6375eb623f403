// Rows that are asked for in one turn of the event loop are read with one statement, and each caller gets its own.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { CompiledQuery } from 'kysely'
import { readOfAccounts, readTogether } from '../../../src/store/read-together.ts'

const turn = () => new Promise((resolve) => setImmediate(resolve))

interface Row {
  owner: string
  key: string
  version: number
}

/** A table of rows with even keys. */
function table() {
  const statements: { owner: string; keys: string[] }[] = []
  const now = { version: 0 }
  const rowOf = readTogether<Row>(
    {
      rows: async <R>(query: CompiledQuery<R>) => {
        const { owner, keys } = query as unknown as { owner: string; keys: string[] }
        statements.push({ owner, keys })
        return keys.filter((key) => Number(key) % 2 === 0).map((key) => ({ owner, key, ...now })) as R[]
      },
    },
    {
      query: (owner, keys) => ({ owner, keys: [...keys] }) as unknown as CompiledQuery<Row>,
      keyOf: ({ key }) => key,
    },
  )
  return { rowOf, statements, now }
}

test('each caller gets the row of its owner and key, in one statement for an owner and a hundred keys', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('a', 'b'), fc.integer({ min: 0, max: 250 }).map(String)), { maxLength: 400 }),
      async (asked) => {
        const { rowOf, statements } = table()
        const found = await Promise.all(asked.map(([owner, key]) => rowOf(owner, key)))
        assert.deepEqual(
          found,
          asked.map(([owner, key]) => (Number(key) % 2 === 0 ? { owner, key, version: 0 } : undefined)),
        )
        for (const owner of ['a', 'b']) {
          const ofOwner = statements.filter((one) => one.owner === owner)
          const keys = new Set(asked.filter((one) => one[0] === owner).map((one) => one[1])).size
          assert.ok(ofOwner.every((one) => one.keys.length <= 100 && new Set(one.keys).size === one.keys.length))
          assert.ok(ofOwner.length <= Math.max(1, 1 + Math.floor(keys / 50)), `${ofOwner.length} for ${keys}`)
        }
      },
    ),
  )
})

test('a row is as fresh as with a statement of its own', async () => {
  const { rowOf, statements, now } = table()
  const first = rowOf('a', '2')
  now.version = 1
  const second = rowOf('a', '2')
  assert.deepEqual([(await first)?.version, (await second)?.version, statements.length], [1, 1, 1])
  now.version = 2
  await turn()
  assert.deepEqual([(await rowOf('a', '2'))?.version, statements.length], [2, 2])
})

test('a statement that fails fails for all who asked, and not for the next', async () => {
  let isDown = true
  const rowOf = readTogether<Row>(
    {
      rows: async <R>() => {
        if (isDown) throw new Error('down')
        return [{ owner: 'a', key: '2', version: 0 }] as R[]
      },
    },
    { query: () => ({}) as CompiledQuery<Row>, keyOf: ({ key }) => key },
  )
  const all = await Promise.allSettled([rowOf('a', '2'), rowOf('a', '3')])
  assert.deepEqual(
    all.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  isDown = false
  assert.equal((await rowOf('a', '2'))?.key, '2')
})

test('rows of several accounts are read with one statement, on a cluster with one for each account, and each caller gets that of its account', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom('acc_a', 'acc_b', 'acc_c'), fc.constantFrom('0', '1', '2')), {
        minLength: 1,
        maxLength: 40,
      }),
      fc.boolean(),
      async (asked, isDistributed) => {
        let statements = 0
        const rowOf = readOfAccounts<{ account_id: string; key: string }>(
          {
            engine: 'sqlite',
            isDistributed: () => isDistributed,
            rows: async <R>(query: CompiledQuery<R>) => {
              statements += 1
              return query as unknown as R[]
            },
          },
          {
            ofOne: (account_id, keys) => rowsOf((JSON.parse(keys) as string[]).map((key) => [account_id, key])),
            ofSeveral: (pairs) => rowsOf(JSON.parse(pairs) as [string, string][]),
            keyOf: ({ key }) => key,
          },
        )
        const found = await Promise.all(asked.map(([account, key]) => rowOf(account, key)))
        assert.deepEqual(
          found,
          asked.map(([account_id, key]) => (key === '1' ? undefined : { account_id, key })),
        )
        assert.equal(statements, isDistributed ? new Set(asked.map(([account]) => account)).size : 1)
      },
    ),
  )
})

/** The rows of these pairs, as if they were a statement; no account has a row `1`. */
function rowsOf(pairs: [string, string][]): CompiledQuery<{ account_id: string; key: string }> {
  return pairs.flatMap(([account_id, key]) => (key === '1' ? [] : { account_id, key })) as unknown as CompiledQuery<{
    account_id: string
    key: string
  }>
}

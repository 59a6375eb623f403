import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { FailureTable } from '../../src/core/failure-table.ts'
import { failures } from '../../src/failures.ts'

const src = fileURLToPath(new URL('../../src/', import.meta.url))

/** The reasons of every table, with the file it is in. */
async function reasons(): Promise<[reason: string, path: string][]> {
  const found: [string, string][] = []
  for (const path of globSync('*/**/failures.ts', { cwd: src })) {
    const tables: Record<string, FailureTable> = await import(src + path)
    for (const table of Object.values(tables))
      found.push(...Object.keys(table).map((one) => [one, path] as [string, string]))
  }
  return found
}

test('one room declares each reason, and the list of all refusals has every reason', async () => {
  const homes = new Map<string, string>()
  for (const [reason, path] of await reasons()) {
    assert.equal(homes.get(reason), undefined, `${reason} stands in ${homes.get(reason)} and in ${path}`)
    homes.set(reason, path)
  }
  assert.deepEqual([...homes.keys()].sort(), Object.keys(failures).sort())
})

test('a refusal names the same values in both languages', () => {
  const named = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
  for (const [reason, [code, status, es, en, remedy]] of Object.entries<FailureTable[string]>(failures)) {
    assert.match(code, /^[A-Z][A-Za-z]+$/, reason)
    assert.ok(status >= 400 && status < 600, reason)
    assert.deepEqual(named(es), named(en), reason)
    assert.deepEqual(named(remedy?.[0] ?? ''), named(remedy?.[1] ?? ''), reason)
  }
})

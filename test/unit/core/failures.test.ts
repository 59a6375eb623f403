import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { failures } from '../../../src/core/failures.ts'

const folder = fileURLToPath(new URL('../../../src/core/failures/', import.meta.url))

/** The reasons of every table, with the file it is in. */
async function reasons(): Promise<[reason: string, path: string][]> {
  const found: [string, string][] = []
  for (const path of globSync('*.ts', { cwd: folder })) {
    if (path === 'remedies.ts') continue
    const tables: Record<string, Record<string, unknown>> = await import(folder + path)
    for (const table of Object.values(tables))
      found.push(...Object.keys(table).map((one) => [one, path] as [string, string]))
  }
  return found
}

test('a reason is in one table, and every table is part of the closed one', async () => {
  const homes = new Map<string, string>()
  for (const [reason, path] of await reasons()) {
    assert.equal(homes.get(reason), undefined, `${reason} stands in ${homes.get(reason)} and in ${path}`)
    homes.set(reason, path)
  }
  assert.deepEqual([...homes.keys()].sort(), Object.keys(failures).sort())
})

test('a refusal names the same values in both languages', () => {
  const named = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort()
  for (const [reason, [code, status, es, en]] of Object.entries(failures)) {
    assert.match(code, /^[A-Z][A-Za-z]+$/, reason)
    assert.ok(status >= 400 && status < 600, reason)
    assert.deepEqual(named(es), named(en), reason)
  }
})

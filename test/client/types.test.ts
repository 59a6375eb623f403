import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { clientTypes, TYPES_FILE } from '../../scripts/client-types.ts'

test('the types of the client are what the service describes', async () => {
  assert.equal(readFileSync(TYPES_FILE, 'utf8'), await clientTypes(), 'they are stale: npm run client:types')
})

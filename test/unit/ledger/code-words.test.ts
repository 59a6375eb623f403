import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accountWords, causeEventWords } from '../../../src/ledger/code-words.ts'
import { entryNames } from '../../../src/ledger/entry-name.ts'
import { ledgerAccounts } from '../../../src/ledger/postings.ts'

test('every account of the ledger and everything that happens to a cause has words', () => {
  assert.deepEqual(Object.keys(accountWords).sort(), [...ledgerAccounts].sort())
  assert.deepEqual(Object.keys(causeEventWords).sort(), [...new Set(Object.values(entryNames).flat())].sort())
})

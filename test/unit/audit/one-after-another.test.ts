import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditReport } from '../../../src/audit/audit.ts'
import { oneAfterAnother } from '../../../src/audit/one-after-another.ts'

test('twenty calls at once make two audits of an account: the one that runs, and one that begins after all calls', async () => {
  const begun: { end(): void; fail(): void }[] = []
  const auditOf = oneAfterAnother(
    ({ accountId }) =>
      new Promise<AuditReport>((resolve, reject) => {
        assert.equal(accountId, 'acc_1')
        const report = { clean: true, counts: { at: begun.length }, invariants: [] } as AuditReport
        begun.push({ end: () => resolve(report), fail: () => reject(new Error('the disk is full')) })
      }),
  )
  const first = auditOf('acc_1')
  const others = Array.from({ length: 19 }, () => auditOf('acc_1'))
  assert.equal(begun.length, 1)
  begun[0]?.fail()
  await assert.rejects(first, /disk/)
  await new Promise(setImmediate)
  assert.equal(begun.length, 2)
  begun[1]?.end()
  assert.deepEqual(new Set((await Promise.all(others)).map(({ counts }) => counts.at)), new Set([1]))
  const later = auditOf('acc_1')
  assert.equal(begun.length, 3)
  begun[2]?.end()
  assert.equal((await later).counts.at, 2)
})

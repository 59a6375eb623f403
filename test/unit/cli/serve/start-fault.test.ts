// Why a command could not use its database: every such code has a sentence with its remedy, in both languages.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFault } from '../../../../src/cli/serve/start-fault.ts'

const FAULTS: Record<string, [Record<string, unknown>, RegExp]> = {
  'all connections are taken': [{ code: '53300' }, /max_connections/],
  'the server is starting': [{ code: '57P03' }, /try again/],
  'a statement took too long': [{ code: '57014' }, /statement_timeout/],
  'a transaction took too long': [{ code: '25P04' }, /take the limit away/],
  'a transaction waited too long': [{ code: '25P03' }, /take the limit away/],
  'a connection waited too long': [{ code: '57P05' }, /take the limit away/],
  'a standby': [{ code: '25006' }, /takes writes/],
  'the disk of the server is full': [{ code: '53100' }, /make room/],
  'the disk of the server is broken': [{ code: '58030' }, /its log/],
  'the server ends the connection': [{ code: '57P01' }, /look at its log/],
  'the server crashes': [{ code: 'ECONNRESET', syscall: 'read' }, /look at its log/],
  'another program holds a lock': [{ code: '55P03' }, /try again/],
  'the server lacks memory': [{ code: '53200' }, /look at its log/],
  'a damaged table': [{ code: 'XX001' }, /restore a backup/],
  'a damaged index': [{ code: 'XX002' }, /reindex/],
  'no more files for the process': [{ code: 'EMFILE' }, /ulimit -n/],
  'no more files for the machine': [{ code: 'ENFILE' }, /raise its limit/],
  'no thread to write with': [{ code: 'CONNECTION_ENDED' }, /more files/],
  'a file that may not be written': [{ code: 'ERR_SQLITE_ERROR', errcode: 8 }, /owner of its file/],
  'a disk that cannot be read': [{ code: 'ERR_SQLITE_ERROR', errcode: 10 }, /free space/],
  'a full disk': [{ code: 'ERR_SQLITE_ERROR', errcode: 13 }, /look at DATA_DIR/],
  'a file that cannot be opened': [{ code: 'ERR_SQLITE_ERROR', errcode: 14 }, /look at DATA_DIR/],
  'a file of something else': [{ code: 'ERR_SQLITE_ERROR', errcode: 26 }, /look at DATABASE_URL/],
  'a damaged file': [{ code: 'ERR_SQLITE_ERROR', errcode: 11 }, /restore a copy.*-wal/],
}

for (const [what, [fields, remedy]] of Object.entries(FAULTS))
  test(`${what}: the sentence says what to do`, () => {
    const fault = Object.assign(new Error('words of the engine'), fields)
    const [spanish, english] = [startFault(fault, { language: 'es' }), startFault(fault)]
    assert.match(english, remedy)
    assert.doesNotMatch(spanish, /words of the engine|\b(the|look at|database)\b/i)
  })

test('of a lost connection the cause is told', () => {
  const cause = Object.assign(new Error('too many clients'), { code: '53300' })
  const away = Object.assign(new Error('the database cannot be reached'), { code: 'DATABASE_AWAY', cause })
  assert.match(startFault(away), /max_connections/)
})

// How the address of PostgreSQL says whether its connection is encrypted, and whose certificate counts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { withLibpqTls } from '../../../../src/store/postgres/pg-internals.ts'

/** Undefined: in the clear. */
function checksOf(mode: string): boolean | undefined {
  const client = new pg.Client(withLibpqTls(`postgres://u:p@a/cobro?sslmode=${mode}`))
  const { ssl } = client as unknown as { ssl: false | { rejectUnauthorized?: boolean } }
  return ssl === false ? undefined : ssl.rejectUnauthorized !== false
}

test('each mode encrypts and checks as PostgreSQL’s own clients do, and none that may encrypt falls back to plain text', () => {
  const checks = ['disable', 'allow', 'prefer', 'require', 'no-verify', 'verify-full'].map((mode) => checksOf(mode))
  assert.deepEqual(checks, [undefined, false, false, false, false, true])
})

test('further parameters stay as they are', () => {
  assert.equal(
    withLibpqTls('postgres://u:p@a/cobro?sslmode=allow&application_name=allow'),
    'postgres://u:p@a/cobro?sslmode=prefer&application_name=allow&uselibpqcompat=true',
  )
  assert.equal(withLibpqTls('postgres://u:p@a/cobro'), 'postgres://u:p@a/cobro')
})

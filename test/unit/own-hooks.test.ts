// A test run does not follow promises (`quick-promises.ts`): what registers tests and hooks after a wait would register them with any test.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const REGISTERS = /^( *)(?:after|afterEach|before|beforeEach|describe|test)\(/

test('in asynchronous code a hook belongs to the test, as t.after, and so does a subtest', () => {
  const found = globSync('test/**/*.ts').flatMap((path) => {
    const lines = readFileSync(path, 'utf8').split('\n')
    return lines.flatMap((line, index) => {
      const [, indent] = REGISTERS.exec(line) ?? []
      return indent !== undefined && waits(lines.slice(0, index), indent.length) ? [`${path}:${index + 1}`] : []
    })
  })
  assert.deepEqual(found, [])
})

/** Whether a line so far indented, after these, is in an asynchronous function. */
function waits(before: string[], indent: number): boolean {
  let outer = indent
  return before.toReversed().some((line) => {
    const own = line.search(/\S/)
    if (own === -1 || own >= outer) return false
    outer = own
    return /\basync\b|^ *\): Promise</.test(line)
  })
}

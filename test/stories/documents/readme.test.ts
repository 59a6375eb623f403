import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { ENGINES, stopPostgres } from '../../support/harness/engines.ts'
import { AT_ANY_HOUR } from '../../support/harness/listening.ts'
import { testWith } from '../../support/harness/programs.ts'
import { openWorld, type World } from '../../support/harness/world.ts'

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const blocks = [...readme.matchAll(/<!-- walk -->\n```sh\n([\s\S]*?)```/g)].map((match) => match[1] ?? '')
const run = promisify(execFile)

/** Runs the walk as somebody who pastes it into a shell, from the folder of the project. */
async function walk(base: string, seal = 'node docs/samples/seal.js'): Promise<Record<string, unknown>[]> {
  const script = ['set -eo pipefail', ...blocks].join('\n').replaceAll('node docs/samples/seal.js', seal)
  const { stdout } = await run('bash', ['-c', script], {
    cwd: new URL('../../..', import.meta.url),
    env: { ...process.env, COBRO: base, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` },
  })
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line))
}

for (const engine of ENGINES) {
  describe(`the five minutes of the README work when pasted [${engine}]`, () => {
    let world: World
    let base = ''
    before(async () => {
      world = await openWorld(engine, AT_ANY_HOUR)
      base = await world.service.listen()
    })
    after(() => world.service.close())

    test('every step succeeds with the result that the README shows', async () => {
      const answers = await walk(base)
      assert.ok(blocks.length >= 10)
      assert.equal(answers.length, 11)
      for (const answer of answers) assert.equal(answer.success, true, JSON.stringify(answer))
      const text = JSON.stringify(answers)
      for (const sign of [
        '"status_code":"pending"',
        '"status":"N"',
        '"method":"CARD"',
        '"method":"Reversal"',
        '"clabe":"646',
      ]) {
        assert.ok(text.includes(sign), `${sign} in ${text}`)
      }
    })

    testWith(['python3', 'openssl'], 'the sample in Python seals as well as the one in Node', async () => {
      const answers = await walk(base, 'python3 docs/samples/seal.py')
      for (const answer of answers) assert.equal(answer.success, true, JSON.stringify(answer))
    })
  })
}
after(stopPostgres)

// What `npm start` runs, the program joined into a few files, is the whole program: also the parts loaded when first needed.
import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, test } from 'node:test'
import { APPROVED, chargeOf } from '../support/fixtures/charges.ts'
import { sealEnvelope } from '../support/fixtures/envelope-seal.ts'
import { eventually, openReceiver } from '../support/fixtures/receiver.ts'
import { ENGINES, newDatabaseUrl, stopPostgres } from '../support/harness/engines.ts'
import { startChild } from './child.ts'

// Beside the dependencies, which it looks for in the folders above; `dist/` stays as it is.
const made = mkdtempSync(join('node_modules', '.bundle-'))
const entry = join(made, 'main.js')
// A folder of temporary files that is not there: it is made without one.
before(() =>
  execFileSync(process.execPath, ['scripts/bundle.js', made], { env: { ...process.env, TMPDIR: join(made, 'none') } }),
)
after(async () => {
  await stopPostgres()
  rmSync(made, { recursive: true })
})

test('modules that are loaded later are named by their content: a running service does not load those of a newer bundle', () => {
  const parts = new Set<string>()
  const follow = (name: string) => {
    if (parts.has(name)) return
    parts.add(name)
    const text = readFileSync(join(made, name), 'utf8')
    for (const [, next = ''] of text.matchAll(/"\.\/([\w-]+\.js)"/g)) follow(next)
  }
  follow('main.js')
  const threads = [...parts].filter((name) => name.includes('-thread'))
  assert.equal(threads.length, 4)
  for (const name of parts) assert.match(name, /^main\.js$|-[A-Z0-9]{8}\.js$/)
})

test('the bundle has the compiled functions of a start; a damaged file of them is not believed, and made anew', async (t) => {
  const [name = '', ...others] = readdirSync(made).filter((one) => /^program-\w+\.js\.\d+$/.test(one))
  assert.deepEqual(others, [])
  const kept = join(made, name)
  const whole = readFileSync(kept)
  const damaged = Buffer.from(whole).fill(0xff, 1_000_000, 2_000_000)
  writeFileSync(kept, damaged)
  const folder = mkdtempSync(join(tmpdir(), 'cobro-bundle-'))
  const child = await startChild({ DATA_DIR: folder }, entry)
  t.after(async () => {
    await child.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  assert.equal((await child.call('GET', '/healthz')).status, 200)
  await eventually(() => !readFileSync(kept).equals(damaged))
})

test('a bundling that is ended takes the service along that it has started, and its folder', async (t) => {
  const other = mkdtempSync(join('node_modules', '.bundle-'))
  const bundling = spawn(process.execPath, ['scripts/bundle.js', other], { stdio: 'ignore' })
  t.after(() => rmSync(other, { recursive: true }))
  const folder = () => readdirSync(other).find((name) => name.startsWith('first-'))
  await eventually(() => existsSync(join(other, folder() ?? '', 'cobro.db')))
  const service = Number(execFileSync('pgrep', ['-P', String(bundling.pid), '-f', 'main.js'], { encoding: 'utf8' }))
  bundling.kill()
  await once(bundling, 'close')
  await eventually(() => !isRunning(service))
  assert.equal(folder(), undefined)
})

function isRunning(id: number): boolean {
  try {
    return process.kill(id, 0)
  } catch {
    return false
  }
}

test('an engine that may write no code serves', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-bundle-'))
  const child = await startChild({ DATA_DIR: folder }, entry, ['--jitless'])
  t.after(async () => {
    await child.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  // It is some functions that are called often that would be optimized.
  for (let count = 0; count < 300; count += 1) assert.equal((await child.call('GET', '/v1/customer')).status, 200)
})

test('an older Node is told which one to use, in a sentence and not by a stack trace', () => {
  // As an older Node reads it: a name that it lacks would end it before the first line.
  assert.equal(/import \{[^}]*\} from "node:module"/.test(readFileSync(entry, 'utf8')), false)
  const older = `data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'20.20.2'}})`
  const { status, stderr } = spawnSync(process.execPath, ['--import', older, entry, 'help'], { encoding: 'utf8' })
  assert.equal(status, 2)
  const pinned = JSON.parse(readFileSync('package.json', 'utf8')).dependencies.node.split('.')[0]
  assert.equal(
    stderr,
    `Cobro runs on Node ${pinned} or newer, and this is Node 20.20.2. Start it with \`npm start\`, or with the Node that is installed with it: \`npx node dist/main.js\`.\n`,
  )
})

test('an error in the log names the file and line of the source', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'cobro-bundle-'))
  const child = await startChild({ DATA_DIR: folder }, entry)
  t.after(async () => {
    await child.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  const database = new DatabaseSync(join(folder, 'cobro.db'))
  database.exec('alter table customers rename to elsewhere')
  database.close()
  assert.equal((await child.call('GET', '/v1/customer/cus_1')).status, 503)
  await eventually(() => child.output().includes('request failed'))
  const line =
    child
      .output()
      .split('\n')
      .find((text) => text.includes('request failed')) ?? ''
  const { stack } = JSON.parse(line).err
  const [, place = '', at = ''] =
    /file:\/\/(\S+\/src\/store\/sqlite\/reads\.ts):(\d+)/.exec(stack) ?? assert.fail(stack)
  assert.match(readFileSync(place, 'utf8').split('\n')[Number(at) - 1] ?? '', /prepare\(/)
  assert.ok(!stack.includes(made), stack)
})

for (const engine of ENGINES) {
  describe(`the bundled program [${engine}]`, () => {
    test('takes a sealed card, shows and prints its receipt, and sends a webhook', async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-bundle-'))
      const environment = {
        DATABASE_URL: await newDatabaseUrl(engine, { durable: true }),
        DATA_DIR: folder,
        DATABASE_CONNECTIONS: '4',
      }
      const child = await startChild(environment, entry)
      const receiver = await openReceiver()
      t.after(async () => {
        await child.kill()
        await receiver.close()
        rmSync(folder, { recursive: true, force: true })
      })
      await child.call('POST', '/v1/webhook', { url: receiver.url })

      const publicPem = (await child.call('GET', '/v1/public-key')).body.result.public_key
      const card = { number: APPROVED, holder_name: 'Ana Lopez', cvv: '123', expiration: '3912' }
      const charge = chargeOf('', { recurrent: undefined, card })
      const paid = await child.call('POST', '/v1/payment/card', sealEnvelope(charge, publicPem))
      assert.equal(paid.status, 200, JSON.stringify(paid.body))
      assert.equal(paid.body.result.status, true)

      const operation = (await child.call('GET', `/v1/operations/${paid.body.result.token}`)).body.result
      const page = await fetch(operation.url)
      assert.match(await page.text(), /4242/)
      const printed = Buffer.from(await (await fetch(`${operation.url}.pdf`)).arrayBuffer())
      assert.equal(printed.subarray(0, 5).toString(), '%PDF-')
      const docs = await fetch(new URL('/docs/', operation.url))
      assert.match(await docs.text(), /reference\.js/)

      await eventually(() => receiver.arrivals.some(({ body }) => body.includes(paid.body.result.token)))
    })
  })
}

// The client as others get it: packed, installed without a network into an empty project, and used there as its README says.
import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import manifest from '../../client/package.json' with { type: 'json' }
import { openWorld, type World } from '../support/harness/world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const project = mkdtempSync(join(tmpdir(), 'cobro-client-'))
const tarball = `cobro-client-${manifest.version}.tgz`
let world: World
let baseUrl: string

before(async () => {
  world = await openWorld('sqlite', { BASE_URL: '' })
  baseUrl = await world.service.listen()
  run('npm', ['run', 'client:pack', '--', '--pack-destination', project], root)
  writeFileSync(join(project, 'package.json'), '{"name":"shop","private":true,"type":"module"}')
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], project)
})

after(async () => {
  await world.service.close()
  rmSync(project, { recursive: true, force: true })
})

function run(command: string, args: string[], cwd: string): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8', timeout: 120_000 })
  assert.equal(status, 0, `${command} ${args.join(' ')}\n${stdout}\n${stderr}`)
  return stdout
}

/** Runs beside this process, whose service it calls. */
async function runModule(file: string): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [file], { cwd: project })
  return stdout
}

function samples(): string[] {
  const readme = readFileSync(join(project, 'node_modules/@cobro/client/README.md'), 'utf8')
  return [...readme.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) =>
    code.replaceAll('http://127.0.0.1:8080', baseUrl),
  )
}

test('the package has JavaScript and types, no sources and no dependencies', () => {
  assert.equal('dependencies' in manifest, false)
  const lock = JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8'))
  assert.deepEqual(Object.keys(lock.packages), ['', 'node_modules/@cobro/client'])
  const files = run('tar', ['-tzf', tarball], project).trim().split('\n')
  for (const file of files)
    assert.match(file, /^package\/(dist\/(calls\/)?[a-z0-9-]+\.(js|d\.ts)|README(\.es)?\.md|package\.json)$/)
})

test('its README names the file that is made', () => {
  for (const name of ['README.md', 'README.es.md'])
    assert.ok(readFileSync(join(root, 'client', name), 'utf8').includes(`/${tarball}\n`), name)
})

test('every sample of its README runs from the installed package', async () => {
  const outputs: string[] = []
  for (const [at, code] of samples().entries()) {
    writeFileSync(join(project, `sample-${at}.js`), code)
    outputs.push(await runModule(`sample-${at}.js`))
  }
  const [payment = '', refusal = '', list = '', webhook = ''] = outputs
  assert.match(payment, /\/p\/[\s\S]*\n\d{18}\n$/)
  assert.match(refusal, /The bank said 51/)
  assert.match(list, /150\.50/)
  assert.match(webhook, /evt_1 {2}\{ status: 'N' \}/)
  assert.equal(outputs.length, 4)
})

test('its types check the samples, for Node and for browsers, with every declaration', () => {
  for (const [at, code] of samples().entries()) writeFileSync(join(project, `sample-${at}.ts`), code)
  const browser =
    "import { mountCardFields, type CardToken } from '@cobro/client/card-fields'\n" +
    "const fields = mountCardFields(document.body, { baseUrl: '', publishableKey: 'pk_dev_1' })\n" +
    'export const card: CardToken | undefined = await fields.tokenise()\n'
  writeFileSync(join(project, 'browser.ts'), browser)
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    strict: true,
    noImplicitAny: false,
    skipLibCheck: false,
    noEmit: true,
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], project)
  const wrong =
    "import { createCobro } from '@cobro/client'\nawait createCobro({ baseUrl: '' }).payments.spei({ totla: 1 })\n"
  writeFileSync(join(project, 'wrong.ts'), wrong)
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.'], {
    cwd: project,
    encoding: 'utf8',
  })
  assert.notEqual(status, 0)
  assert.match(stdout, /wrong\.ts.*totla/)
})

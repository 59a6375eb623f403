// Bundles the program into a few files when it is older than its sources: otherwise a start would mostly open two thousand small files. The
// console and the documents are made with it.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { bundleConsole } from './bundle-console.js'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The folder of the files, and the programs to bundle beside the service: a test run gives a folder and programs of its own. */
const [folder = 'dist', ...others] = process.argv.slice(2)
const made = resolve(root, folder)
const sources = ['src', 'client/src', 'scripts', 'package.json', 'package-lock.json'].map((name) => join(root, name))

/**
 * Joined libraries: a start would otherwise open their many small files, also of those that few calls need, because what stays as installed
 * is loaded with the program. The others read files beside them, start threads of their own, or are imported when they are needed.
 */
const JOINED = [
  ...['@fastify/swagger', '@fastify/type-provider-typebox', 'bwip-js', 'fast-json-stringify', 'fastify', 'find-my-way'],
  ...['hpke', 'kysely', 'marked', 'pg', 'pino', 'prom-client', 'sax', 'typebox', 'undici', 'yazl'],
]

/** Libraries of which a start needs nothing: files of their own, each read when something of it is first used. */
const LATER = ['bwip-js/node', 'hpke', 'marked', 'prom-client', 'sax', 'undici', 'yaml', 'yazl']
/** The same of those that stay as installed. */
const INSTALLED_LATER = ['piscina']
/** The same of Node's own. */
const NODE_LATER = ['http2', 'https', 'readline', 'readline/promises', 'tls']

/** What joined libraries ask for only in cases that do not happen here. */
const UNUSED = ['@fastify/ajv-compiler', '@fastify/fast-json-stringify-compiler', 'light-my-request', 'pg-native']

/** Modules that run in a thread of their own. Named by their content, like all parts but the entry: a running service finds its own. */
const THREADS = [
  'src/console/sign-in/password-thread.ts',
  'src/pages/pdf-thread.ts',
  'src/store/sqlite/writer-thread.ts',
  'src/vault/rsa-thread.ts',
]

/** A library in a file of its own. */
const AS_LIBRARY = { format: 'cjs', outExtension: { '.js': '.cjs' } }

const AS_MODULE = {
  format: 'esm',
  // For libraries that are written for it.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module';const require = requireFrom(import.meta.url);",
  },
}

/** The program is a function: what it names are its parameters, and it compiles as a script. */
const AS_FUNCTION = {
  format: 'cjs',
  banner: { js: '(function(exports,require,module,here){' },
  footer: { js: '})' },
  define: { 'import.meta.url': 'here' },
}

/** What a start may take before the bundle is left to compile at its first one. */
const START_MS = 60_000

/** A running service may load parts of an earlier bundle for the first time later on. */
const KEPT_MS = 24 * 3_600_000

if (newest(sources) > madeAtMs()) await bundle()
await bundleConsole(join(made, 'console'))
writeDocuments(join(made, 'docs'))

/** The pinned Node: right after the first install this one may still be the machine's, which reads no TypeScript. */
function pinnedNode() {
  return join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
}

function writeDocuments(into) {
  const { status } = spawnSync(pinnedNode(), [join(root, 'scripts/site.js'), into], { stdio: ['ignore', 2, 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}

/** The last change of any of these files and folders, in ms. */
function newest(paths) {
  return paths.reduce((latest, path) => {
    const at = statSync(path)
    const inside = at.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : 0
    return Math.max(latest, at.mtimeMs, inside)
  }, 0)
}

function madeAtMs() {
  return statSync(join(made, 'main.js'), { throwIfNoEntry: false })?.mtimeMs ?? 0
}

async function bundle() {
  const threads = await joined(THREADS, { entryNames: '[name]-[hash]', splitting: true })
  const named = namesOf(threads)
  const libraries = await joined(
    LATER.map((name) => ({ in: name, out: name.replaceAll('/', '-') })),
    { entryNames: '[name]-[hash]', output: AS_LIBRARY },
  )
  // One file, of which a module runs when it is first imported: a start would otherwise mostly look for parts.
  const program = await joined(['src/cli/program.ts'], {
    entryNames: '[name]-[hash]',
    named,
    later: placesOf(namesOf(libraries)),
    output: AS_FUNCTION,
  })
  const entry = await joined(['src/main.ts'], { named: namesOf(program) })
  const beside = others.length > 0 ? await joined(others, { splitting: true, named }) : []
  mkdirSync(made, { recursive: true })
  // The entry last, because its age is the bundle's; each a whole file or none, for a service that starts at this moment.
  for (const { path, contents } of [...threads, ...libraries, ...program, ...beside, ...entry]) {
    writeFileSync(`${path}.${process.pid}`, contents)
    renameSync(`${path}.${process.pid}`, path)
  }
  for (const name of readdirSync(made)) {
    const path = join(made, name)
    // Another start may be bundling as well: what it has renamed or removed by now is not there.
    const madeAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    const isOld = madeAt < Date.now() - KEPT_MS
    if (isOld && !['console', 'docs'].includes(name)) rmSync(path, { recursive: true, force: true })
  }
  await startOnce(namesOf(program).program)
}

/**
 * A start keeps the functions that it compiles beside the program (`compiled.ts`): also where a service may not write, each then has them. It works
 * where the bundle does, because the folder of temporary files may be one that cannot be written; and it ends with this process.
 */
async function startOnce(program) {
  const folder = mkdtempSync(join(made, 'first-'))
  const child = spawn(pinnedNode(), [join(made, 'main.js')], {
    cwd: folder,
    env: {
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: `file:${join(folder, 'cobro.db')}`,
      LOG_LEVEL: 'silent',
      // As under npm: it also ends when this process is killed.
      npm_lifecycle_event: 'bundle',
    },
    stdio: 'ignore',
  })
  const clear = () => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
  }
  process.once('exit', clear)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const isKept = () => readdirSync(made).some((name) => name.startsWith(program) && /\.js\.\d+$/.test(name))
  for (const since = Date.now(); !isKept() && child.exitCode === null && Date.now() < since + START_MS; )
    await sleep(20)
  child.kill()
  await ended
  clear()
}

/** The file of each module that is named by its content. */
function namesOf(files) {
  const names = files.map(({ path }) => basename(path)).filter((name) => /\.c?js$/.test(name))
  return Object.fromEntries(names.map((name) => [name.replace(/-[^-]+$/, ''), name]))
}

/** Where each library is that is read when something of it is first used. */
function placesOf(names) {
  return new Map([
    ...LATER.map((name) => [name, `./${names[name.replaceAll('/', '-')]}`]),
    ...INSTALLED_LATER.map((name) => [name, name]),
    ...NODE_LATER.flatMap((name) => [name, `node:${name}`].map((either) => [either, `node:${name}`])),
  ])
}

/** Programs with all their imports, except of the modules in files of their own, which are `named`. */
async function joined(
  sources,
  { entryNames = '[name]', splitting = false, named = {}, later = new Map(), output = AS_MODULE },
) {
  const { build } = await import('esbuild')
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const installed = Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !JOINED.includes(name))
  const { outputFiles } = await build({
    entryPoints: sources.map((source) => (typeof source === 'string' ? join(root, source) : source)),
    outdir: made,
    entryNames,
    bundle: true,
    write: false,
    platform: 'node',
    ...output,
    splitting,
    chunkNames: 'part-[hash]',
    target: 'esnext',
    sourcemap: 'linked',
    sourcesContent: false,
    // Blanks are a third of the text, which a process keeps in memory.
    minifyWhitespace: true,
    // The licences are where the libraries are installed.
    legalComments: 'none',
    external: [...installed, ...UNUSED],
    plugins: [
      { name: 'places', setup: (plugin) => keepPlaces(plugin, named) },
      { name: 'libraries of later', setup: (plugin) => readLater(plugin, later) },
      { name: 'whole modules', setup: takeWhole },
    ],
    logLevel: 'warning',
  })
  return outputFiles
}

/** A source finds the files beside it where they are; but threads and the program, which are joined as well. */
function keepPlaces({ onLoad, onResolve }, named) {
  onLoad({ filter: /./, namespace: 'compiled' }, ({ path }) => ({
    resolveDir: root,
    contents: `
      import { loadProgram } from './scripts/compiled.ts'
      export const { runProgram } = loadProgram(new URL('./${path}', import.meta.url))`,
  }))
  onLoad({ filter: /\.[jt]s$/, namespace: 'file' }, ({ path }) => {
    if (path.includes('node_modules')) return undefined
    const place = JSON.stringify(relative(made, path).replaceAll('\\', '/'))
    const contents = readFileSync(path, 'utf8')
      .replaceAll(/'\.\/(\w+-thread)\.ts', import\.meta\.url/g, (_, name) => `'./${named[name]}', import.meta.here`)
      .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
      .replaceAll('import.meta.here', 'import.meta.url')
      // In memory, a text with one other character takes twice the bytes.
      .replaceAll(/\P{ASCII}/gu, escaped)
    return { loader: path.endsWith('.ts') ? 'ts' : 'js', contents }
  })
  onResolve({ filter: /\/cli\/program\.ts$/ }, ({ kind }) =>
    kind === 'dynamic-import' && named.program !== undefined
      ? { path: named.program, namespace: 'compiled' }
      : undefined,
  )
}

function escaped(character) {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')
}

/**
 * An import of a part of Node reads everything that it offers, which loads more: of `node:http` a client for WebSockets, of `node:fs` streams and
 * what reads lines. Taken whole, each name is read when it is used.
 */
function takeWhole({ onResolve, onLoad }) {
  onResolve({ filter: /^node:/ }, ({ path, namespace }) =>
    namespace === 'whole' ? { path, external: true } : { path, namespace: 'whole' },
  )
  onLoad({ filter: /./, namespace: 'whole' }, ({ path }) => ({ contents: `module.exports = require('${path}')` }))
}

/**
 * The names of a library are those of an object that gets them from its file: the first one reads it. Its default is the object too, so names
 * of the library's own default come first.
 */
function readLater({ onResolve, onLoad }, later) {
  onResolve({ filter: /./ }, ({ path, namespace }) => {
    if (namespace === 'later') return { path, external: true }
    return later.has(path) ? { path, namespace: 'later' } : undefined
  })
  onLoad({ filter: /./, namespace: 'later' }, ({ path }) => ({
    contents: `let library
      const get = (_, name) => {
        library ??= require('${later.get(path)}')
        return library.default?.[name] ?? library[name]
      }
      module.exports = Object.create(new Proxy({}, { get }))`,
  }))
}

// Bundles the program into a few files when it is older than its sources: otherwise a start would mostly open a thousand small files. The
// console and the documents are made with it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { bundleConsole } from './bundle-console.js'

const root = fileURLToPath(new URL('..', import.meta.url))
/** The folder of the files, and the programs to bundle beside the service: a test run gives a folder and programs of its own. */
const [folder = 'dist', ...others] = process.argv.slice(2)
const made = resolve(root, folder)
const sources = ['src', 'client/src', 'scripts', 'package.json', 'package-lock.json'].map((name) => join(root, name))

/** Libraries of hundreds of files. All others stay as installed. */
const JOINED = ['kysely', 'typebox', '@fastify/type-provider-typebox']

/** Modules that run in a thread of their own. Named by their content, like all parts but the entry: a running service finds its own. */
const THREADS = [
  'src/console/password-thread.ts',
  'src/pages/pdf-thread.ts',
  'src/store/sqlite-thread.ts',
  'src/vault/rsa-thread.ts',
]

/** A running service may load parts of an earlier bundle for the first time later on. */
const KEPT_MS = 24 * 3_600_000

if (newest(sources) > madeAtMs()) await bundle()
await bundleConsole(join(made, 'console'))
writeDocuments(join(made, 'docs'))

/** In the pinned Node: right after the first install this one may still be the machine's, which reads no TypeScript. */
function writeDocuments(into) {
  const node = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node')
  const { status } = spawnSync(node, [join(root, 'scripts/site.js'), into], { stdio: ['ignore', 2, 'inherit'] })
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
  const threads = await joined(THREADS, '[name]-[hash]')
  const names = Object.fromEntries(threads.map(({ path }) => [basename(path).replace(/-[^-]+$/, ''), basename(path)]))
  const program = await joined(['src/main.ts', ...others], '[name]', names)
  mkdirSync(made, { recursive: true })
  // The entry last, because its age is the bundle's; each a whole file or none, for a service that starts at this moment.
  const entryLast = [...threads, ...program].sort((a, b) => Number(isEntry(a)) - Number(isEntry(b)))
  for (const { path, contents } of entryLast) {
    writeFileSync(`${path}.${process.pid}`, contents)
    renameSync(`${path}.${process.pid}`, path)
  }
  for (const name of readdirSync(made)) {
    const { mtimeMs } = statSync(join(made, name))
    if (!['console', 'docs'].includes(name) && mtimeMs < Date.now() - KEPT_MS) rmSync(join(made, name))
  }
}

/** Programs with all their imports. `threads` names the files of threads. */
async function joined(sources, entryNames, threads = {}) {
  const { build } = await import('esbuild')
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const { outputFiles } = await build({
    entryPoints: sources.map((name) => join(root, name)),
    outdir: made,
    entryNames,
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    splitting: true,
    chunkNames: 'part-[hash]',
    target: 'esnext',
    sourcemap: 'linked',
    sourcesContent: false,
    external: Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !JOINED.includes(name)),
    plugins: [
      { name: 'places', setup: (plugin) => keepPlaces(plugin, threads) },
      { name: 'whole modules', setup: takeWhole },
    ],
    logLevel: 'warning',
  })
  return outputFiles
}

function isEntry({ path }) {
  return basename(path) === 'main.js'
}

/** A source finds the files beside it where they are; but threads, which are joined as well. */
function keepPlaces({ onLoad }, threads) {
  onLoad({ filter: /\.[jt]s$/ }, ({ path }) => {
    if (path.includes('node_modules')) return undefined
    const place = JSON.stringify(relative(made, path).replaceAll('\\', '/'))
    const contents = readFileSync(path, 'utf8')
      .replaceAll(/'\.\/(\w+-thread)\.ts', import\.meta\.url/g, (_, name) => `'./${threads[name]}', import.meta.here`)
      .replaceAll('import.meta.url', `new URL(${place}, import.meta.url).href`)
      .replaceAll('import.meta.here', 'import.meta.url')
    return { loader: path.endsWith('.ts') ? 'ts' : 'js', contents }
  })
}

/** An import of `node:http` reads everything that it offers, also a client for WebSockets, whose loading takes a tenth of a start. */
function takeWhole({ onResolve, onLoad }) {
  onResolve({ filter: /^node:http$/ }, ({ path }) => ({ path, namespace: 'whole' }))
  onLoad({ filter: /./, namespace: 'whole' }, ({ path }) => ({
    contents: `module.exports = process.getBuiltinModule('${path}')`,
  }))
}

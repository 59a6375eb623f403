// Joins web/ into the console's files when they are older than their sources: names with hashes, each also compressed, and the page that names them.
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const web = join(root, 'web')
const guidesFolder = join(root, 'docs/guides')
const sources = [
  join(web, 'src'),
  join(root, 'src/pages/assets'),
  ...readdirSync(join(root, 'src'), { recursive: true })
    .filter((name) => name.endsWith('trail-actions.ts') || name.endsWith('event-types.ts'))
    .map((name) => join(root, 'src', name)),
  join(root, 'client/src/types.ts'),
  guidesFolder,
  join(root, 'package-lock.json'),
  fileURLToPath(import.meta.url),
]
/** An open page may load parts of an earlier bundle for the first time later on. */
const KEPT_MS = 24 * 3_600_000

/** Bundles into `folder` unless its bundle is newer than every source. */
export async function bundleConsole(folder = join(root, 'dist/console')) {
  const page = join(folder, 'index.html')
  const madeAtMs = statSync(page, { throwIfNoEntry: false })?.mtimeMs ?? 0
  if (newest(sources) <= madeAtMs) return
  const assets = join(folder, 'assets')
  mkdirSync(assets, { recursive: true })
  const { build } = await import('esbuild')
  const { outputFiles, metafile } = await build({
    entryPoints: { console: join(web, 'src/main.tsx') },
    absWorkingDir: root,
    outdir: assets,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    bundle: true,
    write: false,
    metafile: true,
    minify: true,
    splitting: true,
    format: 'esm',
    target: ['es2022', 'chrome111', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'file' },
    plugins: [{ name: 'console', setup: findViewsAndFonts }],
    legalComments: 'none',
    logLevel: 'warning',
  })
  for (const { path, contents } of outputFiles) {
    write(path, contents)
    if (!path.endsWith('.woff2')) write(`${path}.gz`, gzipSync(contents, { level: 9 }))
  }
  const [script, entry] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint) ?? []
  write(page, pageOf({ script: basename(script), style: basename(entry.cssBundle), icon: iconIn(assets) }))
  for (const name of readdirSync(assets)) {
    const { mtimeMs } = statSync(join(assets, name))
    if (mtimeMs < Date.now() - KEPT_MS) rmSync(join(assets, name))
  }
}

/** The page that is in the first part; the others are in a part that is loaded later. */
const FIRST = 'today'

/** The folders are the lists of views and of guides: every file in them is in the console. */
function findViewsAndFonts({ onResolve, onLoad }) {
  const names = readdirSync(join(web, 'src/views')).map((name) => basename(name, '.ts'))
  const made = {
    views: () => {
      const imports = names.map((name, at) => `import { view as v${at} } from './views/${name}.ts'`)
      const named = names.map((name, at) => `{ ...v${at}, name: ${JSON.stringify(name)} }`)
      return `${imports.join('\n')}\nexport const views = [${named.join()}]`
    },
    pages: () => {
      const others = names.filter((name) => name !== FIRST)
      const imports = others.map((name, at) => `import * as p${at} from './pages/${name}.tsx'`)
      const named = others.map((name, at) => `${JSON.stringify(name)}: p${at}`)
      return `${imports.join('\n')}\nexport const pages = {${named.join()}}`
    },
    guides: () => `export const guides = ${JSON.stringify(guides())}`,
  }
  onResolve({ filter: /^cobro:(views|pages|guides)$/ }, ({ path }) => ({ path, namespace: 'cobro' }))
  onLoad({ filter: /.*/, namespace: 'cobro' }, ({ path }) => ({
    contents: made[path.slice('cobro:'.length)](),
    loader: 'js',
    resolveDir: join(web, 'src'),
  }))
  const require = createRequire(import.meta.url)
  onResolve({ filter: /^inter-\d+\.woff2$/ }, ({ path }) => {
    const weight = /\d+/.exec(path)?.[0]
    return { path: require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`) }
  })
}

/** The guides, by their titles in both languages. */
function guides() {
  const titleOf = (path) => /^# (.*)$/m.exec(readFileSync(path, 'utf8'))?.[1] ?? ''
  return readdirSync(guidesFolder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => ({
      path: `/docs/pages/docs/guides/${name}`,
      title: [titleOf(join(guidesFolder, 'es', name)), titleOf(join(guidesFolder, name))],
    }))
}

/** The mark of the first page, under a name with its hash; answers that name. */
function iconIn(folder) {
  const body = readFileSync(join(root, 'src/sandbox/demo/assets/cobro.svg'))
  const name = `cobro-${createHash('sha256').update(body).digest('hex').slice(0, 8)}.svg`
  write(join(folder, name), body)
  write(join(folder, `${name}.gz`), gzipSync(body, { level: 9 }))
  return name
}

function pageOf({ script, style, icon }) {
  const at = (name) => `/console/assets/${name}`
  return `<!doctype html>
<html lang="es">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="theme-color" media="(prefers-color-scheme: light)" content="#f3f4f1">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101513">
<title>Cobro</title>
<link rel="icon" href="${at(icon)}" type="image/svg+xml">
<link rel="stylesheet" href="${at(style)}">
<script type="module" src="${at(script)}"></script>
</head>
<body><div id="console"></div><noscript>La consola necesita JavaScript. · The console needs JavaScript.</noscript></body>
</html>
`
}

/** A whole file or none, for a service that serves at this moment. */
function write(path, contents) {
  writeFileSync(`${path}.${process.pid}`, contents)
  renameSync(`${path}.${process.pid}`, path)
}

/** The last change of any of these files and folders, in ms. */
function newest(paths) {
  return paths.reduce((latest, path) => {
    const at = statSync(path)
    const inside = at.isDirectory() ? newest(readdirSync(path).map((name) => join(path, name))) : 0
    return Math.max(latest, at.mtimeMs, inside)
  }, 0)
}

if (process.argv[1] && relative(resolve(process.argv[1]), fileURLToPath(import.meta.url)) === '') await bundleConsole()

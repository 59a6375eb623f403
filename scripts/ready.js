// Installs packages that are missing or older than the lock file: those of the service, and with `all` also those of tests, checks and benchmarks.
// Plain JavaScript, for any Node.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const lock = `${root}package-lock.json`

/** Installed for development only: if it is there, so are all others. */
const OF_DEVELOPMENT = 'node_modules/typescript'

/** A process that installs, or is about to, has a file of this name with its id behind it. */
const SIGN = '.installing-'
const LOOK_MS = 200
/** No installation takes so long. */
const LONGEST_MS = 15 * 60_000

const wantsAll = process.argv.includes('all')
if (lacking() !== undefined) {
  // Two at once would remove each other's packages, and the list of those that are left would say that nothing is missing.
  waitForOthers()
  const what = lacking()
  if (what !== undefined) install(...what)
}

/** What is to be installed, and with which words of npm; undefined when nothing is. */
function lacking() {
  const { isFresh, isWhole } = installed()
  if (!isFresh && !wantsAll && !isWhole) return ['what the service needs', ['ci', '--omit=dev']]
  if (!isFresh) return ['everything', ['ci']]
  // Existing packages stay as they are.
  return wantsAll && !isWhole ? ['what tests need', ['install', '--no-save']] : undefined
}

/**
 * Waits until no other process installs, and keeps others waiting until this one ends. Each puts up its sign before it looks for others: of
 * two at once at least one sees the other and takes its own away for a while.
 */
function waitForOthers() {
  const sign = `${root}${SIGN}${process.pid}`
  process.once('exit', () => rmSync(sign, { force: true }))
  for (;;) {
    writeFileSync(sign, '')
    if (!readdirSync(root).some(isOfOther)) return
    rmSync(sign, { force: true })
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS * (0.5 + Math.random()))
  }
}

/** Whether the file is the sign of another process that runs; that of one that was killed is taken away. */
function isOfOther(name) {
  if (!name.startsWith(SIGN) || name === `${SIGN}${process.pid}`) return false
  if (isRunning(name)) return true
  rmSync(`${root}${name}`, { force: true })
  return false
}

function isRunning(name) {
  try {
    // A process that started later may have the id of one that was killed.
    if (statSync(`${root}${name}`).mtimeMs < Date.now() - LONGEST_MS) return false
    process.kill(Number(name.slice(SIGN.length)), 0)
    return true
  } catch (error) {
    // Of another user; no such process, or it has ended and taken its sign away.
    return error.code === 'EPERM'
  }
}

/** Whether the installed packages are as new as the lock file, and whether all are there. */
function installed() {
  const list = `${root}node_modules/.package-lock.json`
  try {
    const isFresh = statSync(list).mtimeMs >= statSync(lock).mtimeMs
    return { isFresh, isWhole: OF_DEVELOPMENT in JSON.parse(readFileSync(list, 'utf8')).packages }
  } catch {
    return { isFresh: false, isWhole: false }
  }
}

function install(what, words) {
  // Programs read a command's output, so nothing else is printed there.
  console.error(`Installing ${what} (once) ...`)
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Without it npm omits the tests' packages where NODE_ENV is production.
  const include = words.includes('--omit=dev') ? [] : ['--include=dev']
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']
  const { status } = spawnSync(npm, [...words, ...include, ...options], { cwd: root, stdio: ['inherit', 2, 'inherit'] })
  if (status !== 0) process.exit(status ?? 1)
}

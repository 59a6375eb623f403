// Installs packages that are missing or older than the lock file: those of the service, and with `all` also those of tests, checks and benchmarks.
// Plain JavaScript, for any Node.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const lock = `${root}package-lock.json`

/** Installed for development only: if it is there, so are all others. */
const OF_DEVELOPMENT = 'node_modules/typescript'

const wantsAll = process.argv.includes('all')
const { isFresh, isWhole } = installed()

if (!isFresh && !wantsAll && !isWhole) install('what the service needs', ['ci', '--omit=dev'])
else if (!isFresh) install('everything', ['ci'])
// Existing packages stay as they are.
else if (wantsAll && !isWhole) install('what tests need', ['install', '--no-save'])

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

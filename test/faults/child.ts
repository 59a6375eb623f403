// The service as a process of its own, on a database that outlives it: what a story kills.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { after } from 'node:test'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { joined, NODE_COMPILE_CACHE, PATH, PROGRAM } from '../support/harness/programs.ts'
import { basic } from '../support/harness/world.ts'

export interface Child {
  /** Calls the API as the sandbox's own account. Rejects when the process dies meanwhile. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ChildAnswer>
  address: string
  signal(name: NodeJS.Signals): void
  /** Sends a browser's form; answers the status. Rejects when the process dies meanwhile. */
  form(path: string, fields: Record<string, string>): Promise<number>
  /** What it has said so far, its log included. */
  output(): string
  /** Tells it to stop; answers its exit code once it has ended. */
  stop(): Promise<number | null>
  /** Kills it as a power cut would: nothing is finished, nothing is closed. */
  kill(): Promise<void>
}

export interface ChildAnswer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: stories look into answers freely and assert what they find.
  body: any
  headers: Headers
}

const START_LIMIT_MS = 120_000

/** A story that fails leaves nothing running, which would keep the test run waiting. */
const living = new Set<ChildProcess>()
after(() => {
  for (const child of living) child.kill('SIGKILL')
})

/** Starts the program, or another of this folder, with flags of Node, and waits until it says where it listens. `first`: what the shell does before. */
export async function startChild(
  environment: Record<string, string>,
  entry = PROGRAM,
  flags: string[] = [],
  first = ':',
): Promise<Child> {
  const child = spawn('sh', ['-c', `${first}; exec "$0" "$@"`, process.execPath, ...flags, joined(entry)], {
    env: {
      PATH,
      NODE_COMPILE_CACHE,
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'error',
      RSA_THREADS: '1',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  living.add(child)
  child.once('exit', () => living.delete(child))
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  const address = await addressOf(child)
  const authorization = basic(SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.secret)
  return {
    address,
    signal: (name) => child.kill(name),
    call: async (method, path, body, headers = {}) => {
      const response = await fetch(`${address}${path}`, {
        method,
        headers: {
          authorization,
          'content-type': body instanceof Uint8Array ? 'application/octet-stream' : 'application/json',
          ...headers,
        },
        // A file goes as it is.
        ...(body === undefined ? {} : { body: body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
      })
      return { status: response.status, body: await response.json(), headers: response.headers }
    },
    form: async (path, fields) => {
      const body = new URLSearchParams(fields)
      const { status } = await fetch(`${address}${path}`, { method: 'POST', body, redirect: 'manual' })
      return status
    },
    output: () => printed,
    stop: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGTERM')
      return (await gone)[0]
    },
    kill: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`the service did not start:\n${printed}`))
    }, START_LIMIT_MS)
    const hear = (chunk: Buffer) => {
      printed += chunk
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)
      if (!found) return
      clearTimeout(timer)
      resolve(found[0])
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`the service ended with ${code}:\n${printed}`))
    })
  })
}

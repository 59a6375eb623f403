// Starts a contestant, waits until it answers, and reads its processor seconds and memory.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'

export interface Running {
  url: string
  pid: number
  stop(): Promise<void>
}

/** Starts a program that listens on `port` of the loopback address. Throws with its last output when it does not. */
export async function start(
  command: string,
  args: string[],
  options: { port: number; env?: Record<string, string>; timeoutMs?: number },
): Promise<Running> {
  const child = spawn(command, args, { env: { ...process.env, ...options.env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let words = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString()).slice(-2_000)
    })
  }
  const deadline = performance.now() + (options.timeoutMs ?? 30_000)
  while (!(await answers(options.port))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      child.kill('SIGKILL')
      throw new Error(`${command} ${args.join(' ')} did not start to listen:\n${words}`)
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return { url: `http://127.0.0.1:${options.port}`, pid: child.pid ?? 0, stop: () => stop(child) }
}

/** Processor seconds (user and system) and resident memory in MiB of processes and all their children; undefined of none. */
export function usageOf(pids: number[]): { cpuSeconds: number; memoryMiB: number } | undefined {
  if (pids.length === 0) return undefined
  let ticks = 0
  let pages = 0
  for (const each of pids.flatMap(familyOf)) {
    try {
      const fields = readFileSync(`/proc/${each}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      ticks += Number(fields[11]) + Number(fields[12])
      pages += Number(fields[21])
    } catch {
      // It ended meanwhile.
    }
  }
  return { cpuSeconds: ticks / 100, memoryMiB: (pages * 4096) / 1024 / 1024 }
}

/** Processor time that a process has used in all its threads, in hundredths of a second. */
export function serviceTicks(pid: number): number {
  return ticksOf(pid)
}

/** The same of PostgreSQL: its first process counts what its ended children have used. */
export function postgresTicks(pid: number | undefined): number {
  if (pid === undefined) return 0
  const [own, ...children] = familyOf(pid)
  return [own, ...children].reduce((sum: number, one) => sum + ticksOf(one ?? 0), ticksOf(pid, true))
}

/** `ofChildren`: of children that have ended. */
function ticksOf(pid: number, ofChildren = false): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return ofChildren ? Number(fields[13]) + Number(fields[14]) : Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

/** A free port of the loopback address. */
export function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

const CGROUPS = '/sys/fs/cgroup'
const PERIOD_US = 20_000

/** True where `holdTo` can limit a process: Linux, as root. */
export const canHold = process.getuid?.() === 0 && existsSync(CGROUPS)

/** Limits a process to this share of one processor, by a control group. Answers a function that removes the group after its end. */
export function holdTo(share: number, pid: number): () => void {
  const unified = existsSync(`${CGROUPS}/cgroup.controllers`)
  const group = unified ? `${CGROUPS}/cobro-bench-${pid}` : `${CGROUPS}/cpu/cobro-bench-${pid}`
  mkdirSync(group)
  const quota = Math.round(share * PERIOD_US)
  if (unified) writeFileSync(`${group}/cpu.max`, `${quota} ${PERIOD_US}`)
  else {
    writeFileSync(`${group}/cpu.cfs_period_us`, String(PERIOD_US))
    writeFileSync(`${group}/cpu.cfs_quota_us`, String(quota))
  }
  writeFileSync(`${group}/cgroup.procs`, String(pid))
  return () => rmdirSync(group)
}

/** Where a command is, or undefined when the machine does not have it. */
export function find(command: string, ...others: string[]): string | undefined {
  for (const path of [command, ...others]) {
    try {
      return execFileSync('sh', ['-c', `command -v "${path}"`], { encoding: 'utf8' }).trim()
    } catch {
      // Not this one.
    }
  }
  return undefined
}

function familyOf(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      parents.set(Number(name), Number(stat.replace(/^.*\) /, '').split(' ')[1]))
    } catch {
      // It ended meanwhile.
    }
  }
  const family = [pid]
  for (const one of family) for (const [child, parent] of parents) if (parent === one) family.push(child)
  return family
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await ended
  clearTimeout(timer)
}

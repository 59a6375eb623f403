// Cobro as it is measured: started as by `npm start`, one process or several on one database.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Starter } from './contestant.ts'
import { load, type Measured, type Shot } from './load.ts'
import { canHold, freePort, holdTo, type Running, start } from './processes.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const WARM_S = 3

/** Makes the needed data; answers the request. */
export type Prepare = (url: string) => Promise<Omit<Shot, 'url'> & { path: string }>

/** The program as `npm start` runs it, of this checkout or of another that is bundled. `folder` is for its files. */
export async function startCobro(
  folder: string,
  databaseUrl?: string,
  env: Record<string, string> = {},
  checkout = root,
): Promise<Running> {
  const at = await freePort()
  const url = databaseUrl ?? `file:${join(folder, 'cobro.db')}`
  return start(process.execPath, [join(checkout, 'dist/main.js')], {
    port: at,
    env: { PORT: String(at), DATA_DIR: folder, DATABASE_URL: url, LOG_LEVEL: 'silent', ...env },
  })
}

/**
 * Cobro on a database, asked one thing. With several `processes` on one PostgreSQL, the connections are shared out among them. Each may be
 * held to a `share` of one processor, so that some is left for the others.
 */
export function cobro(
  name: string,
  databaseUrl: string | undefined,
  prepare: Prepare,
  { processes = 1, share }: { processes?: number; share?: number } = {},
): Starter {
  return {
    name,
    ...(share !== undefined && !canHold && { missing: 'run it as root on Linux, where a process can be held down' }),
    start: async () => {
      const folder = mkdtempSync(join(tmpdir(), 'cobro-bench-'))
      const first = await startCobro(folder, databaseUrl)
      const all = [first]
      while (all.length < processes) all.push(await startCobro(folder, databaseUrl))
      const { path, ...shot } = await prepare(first.url)
      // Warmed up before it is limited: compiling alone would otherwise take it a minute.
      if (share !== undefined) for (const { url } of all) await load({ ...shot, url: url + path }, 64, WARM_S)
      const letGo = share === undefined ? [] : all.map(({ pid }) => holdTo(share, pid))
      return {
        name,
        pids: all.map(({ pid }) => pid),
        measure: async (connections, seconds) => {
          const share = Math.max(1, Math.round(connections / processes))
          return together(await Promise.all(all.map(({ url }) => load({ ...shot, url: url + path }, share, seconds))))
        },
        stop: async () => {
          await Promise.all(all.map(({ stop }) => stop()))
          for (const each of letGo) each()
          rmSync(folder, { recursive: true, force: true })
        },
      }
    },
  }
}

/** The sum of several loads at one time; of the latencies the worst. */
function together(all: Measured[]): Measured {
  return {
    perSecond: all.reduce((sum, one) => sum + one.perSecond, 0),
    p50Ms: Math.max(...all.map((one) => one.p50Ms)),
    p99Ms: Math.max(...all.map((one) => one.p99Ms)),
    failures: all.reduce((sum, one) => sum + one.failures, 0),
  }
}

// A service without requests, for the scripts that read its description.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import type { App } from '../src/api/server.ts'
import { readConfig } from '../src/config.ts'
import { createService } from '../src/service.ts'

/** The result of `read`. */
export async function describedService<T>(read: (app: App) => T): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'cobro-types-'))
  const config = readConfig({ DATABASE_URL: ':memory:', DATA_DIR: dataDir, LOG_LEVEL: 'silent', RSA_THREADS: '1' })
  const service = await createService(config, { log: pino({ level: 'silent' }) })
  try {
    await service.app.ready()
    return read(service.app)
  } finally {
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

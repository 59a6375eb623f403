// Builds the service for one command.
import type { Config } from '../config.ts'
import type { Service } from '../service.ts'

/** The service is built because its events carry records; it does not listen and runs no background work. */
export async function withService<R>(config: Config, use: (service: Service) => Promise<R>): Promise<R> {
  const [{ createService }, { default: pino }] = await Promise.all([import('../service.ts'), import('pino')])
  const service = await createService(config, { log: pino({ level: 'error' }, process.stderr) })
  try {
    return await use(service)
  } finally {
    await service.close()
  }
}

// Starts the connectors of an environment.
import { pino } from 'pino'
import { readConfig } from '../../../src/config.ts'
import { connectorsOf } from '../../../src/connectors/by-name.ts'
import { createClock } from '../../../src/core/clock.ts'
import { openDatabase } from '../../../src/store/database.ts'

/** The fault with which a start ends; empty when it starts. */
export async function startFault(environment: Record<string, string>): Promise<string> {
  const store = await openDatabase(':memory:', { connections: 1 })
  const needs = { store, config: readConfig(environment), clock: createClock(), log: pino({ level: 'silent' }) }
  try {
    await connectorsOf(needs)
    return ''
  } catch (error) {
    return (error as Error).message
  } finally {
    await store.close()
  }
}

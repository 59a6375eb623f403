// Tells an outage of the database, in which a connector keeps its state, from a failure of its network: their errors look alike.
import { isUnavailable } from '../store/outage.ts'

const outages = new WeakSet<object>()

/** Whether it is an outage that a connector's state met, and its connector passed on. */
export function isStateOutage(error: unknown): error is Error {
  return error instanceof Error && outages.has(error)
}

/** The same functions, whose outages are known afterwards. */
export function notingOutages<F extends object>(functions: F): F {
  const noting = Object.entries(functions).map(([name, work]: [string, (...values: never[]) => Promise<unknown>]) => [
    name,
    async (...values: never[]) => {
      try {
        return await work(...values)
      } catch (error) {
        if (error instanceof Error && isUnavailable(error)) outages.add(error)
        throw error
      }
    },
  ])
  return Object.fromEntries(noting)
}

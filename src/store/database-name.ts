// The name of a database for people.
import { resolve } from 'node:path'

/** The address without user and password; a file with its whole path. Sample: `postgres://db.example.mx/cobro`. */
export function databaseName(url: string): string {
  if (!url.startsWith('postgres')) return url === ':memory:' ? url : `file:${resolve(url.replace(/^file:/, ''))}`
  const address = URL.parse(url)
  return address ? `${address.protocol}//${address.host}${address.pathname}` : 'PostgreSQL'
}

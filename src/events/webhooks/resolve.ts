// Resolves the names of webhooks without the system's threads: a name server that never answers would keep those from all other names.
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'

/** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
export type Lookup = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Of a try; the second waits twice as long. */
const TRY_MS = 2_000
const TRIES = 2
const HOSTS = '/etc/hosts'
/** No name server is set, or none runs there: the system may know others. */
const NO_SERVER = new Set(['ECONNREFUSED', 'ENOTINITIALIZED', 'EBADRESP'])

/** `servers`: those of a test. */
export function createLookup({ servers }: { servers?: string[] } = {}): Lookup {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
  if (servers !== undefined) resolver.setServers(servers)
  const resolve = async (name: string): Promise<LookupAddress[]> => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const [four, six] = found.map((one) => (one.status === 'fulfilled' ? one.value : []))
    const addresses = [...addressesOf(four, 4), ...addressesOf(six, 6)]
    const failed = found.find((one) => one.status === 'rejected')
    if (addresses.length === 0 && failed !== undefined) throw failed.reason
    return addresses
  }
  return (hostname, done) => {
    if (isOfSystem(hostname)) return systemLookup(hostname, { all: true }, done)
    resolve(hostname).then(
      (addresses) => done(null, addresses),
      (error: NodeJS.ErrnoException) => {
        if (NO_SERVER.has(error.code ?? '')) systemLookup(hostname, { all: true }, done)
        else done(error, [])
      },
    )
  }
}

function addressesOf(found: string[] = [], family: 4 | 6): LookupAddress[] {
  return found.map((address) => ({ address, family }))
}

/** A name of this machine or of its network, and one that its operator has written down: no name server is asked. */
function isOfSystem(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/, '')
  if (!name.includes('.') || /\.(localhost|local)$/.test(name)) return true
  try {
    return readFileSync(HOSTS, 'utf8').toLowerCase().split(/\s+/).includes(name)
  } catch {
    return false
  }
}

// Resolves the names of networks and receivers without the system's threads: a name server that never answers would keep those from all other names.
import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import type { LookupFunction } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** Resolves a name to all its addresses, as `dns.lookup` does with `all`. */
export type Lookup = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

/** Of a try; the second waits twice as long. */
const TRY_MS = 2_000
const TRIES = 2
/** A name server that is silent about one kind of address holds up nobody who has the other. */
const OTHER_KIND_MS = 250
const HOSTS = '/etc/hosts'
/** No name server is set, or none runs there: the system may know others. */
const NO_SERVER = ['ECONNREFUSED', 'ENOTINITIALIZED', 'EBADRESP']
/** No name server answered. The machine may have others by now: a resolver keeps those that were set when it was made. */
const UNANSWERED = ['ETIMEOUT', 'ECONNREFUSED']
/** The name server does not know the name: the system may complete it, as it does within a cluster of containers. */
const NOT_FOUND = ['ENOTFOUND', 'ENODATA']

interface LookupOptions {
  /** Both of a test. */
  servers?: () => string[]
  system?: Lookup
  /** The operator has chosen the name, so the system may also look for it under the domains that it completes names with. */
  isOwn?: boolean
}

export function createLookup({ servers, system = bySystem, isOwn = false }: LookupOptions = {}): Lookup {
  const asksSystem = new Set([...NO_SERVER, ...(isOwn ? NOT_FOUND : [])])
  const newResolver = () => {
    const made = new Resolver({ timeout: TRY_MS, tries: TRIES })
    if (servers !== undefined) made.setServers(servers())
    return made
  }
  let resolver = newResolver()
  const resolve = async (name: string): Promise<LookupAddress[]> => {
    const found: LookupAddress[] = []
    const keep = (family: 4 | 6) => (addresses: string[]) =>
      void found.push(...addresses.map((address) => ({ address, family })))
    const asked = [resolver.resolve4(name).then(keep(4)), resolver.resolve6(name).then(keep(6))]
    const all = Promise.allSettled(asked)
    await Promise.any(asked).then(
      () => Promise.race([all, pause(OTHER_KIND_MS, undefined, { ref: false })]),
      () => all,
    )
    if (found.length > 0) return found.sort((one, other) => one.family - other.family)
    const failed = (await all).find((one) => one.status === 'rejected')
    if (failed !== undefined) throw failed.reason
    return found
  }
  return (hostname, done) => {
    if (isOfSystem(hostname)) return system(hostname, done)
    resolve(hostname).then(
      (addresses) => done(null, addresses),
      (error: NodeJS.ErrnoException) => {
        if (UNANSWERED.includes(error.code ?? '')) resolver = newResolver()
        if (asksSystem.has(error.code ?? '')) system(hostname, done)
        else done(error, [])
      },
    )
  }
}

const bySystem: Lookup = (hostname, done) => systemLookup(hostname, { all: true }, done)

/** The same as a connection takes it. */
export function connectingBy(lookup: Lookup): LookupFunction {
  return (hostname, { all = false, family = 0 }, done) =>
    lookup(hostname, (error, addresses) => {
      if (error !== null) return done(error, '')
      const wanted = addresses.filter((one) => family === 0 || String(family).endsWith(String(one.family)))
      const [first] = wanted
      if (first === undefined) done(Object.assign(new Error('no address'), { code: 'ENODATA', syscall: 'query' }), '')
      else if (all) done(null, wanted)
      else done(null, first.address, first.family)
    })
}

let ownLookup: LookupFunction | undefined

/** How connections to the operator's own networks, mail server and SMS gateway find their addresses. */
export const networkLookup: LookupFunction = (...asked) => {
  ownLookup ??= connectingBy(createLookup({ isOwn: true }))
  ownLookup(...asked)
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

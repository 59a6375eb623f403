// Which addresses a webhook may go to: public ones, and in the sandbox this machine too. Nothing inside a network.
import { BlockList, isIP } from 'node:net'
import { cardNumberProblem, holdsCardNumber } from '../../core/cards/number-in-text.ts'
import { webAddress } from '../../core/web-address.ts'
import { invalidField } from '../../failures.ts'

export interface AddressPolicy {
  /** Whether addresses of this machine are allowed. */
  loopback: boolean
  /** Whether http without TLS is allowed. */
  plainHttp: boolean
}

const MAX_URL_LENGTH = 2_048

/** What is not public in IPv4 (the special-purpose networks of RFC 6890), multicast and reserved included. */
const NOT_PUBLIC_4 = blockList('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The host of a virtual machine at Azure: its metadata and keys, under an address that looks public.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
])

/** In IPv6 only 2000::/3 is public at all, without protocol assignments, documentation and 6to4. */
const GLOBAL_6 = blockList('ipv6', ['2000::/3'])
const NOT_PUBLIC_6 = blockList('ipv6', ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'])

/** Whether a connection to this IP address is allowed. Anything that is not an IP address is not. */
export function isAllowedAddress(policy: AddressPolicy, address: string): boolean {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  const ip = mapped ?? address
  if (policy.loopback && (ip === '::1' || (isIP(ip) === 4 && ip.startsWith('127.')))) return true
  if (isIP(ip) === 4) return !NOT_PUBLIC_4.check(ip, 'ipv4')
  return isIP(ip) === 6 && GLOBAL_6.check(ip, 'ipv6') && !NOT_PUBLIC_6.check(ip, 'ipv6')
}

/**
 * The address of a webhook in its normal form. Refuses by the name `url` an address to which delivery is impossible:
 * another scheme than https (or http in the sandbox), a user in it, an IP address or a name inside a network, the port of another protocol.
 * The addresses of names are checked at the connection, because they may change; in the sandbox any name and port may be one of this machine.
 */
export function checkedUrl(policy: AddressPolicy, text: string): string {
  const url = text.length <= MAX_URL_LENGTH ? readUrl(text) : undefined
  // The dot of the root names the same host, and no certificate has it.
  if (url?.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1)
  if (url === undefined || url.hostname.split('.').includes(''))
    throw invalidField('url', 'url no es una dirección válida', 'url is not a valid address')
  if (url.protocol !== 'https:' && !(policy.plainHttp && url.protocol === 'http:')) {
    throw invalidField('url', 'url debe empezar con https://', 'url must start with https://')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('url', 'url no puede llevar usuario ni contraseña', 'url cannot carry a user or a password')
  }
  const host = bareHost(url.hostname)
  if (isIP(host) === 0 ? !policy.loopback && isInnerName(host) : !isAllowedAddress(policy, host)) {
    throw invalidField('url', 'url debe ser una dirección pública', 'url must be a public address')
  }
  if (!policy.loopback && OTHER_PORTS.has(Number(url.port))) {
    const port = url.port
    throw invalidField(
      'url',
      `url lleva el puerto ${port}, que es de otro protocolo`,
      `url has the port ${port}, which is of another protocol`,
    )
  }
  if (holdsCardNumber(text) || holdsCardNumber(decoded(url.href)))
    throw invalidField('url', `url ${cardNumberProblem[0]}`, `url ${cardNumberProblem[1]}`)
  url.hash = ''
  return url.href
}

/** Whether no server of the internet has this name: one without a dot, or below what is kept for networks (RFC 6761, 6762, 8375; `internal` by ICANN). */
function isInnerName(host: string): boolean {
  return !host.includes('.') || INNER.some((inner) => host === inner || host.endsWith(`.${inner}`))
}

const INNER = ['localhost', 'local', 'internal', 'home.arpa']

/** The ports of other protocols, as browsers refuse them (the bad ports of the Fetch standard): a request there speaks to another service. */
const OTHER_PORTS: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

/** Another scheme is an address too, which has a refusal of its own. */
function readUrl(text: string): URL | undefined {
  return /^https?:/i.test(text) ? webAddress(text) : (URL.parse(text) ?? undefined)
}

function decoded(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (part) => Buffer.from(part.replaceAll('%', ''), 'hex').toString())
}

/** A URL's host without the brackets of IPv6. */
export function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, '$1')
}

function blockList(family: 'ipv4' | 'ipv6', networks: string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), family)
  }
  return list
}

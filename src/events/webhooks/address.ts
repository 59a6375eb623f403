// Which addresses a webhook may go to: public ones, and in the sandbox this machine too. Nothing inside a network.
import { BlockList, isIP } from 'node:net'
import { cardNumberProblem, holdsCardNumber } from '../../core/card-in-text.ts'
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
 * another scheme than https (or http in the sandbox), a user in it, an IP address inside a network. Names are checked at
 * the connection, because their addresses may change.
 */
export function checkedUrl(policy: AddressPolicy, text: string): string {
  const url = text.length <= MAX_URL_LENGTH ? readUrl(text) : undefined
  if (url === undefined) throw invalidField('url', 'url no es una dirección válida', 'url is not a valid address')
  if (url.protocol !== 'https:' && !(policy.plainHttp && url.protocol === 'http:')) {
    throw invalidField('url', 'url debe empezar con https://', 'url must start with https://')
  }
  if (url.username !== '' || url.password !== '') {
    throw invalidField('url', 'url no puede llevar usuario ni contraseña', 'url cannot carry a user or a password')
  }
  const host = bareHost(url.hostname)
  if (isIP(host) !== 0 && !isAllowedAddress(policy, host)) {
    throw invalidField('url', 'url debe ser una dirección pública', 'url must be a public address')
  }
  if (holdsCardNumber(text) || holdsCardNumber(decoded(url.href)))
    throw invalidField('url', `url ${cardNumberProblem[0]}`, `url ${cardNumberProblem[1]}`)
  url.hash = ''
  return url.href
}

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

// The address that a request came from, as the operator wants it kept.
import { isIP } from 'node:net'

export const ADDRESS_MASKS = ['full', 'network', 'none'] as const
export type AddressMask = (typeof ADDRESS_MASKS)[number]

/**
 * `network` keeps the first three numbers of an IPv4 address and the first three groups (48 bits) of an IPv6 one.
 * Sample: `203.0.113.9` is `203.0.113.0/24`, `2001:db8:1:2::3` is `2001:db8:1::/48`. The result is empty for a text that is
 * not an address.
 */
export function maskAddress(address: string, mask: AddressMask): string {
  if (mask === 'none') return ''
  const plain = plainAddress(address)
  const version = isIP(plain)
  if (version === 0) return ''
  if (mask === 'full') return plain
  if (version === 4) return `${plain.slice(0, plain.lastIndexOf('.'))}.0/24`
  return `${firstGroups(plain).join(':')}::/48`
}

/**
 * The unit in which requests are counted: an IPv4 address, or the /64 of an IPv6 address, which is one household; without
 * the port that a proxy may report. Sample: `::ffff:203.0.113.9` is `203.0.113.9`, `2001:db8:1:2::3` is `2001:db8:1:2`. Another text is returned as it is.
 */
export function addressBlock(address: string): string {
  const plain = plainAddress(address)
  return isIP(plain) === 6 ? firstGroups(plain, 4).join(':') : plain
}

/** A port behind the address: some proxies report one, and it differs with each connection. */
const WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)|\[([^\]]*)\])(?::\d+)?$/
/** An IPv4 address in hexadecimal, in the form of an IPv6 address. */
const MAPPED = /^(?:::|(?:0{1,4}:){5})ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/i

/** The address alone, in one form. Sample: `203.0.113.9:5000` and `::ffff:cb00:7109` are `203.0.113.9`. */
export function plainAddress(address: string): string {
  if (isIP(address) === 4) return address
  const [, four, six] = WITH_PORT.exec(address) ?? []
  const bare = (four ?? six ?? address).replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '')
  const [, high, low] = MAPPED.exec(bare) ?? []
  if (high === undefined || low === undefined) return bare
  const [left, right] = [Number.parseInt(high, 16), Number.parseInt(low, 16)]
  return [left >> 8, left & 255, right >> 8, right & 255].join('.')
}

/** The first `count` of eight groups, with the zeros of `::`. */
function firstGroups(address: string, count = 3): string[] {
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  // `::` leaves out at least one group, so what follows it may reach into the first three.
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const wide = after.length + (after.at(-1)?.includes('.') ? 1 : 0)
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - wide)
  return [...groups, ...Array<string>(zeros).fill('0'), ...after]
    .slice(0, count)
    .map((group) => (Number.parseInt(group, 16) || 0).toString(16))
}

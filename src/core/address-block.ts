// What counts as one address when requests are counted: an IPv4 address, or the /64 that one IPv6 household has.
import { isIPv6 } from 'node:net'

/** `203.0.113.7` is itself, also as `::ffff:203.0.113.7`; `2806:1:2:3:4::5` is `2806:1:2:3`. What is no address is itself. */
export function addressBlock(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const bare = address.replace(/%.*$/, '').toLowerCase()
  if (!isIPv6(bare)) return address
  const [head = '', tail] = bare.split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(missing).fill('0'), ...right]
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}

// An address as a log may hold it: its network, not the machine.
import { isIPv4, isIPv6 } from 'node:net'

/** Sample: `203.0.113.77` is `203.0.113.0/24`, `2001:db8:1:2::7` is `2001:db8:1::/48`; anything else is `?`. */
export function maskedAddress(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address
  if (isIPv4(mapped)) return `${mapped.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(mapped)) return '?'
  const [head = '', tail] = mapped.split('%')[0]?.split('::') ?? []
  const first = head === '' ? [] : head.split(':')
  const last = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  return `${[...first, ...zeros, ...last].slice(0, 3).join(':')}::/48`
}

// Checks of addresses and networks in settings.
import { isIP } from 'node:net'
import { webAddress } from '../core/web-address.ts'

/** True for an address that only this machine reaches. */
export function isLoopback(host: string): boolean {
  // The usual ones: each request with the sandbox's credential asks.
  if (host === 'localhost' || host === '127.0.0.1' || host === '::1') return true
  if (isIP(host) === 4) return host.startsWith('127.')
  if (/^localhost\.?$/i.test(host)) return true
  const name = host.replace(/^\[(.*)\]$/, '$1').replace(/^::ffff:/i, '')
  return name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** True for an address with one of the schemes and a host. */
export function isAddress(text: string, ...schemes: string[]): boolean {
  const url = /^https?:/i.test(text) ? webAddress(text) : URL.parse(text)
  return !!url && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== ''
}

/** `app_key:app_secret`, neither of them empty. */
export function isCredential(text: string): boolean {
  return /^[^\s:]+:\S+$/.test(text)
}

/** What a server can listen on: an address or a name, without scheme, port and path. */
export function isListeningHost(text: string): boolean {
  return isIP(text.replace(/^\[(.*)\]$/, '$1')) !== 0 || /^[\w-]+(\.[\w-]+)*(%\w+)?$/.test(text)
}

/** An address, a network by its bits or mask, or one of the names that the HTTP server knows. */
export function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', mask, ...more] = text.split('/')
  const bits = isIP(address) === 4 ? 32 : 128
  const fits =
    mask === undefined || isIP(mask) === 4 || (/^\d{1,3}$/.test(mask) && Number(mask) >= 1 && Number(mask) <= bits)
  return isIP(address) !== 0 && fits && more.length === 0
}

/** Where the sandbox's own account is taken: at `baseUrl` if that is this machine, else at the address at which the service listens. */
export function nearAddress(baseUrl: string, address: string): string {
  return isLoopback(URL.parse(baseUrl)?.hostname ?? '') ? baseUrl : address
}

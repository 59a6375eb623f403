// Whether an address of the web is what it looks like: no part of it is read in another way by a browser than by a person.
import { isDomain } from './text.ts'

/**
 * Whether `text` has the scheme `https://` or `http://`, a host, and nothing that a browser reads otherwise than it is written: a backslash (which
 * is a slash to it), blanks, marks that nobody sees or that turn the text around them, a host in encoded letters that no letters encode to.
 * Undefined when it is not one. Sample: `https://x.mx\@y.mx` and `https://xn--a.mx` are none.
 */
export function webAddress(text: string): URL | undefined {
  if (!/^https?:\/\/[^/\\?#]/i.test(text) || !text.isWellFormed() || HIDDEN.test(text)) return undefined
  const url = URL.parse(text)
  return url !== null && url.hostname !== '' && hasTrueLabels(url.hostname) ? url : undefined
}

/** Such an address under https with a name of the internet and without a user, as a shop gives its own. */
export function isSite(text: string): boolean {
  const url = webAddress(text)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' && isDomain(url.hostname)
}

/** Control characters, blanks, backslashes, and characters that only change how others are shown. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Z}\\]/u

/** A machine's own name, an IP address or a name of the internet; encoded letters are checked, the rest is up to the caller. */
function hasTrueLabels(host: string): boolean {
  return host.split('.').every((label) => !label.startsWith('xn--') || isDomain(`${label}.mx`))
}

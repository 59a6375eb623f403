// Reads the public address of the service.
import { isAddress } from './addresses.ts'
import type { Reading } from './reading.ts'

/** Without a slash at its end, and written as browsers write it: they compare addresses letter by letter. Empty when there is none. */
export function readBaseUrl({ text, fault, faults }: Reading<'BASE_URL'>): string {
  const written = text('BASE_URL')
  if (written === '') return ''
  const url = isAddress(written, 'http', 'https') ? URL.parse(written) : null
  if (url === null) fault('BASE_URL', 'an address such as https://pagos.example.mx')
  else if (url.username !== '' || url.password !== '') faults.push('BASE_URL: an address without a user and password')
  else if (/[?#]/.test(written)) fault('BASE_URL', 'an address without ? and #')
  return url === null ? '' : `${url.origin}${url.pathname}`.replace(/\/+$/, '')
}

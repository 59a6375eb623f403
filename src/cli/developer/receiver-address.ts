// The address of a webhook receiver as typed at a terminal.
import { isAddress } from '../../config/addresses.ts'
import { UsageError } from './command.ts'

/** The address itself. Throws a `UsageError` for one that no request can be sent to; `name`: how the command calls it. */
export function receiverAddress(typed: string, name: string): string {
  if (isAddress(typed, 'http', 'https')) return typed
  const bare = typed.trim().replace(/^(?:[a-z]+:\/\/|https?:|\/)\/*/i, '')
  // A port alone.
  const meant = /^:?\d+(?:\/|$)/.test(bare) ? `localhost:${bare.replace(/^:/, '')}` : bare
  const example = isAddress(`http://${meant}`, 'http') ? `http://${meant}` : 'http://localhost:3000/webhooks'
  throw new UsageError(`${name} is an address that begins with http:// or https://, such as ${example}`)
}

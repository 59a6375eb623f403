// Leads a request whose address the router cannot read to where unknown addresses are answered. The framework would answer it without any hook:
// neither counted for its address nor logged.
import type { IncomingMessage, ServerResponse } from 'node:http'

/** A path that no endpoint has. */
const NOWHERE = '/:'

/** `route`: sends a request through the router once more. */
export function unreadableAddresses(route: (request: IncomingMessage, response: ServerResponse) => void) {
  const found = new WeakSet<IncomingMessage>()
  const routeAgain = (_path: string, request: IncomingMessage, response: ServerResponse) => {
    found.add(request)
    route(request, response)
  }
  return {
    /** What the router calls for percent signs that encode no UTF-8, and for a part of a path that is too long. */
    handlers: { onBadUrl: routeAgain, onMaxParamLength: routeAgain },
    /** The path that is looked for: `pathOf` of the request, unless the router could not read that. */
    orElse: (pathOf: (request: IncomingMessage) => string) => (request: IncomingMessage) =>
      found.has(request) ? NOWHERE : pathOf(request),
  }
}

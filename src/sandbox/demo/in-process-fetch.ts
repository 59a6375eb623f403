// `fetch` that calls this service without the network, so that the demo shop works behind any address and certificate.
import type { App } from '../../api/server.ts'

/** Uses only the path of the address; `app` always serves it. */
export function inProcessFetch(app: App): typeof fetch {
  return async (input, init = {}) => {
    const { pathname, search } = new URL(String(input))
    const response = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: pathname + search,
      headers: init.headers as Record<string, string>,
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    })
    const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
    return new Response(response.body, { status: response.statusCode, headers })
  }
}

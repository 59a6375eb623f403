// Takes the slash off the end of a path: a call is the same with it. Where an id would follow, the path stays, because it may be a call with an
// empty id, which must not become a list of everything or another call.
import type { RouteOptions } from 'fastify'

/** The routes, as far as they are known, and the paths without their slash. */
export function endSlashes() {
  /** By method: the parts of each path that ends with a parameter. */
  const withId = new Map<string, string[][]>()
  /** The paths that end with a slash themselves. */
  const own = new Set<string>()

  const idFollows = (method: string, parts: string[]): boolean =>
    (withId.get(method) ?? []).some(
      (route) =>
        route.length === parts.length + 1 &&
        parts.every((part, at) => route[at] === part || route[at]?.startsWith(':')),
    )

  return {
    /** To be called for each route that is added. */
    learn: ({ method, url }: Pick<RouteOptions, 'method' | 'url'>): void => {
      if (url.endsWith('/')) own.add(url)
      const parts = url.split('/')
      if (!/^[:*]/.test(parts.at(-1) ?? '')) return
      for (const one of [method].flat()) withId.set(one, [...(withId.get(one) ?? []), parts])
    },
    /** The address of a request without the slash. A query belongs to a list, so an address with one has no empty id. */
    without: (method: string, url: string): string => {
      const end = url.indexOf('?')
      const path = end < 0 ? url : url.slice(0, end)
      if (path.length < 2 || !path.endsWith('/') || own.has(path)) return url
      const bare = path.replace(/(?<!\/)\/+$/, '')
      const hasQuery = end >= 0 && end < url.length - 1
      if (bare === '' || (!hasQuery && idFollows(method, bare.replace(/\/{2,}/g, '/').split('/')))) return url
      return end < 0 ? bare : bare + url.slice(end)
    },
  }
}

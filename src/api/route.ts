// The options of a request's endpoint, read once, because the framework makes a new object at each access.
import type { FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyRequest {
    route: FastifyRequest['routeOptions'] | undefined
  }
}

export function routeOf(request: FastifyRequest): FastifyRequest['routeOptions'] {
  request.route ??= request.routeOptions
  return request.route
}

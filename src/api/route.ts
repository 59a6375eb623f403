// What a request's endpoint was registered with, read once: the framework makes a new object of it each time that it is asked.
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

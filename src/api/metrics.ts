// Metrics of the running service for Prometheus, and its health and readiness.
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry, Gauge as ScrapedGauge } from 'prom-client'
import { isLoopback } from '../config/addresses.ts'
import { firstUse } from '../core/first-use.ts'
import { isSecret } from '../core/secret.ts'
import { Failure } from '../failures.ts'
import { isFromHere } from './browsers/own-page.ts'
import { describedBareAnswer, fileAnswer } from './fields.ts'
import { routeOf } from './route.ts'
import type { App } from './server.ts'

/**
 * A metric that is read on request: its name, meaning and current value. The value is in memory, so it can be read during
 * an outage.
 */
export interface Gauge {
  name: string
  help: string
  read(): number
}

interface MetricsNeeds {
  gauges: readonly Gauge[]
  /** Throws within a second when the service cannot take payments: no database, or one that takes no writes. */
  ready(): Promise<void>
  /** True after a stop was requested: balancers should use other processes. */
  stopping(): boolean
  /** The Bearer token for the metrics; empty: only this machine may read them. */
  metricsToken: string
}

/**
 * Call it before the first endpoint. `GET /healthz`, `/readyz` and `/metrics` need no credential and contain no data of
 * payments.
 */
export function serviceRoutes(app: App, needs: MetricsNeeds): void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  const gauges: Gauge[] = [
    ...needs.gauges,
    {
      name: 'cobro_event_loop_delay_max_seconds',
      help: 'Longest delay of the event loop since the last time it was asked',
      read: () => {
        const longest = delay.max / 1e9
        delay.reset()
        return longest
      },
    },
  ]
  const metrics = firstUse(() => metricsOf(gauges))

  app.addHook('onResponse', (request, reply, done) => {
    const route = routeOf(request).url ?? 'unknown'
    metrics().duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000)
    done()
  })

  const config = { access: 'public', cost: 0 } as const
  // Balancers and monitors use HEAD.
  const exposeHeadRoute = true
  const tags = ['Service']
  app.get(
    '/healthz',
    {
      config,
      exposeHeadRoute,
      schema: {
        operationId: 'checkHealth',
        tags,
        summary: 'Is the process alive?',
        description: 'Answers as long as the process runs, also without the database.',
        response: describedBareAnswer('The process is alive'),
      },
    },
    async () => ({ success: true }),
  )
  app.get(
    '/readyz',
    {
      config,
      exposeHeadRoute,
      schema: {
        operationId: 'checkReadiness',
        tags,
        summary: 'Can it take payments?',
        description:
          '503 while the database is away, full or read only, a table or column is not there or may not be used, a newer version has made a breaking change to it, the clock of this machine differs from the database server’s by more than a minute, or the service is being stopped: a balancer should look elsewhere. Answers within a second.',
        response: describedBareAnswer('It can take payments'),
      },
    },
    async () => {
      if (needs.stopping()) throw new Failure('service-busy', { retryAfterSeconds: 5 })
      try {
        await needs.ready()
      } catch (cause) {
        if (cause instanceof Failure) throw cause
        throw new Failure('service-busy', { retryAfterSeconds: 1, cause })
      }
      return { success: true }
    },
  )
  app.get(
    '/metrics',
    {
      config,
      schema: {
        operationId: 'getMetrics',
        tags,
        summary: 'Metrics for Prometheus',
        description:
          'Requests, latencies, queues, event-loop lag and the backlog of the worker, in the text format of Prometheus. With the setting METRICS_TOKEN, a client must send it as a Bearer token; without it, only this machine may read them.',
        ...fileAnswer('Metrics in the text format of Prometheus', ['text/plain']),
      },
    },
    async (request, reply) => {
      allowScrape(request, needs.metricsToken)
      const { registry } = metrics()
      reply.header('content-type', registry.contentType)
      return Registry.merge([processMetrics(), registry]).metrics()
    },
  )
  app.addHook('onClose', async () => delay.disable())
}

/** Memory, processor, event loop and garbage collection: once in a process, because what observes them never ends. */
const processMetrics = firstUse(() => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  return registry
})

/** Made with the first answer, which is the first that is counted. */
function metricsOf(gauges: readonly Gauge[]) {
  processMetrics()
  const registry = new Registry()
  const duration = new Histogram({
    name: 'cobro_request_seconds',
    help: 'Duration of requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  })
  for (const { name, help, read } of gauges) {
    new ScrapedGauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  return { registry, duration }
}

/** Fails with `credential-invalid` for a wrong token and, where none is set, with `credential-not-allowed` for another machine. */
function allowScrape(request: FastifyRequest, token: string): void {
  if (token === '') {
    // A proxy or tunnel on this machine passes strangers on.
    if (!isLoopback(request.ip) || !isFromHere(request)) throw new Failure('credential-not-allowed')
    return
  }
  const presented = /^bearer\s+(\S+)$/i.exec(request.headers.authorization?.trim() ?? '')?.[1] ?? ''
  if (!isSecret(presented, token)) throw new Failure('credential-invalid')
}

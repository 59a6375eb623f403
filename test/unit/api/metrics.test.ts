import assert from 'node:assert/strict'
import { PerformanceObserver } from 'node:perf_hooks'
import { test } from 'node:test'
import { fastify } from 'fastify'
import { serviceRoutes } from '../../../src/api/metrics.ts'
import type { App } from '../../../src/api/server.ts'

test('services of one process observe it once, and each answers its figures beside its own', async (t) => {
  const observed = t.mock.method(PerformanceObserver.prototype, 'observe')
  for (const value of [1, 2]) {
    const app = fastify() as never as App
    const gauges = [{ name: 'cobro_value', help: 'A value', read: () => value }]
    serviceRoutes(app, { gauges, ready: async () => {}, stopping: () => false, metricsToken: '' })
    const { body } = await app.inject({ url: '/metrics', remoteAddress: '127.0.0.1' })
    assert.match(body, new RegExp(`^cobro_value ${value}$`, 'm'))
    for (const name of ['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds', 'nodejs_gc_duration_seconds'])
      assert.match(body, new RegExp(`^# TYPE ${name} `, 'm'))
    await app.close()
  }
  assert.equal(observed.mock.callCount(), 1)
})

// What a room brings to the service. The entry point of a room is its `room.ts`: a function that takes what the room needs of others, and answers its
// part of the service and the verbs that other rooms call.
import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Collector, Task, WorkerControl } from '../core/task.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { Access, Caller } from './caller.ts'
import type { AnswerOnce } from './idempotency.ts'
import type { Gauge } from './metrics.ts'
import type { App } from './server.ts'

export interface Room {
  /** Before the first endpoint is added. */
  addHooks?(app: App): void
  /** Adds its endpoints. */
  addRoutes?(app: App, serving: Serving): void | Promise<void>
  /** Its background work. */
  tasks?: readonly Task[]
  /** Rooms that are part of it. Their work of one instant is done after its own. */
  parts?: readonly Room[]
  /** Its metrics. */
  gauges?: readonly Gauge[]
  /** What counts for them now and then. */
  collectors?: readonly Collector[]
  /** After the worker has stopped. */
  close?(): Promise<void>
}

/** What every room may use. */
export interface Ground extends StoreAndClock {
  config: Config
  log: FastifyBaseLogger
  /** The address of the service. */
  baseUrl(): string
  sandbox: boolean
  /** True where the sandbox's known credential opens it: only this machine can reach it. */
  sandboxCredential: boolean
}

/** What endpoints may use besides. */
export interface Serving {
  once: AnswerOnce
  /** Fails as `authenticate` of the server does. */
  authenticate(request: FastifyRequest, access: Access): Promise<Caller>
  worker: WorkerControl
}

/** What endpoints need that change something. */
export interface RouteNeeds extends StoreAndClock {
  once: AnswerOnce
}

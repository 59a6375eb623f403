// What the process itself brings to the service: its clock, its database, and what it counts of itself.
import { clientScriptRoutes } from '../api/browsers/client-scripts.ts'
import { forgetKeysTask } from '../api/forget-keys.ts'
import type { Ground, Room } from '../api/room.ts'
import { anotherServerTask } from '../store/another-server.ts'
import { followClockTask } from '../store/clock-state.ts'
import { logWatch } from '../store/log/watch.ts'
import { presence } from '../store/processes.ts'
import { setAsideGauges } from '../store/queues/set-aside.ts'
import type { ServerClock } from '../store/server-clock.ts'
import { unconfiguredGauges } from './unconfigured.ts'

interface Needs {
  server: ServerClock
  /** Which at-rest key the process seals under. */
  keyId: string
  /** The delay of the oldest due work. */
  lagSeconds(): number
  /** Requests since the start with an invalid credential or session. */
  unauthenticated(): number
  /** Lines of the log since the start that were dropped. */
  logDropped(): number
  /** How long the certificate of HTTPS is still good; undefined where a proxy ends it. */
  certificateSecondsLeft: (() => number) | undefined
}

export function processRoom(ground: Ground, needs: Needs): { room: Room } {
  const { store } = ground
  const { server, certificateSecondsLeft } = needs
  const { task, end } = presence(ground, needs.keyId)
  const [setAside, log, unconfigured] = [
    setAsideGauges(ground),
    logWatch(ground, ground.log),
    unconfiguredGauges(store, ground.config),
  ]
  return {
    room: {
      addRoutes: (app) => clientScriptRoutes(app),
      tasks: [followClockTask(ground), anotherServerTask(ground), server.task, task, forgetKeysTask(ground)],
      gauges: [
        { name: 'cobro_store_waiting', help: 'Batches that wait for the disk', read: () => store.load().waiting },
        { name: 'cobro_store_batches', help: 'Batches written since the start', read: () => store.load().batches },
        { name: 'cobro_store_flushes', help: 'Disk flushes since the start', read: () => store.load().flushes },
        {
          name: 'cobro_authentication_failures',
          help: 'Requests since the start whose credential or session opened nothing',
          read: needs.unauthenticated,
        },
        {
          name: 'cobro_log_lines_dropped',
          help: 'Lines of the log since the start that were dropped, because they were not read in time',
          read: needs.logDropped,
        },
        { name: 'cobro_worker_backlog_seconds', help: 'How late the oldest due work is', read: needs.lagSeconds },
        {
          name: 'cobro_clock_ahead_seconds',
          help: 'How far the clock of this machine is ahead of the database server’s; negative: behind',
          read: () => server.aheadMs() / 1_000,
        },
        ...(certificateSecondsLeft === undefined
          ? []
          : [
              {
                name: 'cobro_certificate_seconds_left',
                help: 'How long the certificate of HTTPS that is served is still good; negative when it has ended',
                read: certificateSecondsLeft,
              },
            ]),
        ...setAside.gauges,
        ...log.gauges,
        ...unconfigured.gauges,
      ],
      collectors: [...setAside.collectors, ...log.collectors, ...unconfigured.collectors],
      close: () => end().catch(() => {}),
    },
  }
}

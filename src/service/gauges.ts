// The metrics of /metrics.
import { portField, railPorts } from '../core/rail.ts'
import type { Certificate } from './certificate.ts'
import type { Parts } from './services.ts'

export interface Counted {
  /** The delay of the oldest due work. */
  lagSeconds(): number
  /** Requests since the start with an invalid credential or session. */
  unauthenticated(): number
  /** Lines of the log since the start that were dropped. */
  logDropped(): number
  certificate: Certificate | undefined
}

export function gaugesOf(parts: Parts, { lagSeconds, unauthenticated, logDropped, certificate }: Counted) {
  const {
    store,
    clock,
    transportKeys,
    cardTesting,
    late,
    pdfs,
    reports,
    held,
    setAside,
    server,
    openTransfers,
    openLines,
    unansweredCounts,
    ports,
    unconfigured,
    logSeen,
  } = parts
  return [
    { name: 'cobro_store_waiting', help: 'Batches that wait for the disk', read: () => store.load().waiting },
    { name: 'cobro_store_batches', help: 'Batches written since the start', read: () => store.load().batches },
    { name: 'cobro_store_flushes', help: 'Disk flushes since the start', read: () => store.load().flushes },
    ...railPorts.map((port) => ({
      name: `cobro_${portField(port)}_open_circuits`,
      help: 'Methods of the network that no call reaches now, after repeated failures',
      read: () => ports[port].reduce((sum, { openCircuits }) => sum + openCircuits(), 0),
    })),
    { name: 'cobro_rsa_waiting', help: 'Envelopes that wait for RSA', read: () => transportKeys.queueDepth() },
    { name: 'cobro_pdf_waiting', help: 'PDFs that wait to be drawn', read: () => pdfs.waiting() },
    {
      name: 'cobro_authentication_failures',
      help: 'Requests since the start whose credential or session opened nothing',
      read: unauthenticated,
    },
    {
      name: 'cobro_log_lines_dropped',
      help: 'Lines of the log since the start that were dropped, because they were not read in time',
      read: logDropped,
    },
    {
      name: 'cobro_worker_backlog_seconds',
      help: 'How late the oldest due work is',
      read: lagSeconds,
    },
    {
      name: 'cobro_card_attempts_stopped',
      help: 'Tries of cards since the start that were refused without asking a bank',
      read: () => cardTesting.counts().stopped,
    },
    {
      name: 'cobro_card_testing_suspected',
      help: 'Alerts since the start: somebody tries cards',
      read: () => cardTesting.counts().alerts,
    },
    ...(certificate === undefined
      ? []
      : [
          {
            name: 'cobro_certificate_seconds_left',
            help: 'How long the certificate of HTTPS that is served is still good; negative when it has ended',
            read: certificate.secondsLeft,
          },
        ]),
    ...unconfigured.gauges,
    ...reports.gauges,
    ...unansweredCounts.gauges,
    {
      name: 'cobro_payments_suspended',
      help: 'Received payments in suspense, which wait for a person',
      read: () => held.seen().suspended,
    },
    {
      name: 'cobro_rows_set_aside',
      help: 'Rows of background work that failed each time and wait for a person',
      read: () => setAside.seen(),
    },
    {
      name: 'cobro_clock_ahead_seconds',
      help: 'How far the clock of this machine is ahead of the database server’s; negative: behind',
      read: () => server.aheadMs() / 1_000,
    },
    {
      name: 'cobro_transfers_withheld',
      help: 'Transfers that are not sent because they differ from their cause or have none',
      read: () => held.seen().withheld,
    },
    {
      name: 'cobro_network_reports_unread',
      help: 'Reports of networks that nobody could act on, which wait for a person',
      read: () => held.seen().unread,
    },
    {
      name: 'cobro_reversals_refused_later',
      help: 'Cancellations that were answered as under way and that the network then refused, which wait for a person',
      read: () => held.seen().refusedLater,
    },
    {
      name: 'cobro_dispute_answers_refused',
      help: 'Disputes under review whose evidence the acquirer does not take: a person must hand it in',
      read: () => held.seen().answers,
    },
    {
      name: 'cobro_advices_open',
      help: 'Charges that may have happened, were given up, and are not acknowledged as undone',
      read: () => held.seen().advices,
    },
    {
      name: 'cobro_advices_oldest_seconds',
      help: 'Age of the oldest of them',
      read: () => {
        const { oldestAdviceAt } = held.seen()
        return oldestAdviceAt === undefined ? 0 : Math.max(0, (clock.epochMs() - Date.parse(oldestAdviceAt)) / 1_000)
      },
    },
    ...late.gauges,
    ...openTransfers.gauges,
    ...openLines.gauges,
    ...logSeen.gauges,
  ]
}

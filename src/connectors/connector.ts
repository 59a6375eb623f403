// The type of a connector: the object that a file exports to connect a network to a port.
import type { Day } from '../core/time.ts'
import type { Witness } from './exchange.ts'
import type { Inbound } from './notice.ts'
import type { ConnectorState } from './state.ts'

/** The version of the ports and of this file's types. A connector states the version it was written for. */
export const PORT_VERSION = 2

/** The versions whose connectors work. Version 2 only adds: state, a calendar, and methods, capabilities and answers that a connector may have. */
export const PORT_VERSIONS = [1, 2] as const

/** A setting of the connector. Its environment variable is `NAME_KEY`: the connector's name and the key, in capitals. */
export interface ConnectorSetting {
  /** Its purpose, in one line. */
  meaning: string
  /** True: the service does not start without it. */
  required?: boolean
  /** True: never shown in a log, an error or a list. */
  secret?: boolean
  /** Its value when nothing is set. */
  default?: string
  /** The requirement that a value violates, such as `an https address`; undefined for a valid value. */
  check?(value: string): string | undefined
}

/** A setting without which the service does not start. */
export function requiredSetting(meaning: string, check: ConnectorSetting['check'], secret = false): ConnectorSetting {
  return { meaning, required: true, secret, ...(check && { check }) }
}

export interface ConnectNeeds {
  /** Every declared setting, by key; `''` when it is not set. */
  settings: Readonly<Record<string, string>>
  /** What the connector keeps for itself, durable when a call resolves. From version 2 on. */
  state: ConnectorState
  /** The service's time and the banking days of SPEI. From version 2 on. */
  calendar: Calendar
  /** Another name than the connector's own, under which the settings have it: its inbound calls have that name. From version 2 on. */
  name?: string
  /** Sees each exchange with the network where its traffic is recorded. From version 2 on. */
  witness?: Witness
}

export interface Calendar {
  /** The service's time, in epoch milliseconds. */
  nowMs(): number
  /** The banking day of an instant in epoch milliseconds: it turns at 18:00 in Mexico City, and is never a weekend or a bank holiday. */
  bankingDay(epochMs: number): Day
  /** The nth banking day after a day, or before it when `count` is below zero. */
  bankingDayFrom(day: Day, count: number): Day
}

/** A port, and the calls by which its network reports to it. */
export type Connected<Port> = Port & { inbound?: Inbound }

/** `Part`: the port's additions to a rehearsal, for the contract suite. */
export interface Connector<Port, Part = object> {
  portVersion: (typeof PORT_VERSIONS)[number]
  /** Letters, digits and dashes; part of the addresses of its inbound calls and of the names of its settings. */
  name: string
  settings?: Readonly<Record<string, ConnectorSetting>>
  /** Makes the port when the service starts; throws if it cannot. */
  connect(needs: ConnectNeeds): Connected<Port> | Promise<Connected<Port>>
  /** How the connector stands by its own state, a line each, for `cobro connectors`; it asks no network. From version 2 on. */
  standing?(needs: ConnectNeeds): Promise<readonly string[]>
  /**
   * What its network knows the caller by, when two who are known by the same would be taken for one, such as a terminal with its trace numbers:
   * no two acquirers of a service have the same. From version 2 on.
   */
  knownBy?(settings: ConnectNeeds['settings']): string
  /**
   * Asks the network, by a call without effect, whether it is there and fits the settings; answers what does not fit, in words without a
   * secret. For `cobro connectors check`. From version 2 on.
   */
  probe?(needs: ConnectNeeds, signal: AbortSignal): Promise<string | undefined>
  /** Simulates the network, so that `cobro connectors check` can run the contract suite. Settings may be missing. */
  rehearse?(needs: ConnectNeeds): Rehearsal<Port, Part> | Promise<Rehearsal<Port, Part>>
}

/** A simulated network, and samples of its reports. Omitted parts are not checked. */
export type Rehearsal<Port, Part = object> = Partial<Part> & {
  /** Returns a port that is connected to the simulated network; each call returns a new port, as after a restart. */
  open(): Connected<Port> | Promise<Connected<Port>>
  notices?: SampleNotices
  close?(): void | Promise<void>
}

/** Samples of requests to the connector's inbound calls. `path` is one of its inbound paths. */
export interface SampleNotices {
  genuine: readonly SampleRequest[]
  /** Forged requests: with a wrong signature, password or address. */
  forged: readonly SampleRequest[]
  /** Requests of the network with a body that the connector cannot read. */
  unreadable?: readonly SampleRequest[]
}

export interface SampleRequest {
  method: string
  path: string
  query?: string
  headers?: Readonly<Record<string, string>>
  body?: string
  address?: string
}

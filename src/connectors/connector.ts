// What a connector is: the object by which a file of ours, or of anybody, brings a network to a port.
import type { Inbound } from './notice.ts'

/** The version of the ports and of everything in this file. A connector says for which one it was written. */
export const PORT_VERSION = 1

/** A setting of the connector's own. It is read as `NAME_KEY`: the connector's name and the key, in capitals. */
export interface ConnectorSetting {
  /** What it is for, in one line. */
  meaning: string
  /** The service does not start without it. */
  required?: boolean
  /** Never shown in a log, a fault or a list. */
  secret?: boolean
  /** Its value when nothing is set. */
  default?: string
  /** Says what is wanted when a value does not fit, as in `an https address`; undefined when it fits. */
  check?(value: string): string | undefined
}

export interface ConnectNeeds {
  /** Every setting that the connector declares, by its key; `''` when it is not set. */
  settings: Readonly<Record<string, string>>
}

/** A port, and the calls by which its network reports to it. */
export type Connected<Port> = Port & { inbound?: Inbound }

/** `Part`: what the contract suite of the port needs from a rehearsal. */
export interface Connector<Port, Part = object> {
  portVersion: typeof PORT_VERSION
  /** Letters, digits and dashes; also in the addresses of its inbound calls and before the names of its settings. */
  name: string
  settings?: Readonly<Record<string, ConnectorSetting>>
  /** Makes the port, when the service starts. It throws when it can't. */
  connect(needs: ConnectNeeds): Connected<Port> | Promise<Connected<Port>>
  /** Plays the network, so that `cobro connectors check` can run the contract suite. Its settings may be missing. */
  rehearse?(needs: ConnectNeeds): Rehearsal<Port, Part> | Promise<Rehearsal<Port, Part>>
}

/** A network that is played, with nothing real behind it, and samples of what it says. What is left out is not checked. */
export type Rehearsal<Port, Part = object> = Partial<Part> & {
  /** A port that is connected to the played network. Called again: another one, as after a restart. */
  open(): Connected<Port> | Promise<Connected<Port>>
  notices?: SampleNotices
  close?(): void | Promise<void>
}

/** What the network sends to the connector's own address. `path` is one of its inbound paths. */
export interface SampleNotices {
  genuine: readonly SampleRequest[]
  /** The same from somebody else: with a wrong signature, password or address. */
  forged: readonly SampleRequest[]
  /** From the network, with a body that the connector does not understand. */
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

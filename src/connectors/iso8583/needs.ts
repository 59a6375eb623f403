// What the functions of the connector to a host of ISO 8583 are handed.
import type { Calendar } from '../connector.ts'
import type { ConnectorState } from '../state.ts'
import type { Codec } from './codec.ts'
import type { IsoHost } from './host.ts'
import type { Link } from './link.ts'
import type { Merchant } from './messages.ts'

export interface IsoNeeds {
  state: ConnectorState
  calendar: Pick<Calendar, 'nowMs'>
  host: IsoHost
  merchant: Merchant
  codec: Codec
  link: Link
}

// What the functions of the connector to STP are handed.
import type { Calendar } from '../connector.ts'
import type { ConnectorState } from '../state.ts'
import type { StpClient } from './client.ts'
import type { Sign } from './signer.ts'

export interface StpNeeds {
  /** The connector's name. */
  name: string
  client: StpClient
  sign: Sign
  state: ConnectorState
  calendar: Calendar
  company: string
  /** The company's own account: what comes into it is the operator's. */
  own: string
  /** The company as the sender. */
  from: { account: string; name: string; rfc: string }
  /** A deposit is taken only after STP answered a query for it. */
  confirms: boolean
  /** The banking day of now: STP wants it left out. */
  today(): string
  /** The banking day so many after a day, or before it. */
  bankingDayFrom(day: string, count: number): string
}

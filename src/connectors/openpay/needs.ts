// What the functions of the connectors to Openpay are handed.
import type { Calendar } from '../connector.ts'
import type { ConnectorState } from '../state.ts'
import type { OpenpayClient } from './client.ts'

export interface OpenpayNeeds {
  client: OpenpayClient
  state: ConnectorState
  calendar: Calendar
  payerEmail: string
}

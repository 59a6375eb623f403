// All tables of both engines: those that each room defines in its `tables.ts`. Money in whole centavos, instants as UTC ISO text, booleans 0/1, JSON as text.
import * as fees from './accounts/fees/tables.ts'
import * as profile from './accounts/profile/tables.ts'
import * as accounts from './accounts/tables.ts'
import * as api from './api/tables.ts'
import * as risk from './cards/risk/tables.ts'
import * as routing from './cards/routing/tables.ts'
import * as cards from './cards/tables.ts'
import * as checkout from './checkout/tables.ts'
import * as closings from './closings/tables.ts'
import * as connectors from './connectors/tables.ts'
import * as requests from './console/requests/tables.ts'
import * as console from './console/tables.ts'
import type { Row, Table, View, ViewRow } from './core/table.ts'
import * as customers from './customers/tables.ts'
import * as disputes from './disputes/tables.ts'
import * as events from './events/tables.ts'
import * as webhooks from './events/webhooks/tables.ts'
import * as exports from './exports/tables.ts'
import * as ledger from './ledger/tables.ts'
import * as messages from './messages/tables.ts'
import * as finding from './operations/finding/tables.ts'
import * as operations from './operations/tables.ts'
import * as claims from './payouts/claims/tables.ts'
import * as invoices from './payouts/invoices/tables.ts'
import * as payouts from './payouts/tables.ts'
import * as plans from './plans/tables.ts'
import * as notices from './reconciliation/notices/tables.ts'
import * as reconciliation from './reconciliation/tables.ts'
import * as refunds from './refunds/tables.ts'
import * as simulator from './sandbox/tables.ts'
import * as store from './store/tables.ts'
import * as transfers from './transfers/tables.ts'
import * as vault from './vault/tables.ts'
import * as vouchers from './vouchers/tables.ts'

const rooms = {
  accounts,
  api,
  cards,
  checkout,
  claims,
  closings,
  connectors,
  console,
  customers,
  disputes,
  events,
  exports,
  fees,
  finding,
  invoices,
  ledger,
  messages,
  notices,
  operations,
  payouts,
  plans,
  profile,
  reconciliation,
  refunds,
  requests,
  risk,
  routing,
  simulator,
  store,
  transfers,
  vault,
  vouchers,
  webhooks,
}

type Rooms = typeof rooms
type Defined = { [R in keyof Rooms]: Rooms[R][keyof Rooms[R]] }[keyof Rooms]
type AnyTable = Extract<Defined, Table>
type AnyView = Extract<Defined, View>

/** In the order of their names: the schema is the same whichever room defines a table. */
const defined = Object.values(rooms)
  .flatMap((room): (Table | View)[] => Object.values(room))
  .sort((one, other) => (one.name < other.name ? -1 : 1))

export const tables: readonly Table[] = defined.filter((one) => 'keys' in one)

export const views: readonly View[] = defined.filter((one) => 'query' in one)

/** The names of the tables with facts. */
export type FactTable = {
  [T in AnyTable as T['name']]: T['classes'] extends { fact: object } ? T['name'] : never
}[AnyTable['name']]

/** By its name, the row of each table and view. */
export type Tables = { [T in AnyTable as T['name']]: Row<T> } & { [V in AnyView as V['name']]: ViewRow<V> }

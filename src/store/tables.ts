// All tables of both engines, as the files of tables/ tell them: money in whole centavos, instants as UTC ISO text, booleans 0/1, JSON as text.
import type { Row, Table, View, ViewRow } from './table.ts'
import * as accounts from './tables/accounts.ts'
import * as books from './tables/books.ts'
import * as captures from './tables/captures.ts'
import * as cards from './tables/cards.ts'
import * as checkouts from './tables/checkouts.ts'
import * as closings from './tables/closings.ts'
import * as connectors from './tables/connectors.ts'
import * as customers from './tables/customers.ts'
import * as directory from './tables/directory.ts'
import * as disputes from './tables/disputes.ts'
import * as events from './tables/events.ts'
import * as fees from './tables/fees.ts'
import * as finding from './tables/finding.ts'
import * as messages from './tables/messages.ts'
import * as operations from './tables/operations.ts'
import * as payouts from './tables/payouts.ts'
import * as people from './tables/people.ts'
import * as received from './tables/received.ts'
import * as refunds from './tables/refunds.ts'
import * as requests from './tables/requests.ts'
import * as risk from './tables/risk.ts'
import * as routing from './tables/routing.ts'
import * as sandbox from './tables/sandbox.ts'
import * as service from './tables/service.ts'
import * as statements from './tables/statements.ts'
import * as transfers from './tables/transfers.ts'
import * as webhooks from './tables/webhooks.ts'

export type * from './tables/accounts.ts'
export type * from './tables/books.ts'
export type * from './tables/captures.ts'
export type * from './tables/cards.ts'
export type * from './tables/checkouts.ts'
export type * from './tables/closings.ts'
export type * from './tables/connectors.ts'
export type * from './tables/customers.ts'
export type * from './tables/directory.ts'
export type * from './tables/disputes.ts'
export type * from './tables/events.ts'
export type * from './tables/fees.ts'
export type * from './tables/finding.ts'
export type * from './tables/messages.ts'
export type * from './tables/operations.ts'
export type * from './tables/payouts.ts'
export type * from './tables/people.ts'
export type * from './tables/received.ts'
export type * from './tables/refunds.ts'
export type * from './tables/requests.ts'
export type * from './tables/risk.ts'
export type * from './tables/routing.ts'
export type * from './tables/sandbox.ts'
export type * from './tables/service.ts'
export type * from './tables/statements.ts'
export type * from './tables/transfers.ts'
export type * from './tables/webhooks.ts'

const modules = {
  accounts,
  books,
  captures,
  cards,
  checkouts,
  closings,
  connectors,
  customers,
  directory,
  disputes,
  events,
  fees,
  finding,
  messages,
  operations,
  payouts,
  people,
  received,
  refunds,
  requests,
  risk,
  routing,
  sandbox,
  service,
  statements,
  transfers,
  webhooks,
}

type Modules = typeof modules
type Told = { [M in keyof Modules]: Modules[M][keyof Modules[M]] }[keyof Modules]
type AnyTable = Extract<Told, Table>
type AnyView = Extract<Told, View>

const told = Object.values(modules).flatMap((module): (Table | View)[] => Object.values(module))

export const tables: readonly Table[] = told.filter((one) => 'keys' in one)

export const views: readonly View[] = told.filter((one) => 'query' in one)

/** By its name, the row of each table and view. */
export type Tables = { [T in AnyTable as T['name']]: Row<T> } & { [V in AnyView as V['name']]: ViewRow<V> }

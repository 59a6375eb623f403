// Charges, captures, reversals, and refunds to cards without an answer of their network: listed for `cobro open`, counted for the
// metrics.
import { sql } from 'kysely'
import { type Bilingual, filled } from '../core/language/bilingual.ts'
import { answeredRails } from '../core/rail.ts'
import type { Collector } from '../core/task.ts'
import { isOfRails } from '../operations/due.ts'
import { acrossDb, acrossStore } from '../store/across.ts'
import { sameAccount } from '../store/same-account.ts'
import type { Store } from '../store/store.ts'
import { unindexed } from '../store/unindexed.ts'

export interface Unanswered {
  kind: 'charge' | 'capture' | 'reversal' | 'refund'
  id: string
  accountId: string
  amountCentavos: number
  since: string
  because: Bilingual
}

type Db = Store['db']

/** Card payments whose outcome the acquirer did not report when it was asked. */
const charges = ({ db }: { db: Db }) =>
  db
    .selectFrom('operations')
    .where('due_at', 'is not', null)
    .where(isOfRails(answeredRails))
    .where('status', '=', 'pending')
    .where('inquiries', '>', 0)

/** Captures that the acquirer was asked for again and has not answered. */
const captures = ({ db }: { db: Db }) =>
  db
    .selectFrom('captures')
    .innerJoin('operations', sameAccount('operations.id', 'captures.operation_id'))
    .where('captures.due_at', 'is not', null)
    .where('captures.state', '=', 'pending')
    .where('captures.attempts', '>', 0)

/** Reversals whose network was asked and has not answered. */
const reversals = ({ db }: { db: Db }) =>
  db
    .selectFrom('reversals')
    .innerJoin('operations', sameAccount('operations.id', 'reversals.operation_id'))
    .where('reversals.due_at', 'is not', null)
    .where('reversals.state', '=', 'pending')
    .where('reversals.attempts', '>', 0)
    // A cancellation that waits for the outcome of its charge is listed as a charge.
    .where((eb) =>
      eb.or([eb('operations.status', 'in', ['paid', 'authorized']), eb('operations.rail', 'not in', answeredRails)]),
    )

/** Refunds that the acquirer was asked for and has not answered. The partial index needs its condition. */
const refunds = ({ db }: { db: Db }) =>
  db
    .selectFrom('refunds')
    .innerJoin('operations', sameAccount('operations.id', 'refunds.operation_id'))
    .where('refunds.due_at', 'is not', null)
    .where('refunds.way', '=', 'acquirer')
    .where('refunds.state', '=', 'pending')
    .where('refunds.waits_for', '=', '')
    .where('refunds.attempts', '>', 0)

type Read = (store: Store, after: string, limit: number) => Promise<Unanswered[]>

/** Each kind, by id. The partial indexes find them, not the keys of all rows. */
export const unansweredKinds: Record<Unanswered['kind'], Read> = {
  charge: async (store, after, limit) => {
    const rows = await charges(acrossStore(store, 'operator'))
      .select(['id', 'account_id', 'total_centavos as amount', 'created_at', 'inquiries as asked', 'network'])
      .where(unindexed('id'), '>', after)
      .orderBy(unindexed('id'))
      .limit(limit)
      .execute()
    return rows.map(shown('charge', ['si se cobró la tarjeta', 'whether the card was charged']))
  },
  capture: async (store, after, limit) => {
    const rows = await captures(acrossStore(store, 'operator'))
      .select(['captures.id', 'captures.account_id', 'captures.total_centavos as amount', 'network'])
      .select(['captures.created_at', 'captures.attempts as asked'])
      .where(unindexed('captures.id'), '>', after)
      .orderBy(unindexed('captures.id'))
      .limit(limit)
      .execute()
    return rows.map(shown('capture', ['si lo capturó', 'whether it was captured']))
  },
  reversal: async (store, after, limit) => {
    const rows = await reversals(acrossStore(store, 'operator'))
      .select(['operation_id as id', 'reversals.account_id', 'total_centavos as amount', 'network'])
      .select(['reversals.created_at', 'reversals.attempts as asked'])
      .where(unindexed('operation_id'), '>', after)
      .orderBy(unindexed('operation_id'))
      .limit(limit)
      .execute()
    return rows.map(shown('reversal', ['si lo canceló', 'whether it was reversed']))
  },
  refund: async (store, after, limit) => {
    const rows = await refunds(acrossStore(store, 'operator'))
      .select(['refunds.id', 'refunds.account_id', 'amount_centavos as amount', 'network'])
      .select(['state_at as created_at', 'refunds.attempts as asked'])
      .where(unindexed('refunds.id'), '>', after)
      .orderBy(unindexed('refunds.id'))
      .limit(limit)
      .execute()
    return rows.map(shown('refund', ['si la tarjeta recibió su devolución', 'whether the card got its refund']))
  },
}

interface Row {
  id: string
  account_id: string
  amount: number
  created_at: string
  asked: number
  network: string
}

const NOT_SAID: Bilingual = ['{} no dice {}: se le preguntó {}', '{} does not say {}: asked {}']
const ONCE: Bilingual = ['una vez', 'once']
const TIMES: Bilingual = ['{} veces', '{} times']

function shown(kind: Unanswered['kind'], what: Bilingual): (row: Row) => Unanswered {
  return ({ id, account_id: accountId, amount, created_at: since, asked, network }) => ({
    kind,
    id,
    accountId,
    amountCentavos: amount,
    since,
    because: filled(NOT_SAID, network, what, asked === 1 ? ONCE : filled(TIMES, asked)),
  })
}

/** The values are those of the last count. */
export function unansweredGauges({ store }: { store: Store }) {
  let seen = { charge: 0, capture: 0, reversal: 0, refund: 0 }
  const collector: Collector = {
    name: 'count what networks do not answer for',
    collect: async () => {
      const count = sql<number>`count(*)`.as('count')
      const { charge, capture, reversal, refund } = await acrossDb(store.db, 'operator')
        .selectNoFrom([
          charges(store).select(count).as('charge'),
          captures(store).select(count).as('capture'),
          reversals(store).select(count).as('reversal'),
          refunds(store).select(count).as('refund'),
        ])
        .executeTakeFirstOrThrow()
      seen = { charge: Number(charge), capture: Number(capture), reversal: Number(reversal), refund: Number(refund) }
    },
  }
  const gauges = (Object.keys(unansweredKinds) as Unanswered['kind'][]).map((kind) => ({
    name: `cobro_${kind}s_unanswered`,
    help: `Each ${kind} that its network was asked about and has not answered for`,
    read: () => seen[kind],
  }))
  return { collectors: [collector], gauges }
}

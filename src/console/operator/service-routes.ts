// The operator's data of the whole service: networks, queues, open items, the process, the audit of all books, the trail of all accounts.
import { sql } from 'kysely'
import Type from 'typebox'
import { readTrail } from '../../accounts/trail/read.ts'
import { presentRecord } from '../../accounts/trail/routes.ts'
import { answer, bareAnswer, Id, NoBody, requiredText } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { type Rail, rails } from '../../core/rail.ts'
import { portField, type RailPort } from '../../core/rail-port.ts'
import { mexicoCityTime } from '../../core/time.ts'
import { failingWebhooks } from '../../events/webhooks/failing.ts'
import { across } from '../../store/across.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import type { Store } from '../../store/store.ts'
import { listTransportKeys } from '../../vault/transport-key-rows.ts'
import { openItems } from '../mending/open-items.ts'
import type { ConsoleNeeds } from '../needs.ts'
import { namesOf } from './accounts.ts'
import { AuditOfBooks, OpenItems, ServiceHealth, ServiceTrail } from './answers.ts'
import { auditRun } from './audit-run.ts'
import { readQueues } from './queues.ts'

const config = { access: 'operator' } as const
const hide = { hide: true }

/** The number of operations that are read to find the last one of each network. */
const LATEST = 5_000
const OPEN_SHOWN = 200
const FAILING_SHOWN = 100
const TRAIL_PAGE = 50

export function operatorRoutes(app: App, needs: ConsoleNeeds): void {
  const { store, clock, version, networks, lagSeconds, audit, eachWaiting } = needs
  const { canReturnDeposit = false } = needs.releases
  const startedMs = clock.wallMs()
  const auditing = auditRun({ store, clock, audit })
  app.addHook('preClose', async () => auditing.stop())

  app.get('/v1/console/service', { config, schema: { ...hide, response: answer(ServiceHealth) } }, async () => {
    const askedMs = clock.wallMs()
    const migrations = await sql<{ name: string }>`select name from migrations order by position desc limit 1`.execute(
      store.db,
    )
    const databaseMs = clock.wallMs() - askedMs
    const last = await lastMovements(store)
    const [failing, keys] = await Promise.all([failingWebhooks(store), listTransportKeys(store)])
    const shown = failing.slice(0, FAILING_SHOWN)
    const names = await namesOf(
      store,
      shown.map(({ account_id }) => account_id),
    )
    return {
      success: true,
      result: {
        networks: networks().map((one) => ({ ...one, port: portField(one.port), last: last.get(one.port) ?? null })),
        queues: await readQueues(store),
        failing: {
          total: failing.length,
          webhooks: shown.map(({ id, account_id, url, state, failing_since }) => ({
            id,
            account: account_id,
            account_name: names.get(account_id) ?? '',
            url,
            state,
            since: failing_since === null ? null : mexicoCityTime(failing_since),
          })),
        },
        rsa_key: keys[0] === undefined ? null : { id: keys[0].id, since: mexicoCityTime(keys[0].created_at) },
        lag_seconds: lagSeconds(),
        engine: store.engine,
        process: {
          version,
          runtime: process.version,
          pid: process.pid,
          up_seconds: Math.floor((clock.wallMs() - startedMs) / 1_000),
          memory_bytes: process.memoryUsage.rss(),
        },
        database: { schema: migrations.rows[0]?.name ?? '', answers_ms: databaseMs, ...store.load() },
      },
    }
  })

  app.get('/v1/console/open', { config, schema: { ...hide, response: answer(OpenItems) } }, async ({ caller }) => ({
    success: true,
    result: await openItems(
      { store, canReturnDeposit, eachWaiting },
      { limit: OPEN_SHOWN, accountId: caller.accountId, now: clock.now() },
    ),
  }))

  const audited = () => {
    const { startedAt, finishedAt, report, ...state } = auditing.state()
    const at = (instant: string | null) => (instant === null ? null : mexicoCityTime(instant))
    return {
      ...state,
      report: report && { ...report, counts: { ...report.counts } },
      started_at: at(startedAt),
      finished_at: at(finishedAt),
    }
  }

  app.get('/v1/console/audit', { config, schema: { ...hide, response: answer(AuditOfBooks) } }, async () => {
    const closed = await store.db.selectFrom('book_progress').select('until_at').executeTakeFirst()
    const checkpoints = await store.db
      .selectFrom('book_days')
      .select(['day', 'head'])
      .where('account_id', '=', NO_ACCOUNT)
      .orderBy('day', 'desc')
      .limit(7)
      .execute()
    // The row exists from the start; until the first hour is hashed it has no meaning.
    const until = closed === undefined || Date.parse(closed.until_at) <= 0 ? null : mexicoCityTime(closed.until_at)
    return { success: true, result: { ...audited(), closed_until: until, heads: checkpoints } }
  })

  app.post('/v1/console/audit', { config, schema: { ...hide, body: NoBody, response: bareAnswer } }, async () => {
    auditing.start()
    return { success: true }
  })

  app.get(
    '/v1/console/trail',
    {
      config,
      schema: {
        ...hide,
        querystring: Type.Object({
          account: Type.Optional(requiredText(100)),
          action: Type.Optional(requiredText(50)),
          starting_after: Type.Optional(Id),
        }),
        response: answer(ServiceTrail),
      },
    },
    async (request) => {
      const { account, action, starting_after: startingAfter } = request.query
      const { page, next } = await readTrail(store, {
        accountId: account,
        type: action,
        startingAfter,
        limit: TRAIL_PAGE,
      })
      const names = await namesOf(
        store,
        page.map(({ account_id }) => account_id),
      )
      const records = page.map((row) => ({
        ...presentRecord(row),
        account: row.account_id === NO_ACCOUNT ? null : row.account_id,
        account_name: names.get(row.account_id) ?? '',
      }))
      return { success: true, result: { has_more: next !== null, records } }
    },
  )
}

/** The instant of the newest operation of each port, among the newest of all. */
async function lastMovements(store: Store): Promise<Map<RailPort, string>> {
  const { rows } = await sql<{ rail: Rail; at: string }>`
    select rail, max(created_at) as at
    from (select rail, created_at from operations order by id desc limit ${sql.lit(LATEST)}) as latest
    group by rail order by at ${across('operator')}`.execute(store.db)
  return new Map(rows.map(({ rail, at }) => [rails[rail].port, mexicoCityTime(at)]))
}

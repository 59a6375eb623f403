// The commands that look after a database: its schema, accounts, books and keys.
import { issueCredential, openAccount, revokeCredential } from '../accounts/credentials.ts'
import type { Config } from '../config.ts'
import { createClock } from '../core/clock.ts'
import { isEmail } from '../core/text.ts'
import { readClockState } from '../store/clock-state.ts'
import { openDatabase } from '../store/database.ts'
import { Unmet } from '../store/write.ts'
import { UsageError } from './command.ts'

export interface AdminOptions {
  /** A key for browsers instead of a secret one. */
  publishable: boolean
  /** Whose books; undefined for everyone's. */
  account: string | undefined
  json: boolean
}

/** Runs one of `migrate`, `accounts`, `audit` and `keys`. Throws a `UsageError` for what is none or lacks something. */
export async function administer(
  config: Config,
  [command, ...rest]: string[],
  { publishable, account, json }: AdminOptions,
): Promise<void> {
  switch (command) {
    case 'migrate':
      return withDatabase(config, async () => print('The schema is up to date.'))
    case 'accounts':
      return accounts(config, rest, publishable)
    case 'audit':
      return auditBooks(config, { accountId: account, asJson: json })
    case 'keys':
      return keys(config, rest)
    default:
      throw new UsageError(`there is no command ${command}`)
  }
}

async function accounts(config: Config, rest: string[], publishable: boolean): Promise<void> {
  const [action = 'list', first, second, third, fourth] = rest
  const { mode } = config
  await withDatabase(config, async (needs) => {
    switch (action) {
      case 'list': {
        const rows = await needs.store.db
          .selectFrom('accounts')
          .innerJoin('credentials', 'credentials.account_id', 'accounts.id')
          .select(['accounts.id', 'name', 'app_key', 'kind', 'operator', 'revoked_at'])
          .orderBy('accounts.id')
          .execute()
        for (const row of rows) {
          print([row.id, row.name, row.app_key, row.kind, row.operator, row.revoked_at ?? 'in use'].join('\t'))
        }
        return
      }
      case 'open': {
        const account = await openAccount(needs, { name: required(first), email: address(second), mode })
        return print(`account ${account.accountId}\napp_key ${account.appKey}\napp_secret ${account.secret}`)
      }
      case 'key': {
        const kind = publishable ? 'publishable' : 'secret'
        const issued = await issueCredential(needs, {
          accountId: await existing(needs.store, required(first)),
          operator: address(second),
          kind,
          mode,
        })
        return print(`app_key ${issued.appKey}\napp_secret ${issued.secret}`)
      }
      case 'revoke':
        await revokeCredential(needs, required(first)).catch((error: unknown) => {
          throw error instanceof Unmet ? new Error(`No key ${first} is in use: see cobro accounts.`) : error
        })
        return print('revoked')
      case 'fee':
        return setAccountFee(needs, required(first), {
          method: required(second).toUpperCase(),
          percentage: required(third),
          fixed: fourth ?? '0',
        })
      default:
        throw new UsageError(`there is no command accounts ${action}`)
    }
  })
}

async function setAccountFee(
  { store }: Opened,
  accountId: string,
  { method, ...given }: { method: string; percentage: string; fixed: string },
): Promise<void> {
  const [{ setFee }, { readTerms }, { isPaymentMethod }] = await Promise.all([
    import('../accounts/fees.ts'),
    import('../settlement/fee-terms.ts'),
    import('../core/operation.ts'),
  ])
  if (!isPaymentMethod(method)) throw new Error(`${method} is no payment method: it is POS, OXX or SPE.`)
  await existing(store, accountId)
  const terms = readTerms(given)
  await store.commit(setFee(store, { accountId, method, ...terms }))
  print(
    `${accountId} pays ${given.percentage} % and ${given.fixed} for ${method}, IVA on top, from the next seconds on.`,
  )
}

async function auditBooks(config: Config, given: { accountId: string | undefined; asJson: boolean }): Promise<void> {
  const [{ audit }, { progressText, reportText }] = await Promise.all([
    import('../ledger/audit.ts'),
    import('../ledger/audit-text.ts'),
  ])
  await withDatabase(config, async ({ store }) => {
    if (given.accountId !== undefined) await existing(store, given.accountId)
    const onTerminal = process.stderr.isTTY && !given.asJson
    const report = await audit(store, {
      ...(given.accountId !== undefined && { accountId: given.accountId }),
      onProgress: (counts) => {
        if (onTerminal) process.stderr.write(`\r\x1b[2K${progressText(counts)}`)
      },
    })
    if (onTerminal) process.stderr.write('\r\x1b[2K')
    print(given.asJson ? JSON.stringify(report, null, 2) : reportText(report))
    if (!report.clean) process.exitCode = 1
  })
}

async function keys(config: Config, [action = 'list']: string[]): Promise<void> {
  const [{ openAtRest }, { chooseAtRestKeys }, transport, { reseal, vaultColumns }, { sealedSecrets }] =
    await Promise.all([
      import('../vault/at-rest.ts'),
      import('../vault/at-rest-key.ts'),
      import('../vault/transport-keys.ts'),
      import('../vault/reseal.ts'),
      import('../delivery/endpoints.ts'),
    ])
  await withDatabase(config, async ({ store, clock }) => {
    const needs = { store, clock, atRest: openAtRest(chooseAtRestKeys(config)) }
    switch (action) {
      case 'list':
        for (const key of await transport.listTransportKeys(store)) {
          const state = key.readable_until === null ? 'published' : `readable until ${key.readable_until}`
          print([key.id, `RSA-${key.bits}`, key.created_at, state].join('\t'))
        }
        return
      case 'rotate': {
        const key = await transport.rotateTransportKeys({
          ...needs,
          bits: config.rsaBits,
          rotationHours: config.rsaRotationHours,
        })
        return print(`published ${key.keyId}\n${key.publicPem}`)
      }
      case 'reseal':
        for (const column of [...vaultColumns, ...sealedSecrets]) {
          print(`${column.table}.${column.column}\t${await reseal(needs, column)} sealed again`)
        }
        return
      default:
        throw new UsageError(`there is no command keys ${action}`)
    }
  })
}

type Opened = { store: Awaited<ReturnType<typeof openDatabase>>; clock: ReturnType<typeof createClock> }

async function withDatabase(config: Config, work: (needs: Opened) => Promise<void>): Promise<void> {
  const store = await openDatabase(config.databaseUrl, {
    connections: 2,
    writeTimeoutMs: config.databaseWriteTimeoutMs,
    readTimeoutMs: config.databaseReadTimeoutMs,
  })
  try {
    await work({ store, clock: createClock(await readClockState(store)) })
  } finally {
    await store.close()
  }
}

/** The id of an account that there is. */
async function existing(store: Opened['store'], accountId: string): Promise<string> {
  const account = await store.db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()
  if (!account) throw new Error(`There is no account ${accountId}: see cobro accounts.`)
  return accountId
}

/** Who an operator is: lists of operations are asked for by it. */
function address(text: string | undefined): string {
  if (!isEmail(required(text))) throw new UsageError(`${text} is no e-mail address`)
  return required(text)
}

function required(text: string | undefined): string {
  if (text === undefined || text === '') throw new UsageError('something is missing')
  return text
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}

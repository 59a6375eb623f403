// The commands that look after a database: its schema, accounts, books and keys.
import { issueCredential, openAccount, revokeCredential, rollCredential } from '../accounts/credentials.ts'
import type { Config } from '../config.ts'
import { isEmail } from '../core/text.ts'
import { databaseName } from '../store/database-name.ts'
import { Unmet } from '../store/write.ts'
import { type Actor, trailWrite } from '../trail/record.ts'
import { type AuditOptions, auditCommand } from './audit-command.ts'
import { NothingRead, Refused, UsageError } from './command.ts'
import { held } from './held-command.ts'
import { note, type Opened, print, tell, withDatabase } from './opened-database.ts'
import { shownRow } from './shown-text.ts'
import { atTerminal, graceHours, powersOf, printTrail, type TypedPowers } from './terminal.ts'
import { users } from './users-command.ts'

export interface AdminOptions {
  /** A key for browsers instead of a secret one. */
  publishable: boolean
  /** Whose books; undefined for everyone's. */
  account: string | undefined
  json: boolean
  /** Where money of nobody is given back to. */
  clabe: string | undefined
  beneficiary: string | undefined
  /** Why something that is held is closed. */
  because: string | undefined
  /** What a network says of a reversal that is closed. */
  reversed: boolean
  /** What a new credential may do. */
  powers: TypedPowers
  /** Hours for which the secret before works too. */
  grace: string | undefined
  /** Of `audit`: print heads, with their rows; compare with a file of them. */
  heads: boolean
  rows: boolean
  against: string | undefined
  /** What an invited person may do. */
  role: string | undefined
}

/** Runs one of `migrate`, `accounts`, `audit`, `held`, `reconcile`, `open`, `keys`, `users` and `trail`. Throws a `UsageError` for what is none or lacks something. */
export async function administer(config: Config, [command, ...rest]: string[], options: AdminOptions): Promise<void> {
  const { account, json, clabe, beneficiary, because, heads, rows, against } = options
  switch (command) {
    case 'migrate':
      return migrate(config, json)
    case 'accounts':
      return accounts(config, rest, options)
    case 'audit':
      return auditBooks(config, { accountId: account, asJson: json, heads, rows, against })
    case 'held':
      return held(config, rest, { clabe, beneficiary, because, isReversed: options.reversed, asJson: json })
    case 'reconcile':
      return reconcile(config, rest, json)
    case 'open':
      return openItems(config, json)
    case 'keys':
      return keys(config, rest, json)
    case 'users':
      return users(config, rest, { role: options.role, asJson: json })
    case 'trail':
      return trail(config, { accountId: account, asJson: json })
    default:
      throw new UsageError(`there is no command ${command}`)
  }
}

/** The only one of these commands that creates a database. */
async function migrate(config: Config, json: boolean): Promise<void> {
  const { openDatabase } = await import('../store/database.ts')
  const store = await openDatabase(config.databaseUrl, { connections: 1 })
  await store.close()
  const database = databaseName(config.databaseUrl)
  tell(json, `The schema is up to date: ${database}`, { database, up_to_date: true })
}

async function accounts(config: Config, rest: string[], options: AdminOptions): Promise<void> {
  const [action = 'list', first, second, third, fourth, fifth] = rest
  const { mode } = config
  const { publishable, json } = options
  const by = atTerminal(`accounts ${action}`)
  const powers = powersOf(options.powers, publishable)
  const grace = graceHours(options.grace)
  const told = (data: Record<string, string>) =>
    tell(
      json,
      Object.entries(data)
        .map((pair) => pair.join(' '))
        .join('\n'),
      data,
    )
  await withDatabase(config, { writes: action !== 'list' }, async (needs) => {
    switch (action) {
      case 'list':
        return listAccounts(needs, json)
      case 'open': {
        const wanted = { name: required(first), email: address(second), mode }
        const account = await openAccount(needs, wanted, by)
        return told({ account: account.accountId, app_key: account.appKey, app_secret: account.secret })
      }
      case 'key': {
        const kind = publishable ? 'publishable' : 'secret'
        const accountId = await existing(needs.store, required(first))
        const issued = await issueCredential(needs, { accountId, operator: address(second), kind, mode, ...powers }, by)
        return told({ kind, app_key: issued.appKey, app_secret: issued.secret })
      }
      case 'revoke':
        await revokeCredential(needs, required(first), by).catch((error: unknown) => {
          throw error instanceof Unmet ? new Refused(`No key ${first} is in use: see cobro accounts.`) : error
        })
        return tell(json, 'revoked', { app_key: first, revoked: true })
      case 'roll': {
        const secret = await rollCredential(needs, required(first), grace, by).catch((error: unknown) => {
          throw error instanceof Unmet ? new Refused(`No secret key ${first} is in use: see cobro accounts.`) : error
        })
        return told({ app_key: required(first), app_secret: secret })
      }
      case 'fee':
        return setAccountFee(needs, by, required(first), {
          json,
          method: required(second).toUpperCase(),
          percentage: required(third),
          fixed: fourth ?? '0',
          dispute: fifth,
        })
      case 'refund-fee':
        return setRefundFee(needs, by, required(first), {
          method: required(second).toUpperCase(),
          says: required(third),
        })
      case 'second-person': {
        const { setSecondPerson } = await import('./second-person-command.ts')
        return setSecondPerson(needs, by, { words: rest.slice(1), json })
      }
      case 'suspend':
      case 'reopen':
      case 'limits': {
        const { setStanding } = await import('./standing-command.ts')
        return setStanding(needs, by, { action, words: rest.slice(1), because: options.because, json })
      }
      default:
        throw new UsageError(`there is no command accounts ${action}`)
    }
  })
}

async function listAccounts({ store, name }: Opened, json: boolean): Promise<void> {
  const rows = await store.db
    .selectFrom('accounts')
    .innerJoin('credentials', 'credentials.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.name', 'credentials.name as key_name', 'app_key', 'kind', 'scopes'])
    .select(['operator', 'expires_at', 'last_used_at', 'revoked_at'])
    .orderBy('accounts.id')
    .execute()
  if (rows.length === 0)
    throw new NothingRead(
      `There is no account in ${name}: look at DATABASE_URL, or open one with cobro accounts open NAME EMAIL.`,
    )
  for (const row of rows) {
    const ended = row.revoked_at ?? (row.expires_at === null ? 'in use' : `until ${row.expires_at}`)
    const scopes = row.kind === 'publishable' ? '-' : row.scopes.replaceAll(' ', ',')
    const used = row.last_used_at === null ? 'never used' : `used ${row.last_used_at}`
    const line = shownRow([row.id, row.name, row.app_key, row.kind, row.operator, ended, scopes, row.key_name, used])
    tell(json, line, { ...row, scopes: row.scopes === '' ? [] : row.scopes.split(' ') })
  }
  const accounts = new Set(rows.map(({ id }) => id)).size
  note(`Read ${counted(accounts, 'account')} with ${counted(rows.length, 'key')} in ${name}`)
}

async function setAccountFee(
  { store, clock }: Opened,
  by: Actor,
  accountId: string,
  {
    method,
    json,
    ...given
  }: { method: string; percentage: string; fixed: string; dispute: string | undefined; json: boolean },
): Promise<void> {
  const [{ changeFee }, { readTerms }, { railByCode }] = await Promise.all([
    import('../fees/schedules.ts'),
    import('../fees/terms.ts'),
    import('../core/rail.ts'),
  ])
  const rail = railByCode(method)
  if (rail === undefined) throw new UsageError(`${method} is no payment method: it is POS, OXX or SPE.`)
  await existing(store, accountId)
  if (given.dispute !== undefined && rail !== 'card') throw new UsageError('Only card payments (POS) are disputed.')
  await changeFee({ store, clock }, by, { accountId, rail, given: readTerms(given) })
  tell(
    json,
    `${accountId} pays ${given.percentage} % and ${given.fixed} for ${method}, IVA on top, from the next request on.`,
    { account: accountId, payment_method: method, ...given },
  )
}

/** Whether the fee of a way of paying comes back with refunds. */
async function setRefundFee(
  { store, clock }: Opened,
  by: Actor,
  accountId: string,
  { method, says }: { method: string; says: string },
): Promise<void> {
  const [{ readRules }, { rulesWrites, withFeeBack }, { railByCode }] = await Promise.all([
    import('../refunds/rules.ts'),
    import('../refunds/rules-routes.ts'),
    import('../core/rail.ts'),
  ])
  const rail = railByCode(method)
  if (rail === undefined) throw new UsageError(`${method} is no payment method: it is POS, OXX or SPE.`)
  if (says !== 'back' && says !== 'kept') throw new UsageError(`${says} is neither back nor kept.`)
  await existing(store, accountId)
  const before = await readRules(store, accountId)
  const after = withFeeBack(before, rail, says === 'back')
  await store.commit(rulesWrites({ store, clock }, by, { accountId, before, after }))
  print(
    `The fee of ${method} ${says === 'back' ? 'comes back with' : 'is kept at'} refunds of ${accountId} from now on.`,
  )
}

async function auditBooks(config: Config, given: AuditOptions): Promise<void> {
  await withDatabase(config, { writes: false }, async ({ store, clock, name }) => {
    if (given.accountId !== undefined) await existing(store, given.accountId)
    await auditCommand({ store, name, nowMs: clock.epochMs() }, given)
  })
}

/** Newest first. */
async function trail(config: Config, given: { accountId: string | undefined; asJson: boolean }): Promise<void> {
  await withDatabase(config, { writes: false }, async ({ store, name }) => {
    if (given.accountId !== undefined) await existing(store, given.accountId)
    const count = await printTrail(store, given, print)
    if (count === 0) throw new NothingRead(`There is no record in ${name}: look at DATABASE_URL.`)
    note(`Read ${counted(count, 'record')} in ${name}`)
  })
}

async function reconcile(config: Config, [first, second]: string[], asJson: boolean): Promise<void> {
  const { closeStatementLine, reconcileFile } = await import('./reconcile-statement.ts')
  if (first === 'close') {
    return withDatabase(config, { writes: true }, (needs) => closeStatementLine(needs, required(second), print))
  }
  // Only `serve` and `migrate` make a database.
  await withDatabase(config, { writes: false }, async () => {})
  await reconcileFile(config, required(first), { asJson, print })
}

async function openItems(config: Config, asJson: boolean): Promise<void> {
  const { listOpen } = await import('./reconcile-statement.ts')
  await withDatabase(config, { writes: false }, async ({ store, name }) => {
    note(`Found ${await listOpen(store, { asJson, print })} open in ${name}`)
  })
}

async function keys(config: Config, [action = 'list']: string[], json: boolean): Promise<void> {
  const [
    { createAtRest },
    { existingAtRestKeys },
    transport,
    { reseal, vaultColumns },
    { sealedSecrets },
    { sealedCodes },
    { sealedParts },
    { sealedTotp },
  ] = await Promise.all([
    import('../vault/at-rest.ts'),
    import('../vault/at-rest-key.ts'),
    import('../vault/transport-key-rows.ts'),
    import('../vault/reseal.ts'),
    import('../webhooks/endpoints.ts'),
    import('../messages/letters.ts'),
    import('../disputes/evidence.ts'),
    import('../console/second-factor.ts'),
  ])
  await withDatabase(config, { writes: action !== 'list' }, async ({ store, clock, name }) => {
    const sealing = () => ({ store, clock, atRest: createAtRest(existingAtRestKeys(config)) })
    switch (action) {
      case 'list': {
        const keys = await transport.listTransportKeys(store)
        if (keys.length === 0)
          throw new NothingRead(
            `There is no key in ${name} yet: look at DATABASE_URL, or start the service, which publishes the first.`,
          )
        for (const key of keys) {
          const state = key.readable_until === null ? 'published' : `readable until ${key.readable_until}`
          tell(json, [key.id, `RSA-${key.bits}`, key.created_at, state].join('\t'), { ...key })
        }
        return note(`Read ${counted(keys.length, 'key')} in ${name}`)
      }
      case 'rotate': {
        const key = await transport.rotateTransportKeys({
          ...sealing(),
          bits: config.rsaBits,
          rotationHours: config.rsaRotationHours,
          by: atTerminal('keys rotate'),
        })
        return tell(json, `published ${key.keyId}\n${key.publicPem}`, {
          published: key.keyId,
          public_key: key.publicPem,
        })
      }
      case 'reseal': {
        const needs = sealing()
        const resealed: Record<string, number> = {}
        for (const column of [...vaultColumns, ...sealedSecrets, ...sealedCodes, ...sealedParts, sealedTotp]) {
          const count = await reseal(needs, column)
          if (count > 0) resealed[`${column.table}.${column.column}`] = count
          const place = `${column.table}.${column.column}`
          tell(json, `${place}\t${count} sealed again`, { column: place, sealed_again: count })
        }
        const key = needs.atRest.currentPrefix.split('.')[1] ?? ''
        const after = { at_rest_key: key, sealed_again: resealed }
        const entry = { accountId: null, action: 'at_rest.resealed', subject: key, after } as const
        await store.commit([trailWrite(clock, atTerminal('keys reseal'), entry)])
        return
      }
      default:
        throw new UsageError(`there is no command keys ${action}`)
    }
  })
}

/** The id of an account that there is. */
async function existing(store: Opened['store'], accountId: string): Promise<string> {
  const account = await store.db.selectFrom('accounts').select('id').where('id', '=', accountId).executeTakeFirst()
  if (!account) throw new NothingRead(`There is no account ${accountId}: see cobro accounts.`)
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

/** Sample: `1 key`, `2 keys`. */
function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

// The commands that manage a database: selects the command to run, and holds the short ones.
import type { Config } from '../../config.ts'
import { digitsForm } from '../../core/forms.ts'
import { errorText } from '../../core/language/bilingual-error.ts'
import { databaseName } from '../../store/database-name.ts'
import { NothingRead, UsageError } from '../developer/command.ts'
import { say, terminalLanguage } from '../terminal/speech.ts'
import { counted, printTrail, required } from '../terminal/typed.ts'
import { accounts } from './accounts.ts'
import { type AuditOptions, auditCommand } from './audit-books.ts'
import { held } from './held-items.ts'
import { keys } from './keys.ts'
import { existingAccount, note, print, tell, withDatabase } from './opened-database.ts'
import type { AdminOptions } from './options.ts'
import { users } from './users.ts'

/** Runs one of these commands. Throws a `UsageError` for an unknown or incomplete one. */
export async function administer(config: Config, [command, ...rest]: string[], options: AdminOptions): Promise<void> {
  const { account, json, clabe, beneficiary, because, heads, rows, against } = options
  switch (command) {
    case 'migrate':
      return migrate(config, options)
    case 'accounts':
      return accounts(config, rest, options)
    case 'audit':
      return auditBooks(config, { accountId: account, asJson: json, heads, rows, against })
    case 'held':
      return held(config, rest, {
        clabe: clabe && digitsForm(clabe),
        beneficiary,
        because,
        isReversed: options.reversed,
        isRefunded: options.refunded,
        isCaptured: options.captured,
        asJson: json,
      })
    case 'reconcile':
      return reconcile(config, rest, options)
    case 'open':
      return openItems(config, json)
    case 'claims':
      return claims(config, json)
    case 'keys':
      return keys(config, rest, json)
    case 'users':
      return users(config, rest, { role: options.role, asJson: json })
    case 'routing': {
      const { routing } = await import('./routing.ts')
      return routing(config, rest, json)
    }
    case 'trail':
      return trail(config, { accountId: account, asJson: json })
    default:
      throw new UsageError(`there is no command ${command}`)
  }
}

/** The only one of these commands that creates a database. */
async function migrate(config: Config, { json, serviceRole }: AdminOptions): Promise<void> {
  if (serviceRole !== undefined && !config.databaseUrl.startsWith('postgres'))
    throw new UsageError('--service-role is for PostgreSQL: the embedded database has no roles')
  const { openDatabase } = await import('../../store/database.ts')
  const store = await openDatabase(config.databaseUrl, { connections: 1, serviceRole })
  try {
    const { refillSpans } = await import('../../events/spans.ts')
    await refillSpans(store)
  } finally {
    await store.close()
  }
  const database = databaseName(config.databaseUrl)
  tell(json, `The schema is up to date: ${database}`, { database, up_to_date: true })
}

async function auditBooks(config: Config, options: AuditOptions): Promise<void> {
  await withDatabase(config, { writes: false }, async ({ store, clock, name }) => {
    if (options.accountId !== undefined) await existingAccount(store, options.accountId)
    await auditCommand({ store, clock, name, openSealed: await sealOpener(config) }, options)
  })
}

/** What is sealed is opened where the keys are; elsewhere the audit says that it was not. */
async function sealOpener(config: Config) {
  const [{ createAtRest }, { existingAtRestKeys }, { openSealedWith }] = await Promise.all([
    import('../../vault/at-rest.ts'),
    import('../../vault/at-rest-key.ts'),
    import('../../service/sealed-columns.ts'),
  ])
  try {
    return openSealedWith(createAtRest(existingAtRestKeys(config)))
  } catch (error) {
    note(
      say(['Lo cifrado no se abre: {why}', 'What is sealed is not opened: {why}'], {
        why: errorText(error, terminalLanguage()),
      }),
    )
    return undefined
  }
}

/** Newest first. */
async function trail(config: Config, options: { accountId: string | undefined; asJson: boolean }): Promise<void> {
  await withDatabase(config, { writes: false }, async ({ store, name }) => {
    if (options.accountId !== undefined) await existingAccount(store, options.accountId)
    const count = await printTrail(store, options, print)
    if (count === 0) throw new NothingRead(`There is no record in ${name}: look at DATABASE_URL.`)
    note(`Read ${counted(count, 'record')} in ${name}`)
  })
}

async function reconcile(
  config: Config,
  [first, second]: string[],
  { because, json: asJson, ...options }: AdminOptions,
): Promise<void> {
  const { closeStatementLine, reconcileFile } = await import('./reconcile.ts')
  if (first === 'close') {
    const id = required(second)
    return withDatabase(config, { writes: true }, (needs) => closeStatementLine(needs, id, { because, asJson }))
  }
  if (first === 'list' || first === 'show') {
    const { listStatements, showStatement } = await import('./statements.ts')
    return withDatabase(config, { writes: false }, ({ store }) =>
      first === 'list'
        ? listStatements(store, { asJson, print })
        : showStatement(store, required(second), { asJson, print }),
    )
  }
  // Only `serve` and `migrate` create a database.
  await withDatabase(config, { writes: false }, async () => {})
  const line = (text: string) => (asJson ? print(text) : tell(false, text, {}))
  await reconcileFile(config, required(first), { ...options, asJson, print: line })
}

async function claims(config: Config, asJson: boolean): Promise<void> {
  const { listClaims } = await import('./claims.ts')
  await withDatabase(config, { writes: false }, (opened) => listClaims(opened, { asJson, print }))
}

async function openItems(config: Config, asJson: boolean): Promise<void> {
  const { listOpen } = await import('./reconcile.ts')
  await withDatabase(config, { writes: false }, async ({ store, name }) => {
    note(
      say(['{count} abiertos en {name}', 'Found {count} open in {name}'], {
        count: await listOpen(store, asJson),
        name,
      }),
    )
  })
}

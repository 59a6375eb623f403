// `cobro accounts`: opens accounts, issues and revokes their credentials, sets their fees.
import { issueCredential, revokeCredential, rollCredential } from '../../accounts/credentials.ts'
import { openAccount } from '../../accounts/open-account.ts'
import type { Actor } from '../../accounts/trail/record.ts'
import type { Config } from '../../config.ts'
import { trimmed } from '../../core/forms.ts'
import { isEmail, oneOf } from '../../core/text.ts'
import { across } from '../../store/across.ts'
import { Unmet } from '../../store/write.ts'
import { NothingRead, Refused, UsageError } from '../developer/command.ts'
import { shownRow } from '../terminal/shown-text.ts'
import { atTerminal, counted, graceHours, powersOf, required } from '../terminal/typed.ts'
import { existingAccount, note, type Opened, print, tell, withDatabase } from './opened-database.ts'
import type { AdminOptions } from './options.ts'

export async function accounts(config: Config, rest: string[], options: AdminOptions): Promise<void> {
  const [action = 'list', first, second, third, fourth, fifth] = rest
  const { mode } = config
  const { publishable, json } = options
  const by = atTerminal(`accounts ${action}`)
  const powers = powersOf(options.powers, publishable)
  const grace = graceHours(options.grace)
  const printed = (data: Record<string, string>) =>
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
        return printed({ account: account.accountId, app_key: account.appKey, app_secret: account.secret })
      }
      case 'key': {
        const kind = publishable ? 'publishable' : 'secret'
        if (powers.expiresAt !== undefined && powers.expiresAt <= needs.clock.now())
          throw new UsageError('--expires: the time has passed')
        const accountId = await existingAccount(needs.store, required(first))
        const issued = await issueCredential(needs, { accountId, operator: address(second), kind, mode, ...powers }, by)
        return printed({ kind, app_key: issued.appKey, app_secret: issued.secret })
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
        return printed({ app_key: required(first), app_secret: secret })
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
        const { setSecondPerson } = await import('./second-person.ts')
        return setSecondPerson(needs, by, { words: rest.slice(1), json })
      }
      case 'suspend':
      case 'reopen':
      case 'limits': {
        const { setStanding } = await import('./standing.ts')
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
    .modifyEnd(across('operator'))
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
    ...typed
  }: { method: string; percentage: string; fixed: string; dispute: string | undefined; json: boolean },
): Promise<void> {
  const [{ changeFee }, { readTerms }, { isDisputable, railByCode, railCodes, rails }] = await Promise.all([
    import('../../accounts/fees/schedules.ts'),
    import('../../accounts/fees/terms.ts'),
    import('../../core/rail.ts'),
  ])
  const rail = railByCode(method)
  if (rail === undefined) throw new UsageError(`${method} is no payment method: it is ${oneOf(railCodes)}.`)
  await existingAccount(store, accountId)
  if (typed.dispute !== undefined && !isDisputable(rail))
    throw new UsageError(`Payments by ${rails[rail].name[1]} (${method}) are not disputed.`)
  await changeFee({ store, clock }, by, { accountId, rail, newTerms: readTerms(typed) })
  tell(
    json,
    `${accountId} pays ${typed.percentage} % and ${typed.fixed} for ${method}, IVA on top, from the next request on.`,
    { account: accountId, payment_method: method, ...typed },
  )
}

/** Whether the fee of a rail comes back with refunds. */
async function setRefundFee(
  { store, clock }: Opened,
  by: Actor,
  accountId: string,
  { method, says }: { method: string; says: string },
): Promise<void> {
  const [{ changeRules, withFeeBack }, { railByCode, railCodes }] = await Promise.all([
    import('../../refunds/rules.ts'),
    import('../../core/rail.ts'),
  ])
  const rail = railByCode(method)
  if (rail === undefined) throw new UsageError(`${method} is no payment method: it is ${oneOf(railCodes)}.`)
  if (says !== 'back' && says !== 'kept') throw new UsageError(`${says} is neither back nor kept.`)
  await existingAccount(store, accountId)
  await changeRules({ store, clock }, by, accountId, {
    change: (before) => withFeeBack(before, rail, says === 'back'),
  })
  print(
    `The fee of ${method} ${says === 'back' ? 'comes back with' : 'is kept at'} refunds of ${accountId} from now on.`,
  )
}

/** An operator is an e-mail address: lists of operations are filtered by it. */
function address(text: string | undefined): string {
  const email = trimmed(required(text))
  if (!isEmail(email)) throw new UsageError(`${text} is no e-mail address`)
  return email
}

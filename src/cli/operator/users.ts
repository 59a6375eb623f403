// `cobro users`: lists the people who sign in at the console with their roles, invites the first owner, resets a lost password.
import { type Config, ownAddress } from '../../config.ts'
import type { Role } from '../../console/people/roles.ts'
import { trimmed } from '../../core/forms.ts'
import { isEmail } from '../../core/text.ts'
import { across } from '../../store/across.ts'
import { rowOf } from '../../store/rows.ts'
import { NothingRead, Refused, UsageError, wanted } from '../developer/command.ts'
import { shownRow } from '../terminal/shown-text.ts'
import { atTerminal } from '../terminal/typed.ts'
import { note, type Opened, tell, withDatabase } from './opened-database.ts'

interface UsersOptions {
  /** The role of an invited person; owner by default. */
  role: string | undefined
  /** One JSON object a line. */
  asJson: boolean
}

/** Throws a `UsageError` for an unknown action. */
export async function users(
  config: Config,
  [action = 'list', ...words]: string[],
  { role = 'owner', asJson }: UsersOptions,
): Promise<void> {
  await withDatabase(config, { writes: action !== 'list' }, async (opened) => {
    switch (action) {
      case 'list':
        return list(opened, asJson)
      case 'invite':
        return inviteByTerminal(config, opened, words, { role, asJson })
      case 'reset':
        return reset(opened, wanted(words[0], 'EMAIL'), asJson)
      default:
        throw new UsageError(`there is no command users ${action}`)
    }
  })
}

async function list({ store, name }: Opened, asJson: boolean): Promise<void> {
  const rows = await store.db
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['account_id', 'email', 'users.name', 'role', 'user_roles.created_at'])
    .orderBy('account_id')
    .orderBy('email')
    .modifyEnd(across('operator'))
    .execute()
  for (const row of rows) {
    const { account_id: account, email, name, role, created_at: since } = row
    tell(asJson, shownRow([account, email, name, role, since]), { account, email, name, role, since })
  }
  note(`Read ${rows.length} role${rows.length === 1 ? '' : 's'} in ${name}`)
}

/** Prints the link and queues it as an e-mail, because the first owner may come before a mail server is set. */
async function inviteByTerminal(
  config: Config,
  { store, clock }: Opened,
  [accountId, email, name]: string[],
  { role, asJson }: { role: string; asJson: boolean },
): Promise<void> {
  const [{ invite }, { roleNames }, { createAtRest }, { existingAtRestKeys }, { letterWriter }] = await Promise.all([
    import('../../console/people/membership.ts'),
    import('../../console/people/roles.ts'),
    import('../../vault/at-rest.ts'),
    import('../../vault/at-rest-key.ts'),
    import('../../messages/letters.ts'),
  ])
  const to = trimmed(wanted(email, 'EMAIL'))
  if (!isEmail(to)) throw new UsageError(`${to} is no e-mail address`)
  if (!(roleNames as string[]).includes(role)) throw new UsageError(`--role: one of ${roleNames.join(', ')}`)
  const account = wanted(accountId, 'ACCOUNT')
  const found = await rowOf(store.db, 'accounts', { id: account }, ['id'])
  if (!found) throw new NothingRead(`There is no account ${account}: see cobro accounts.`)
  const letter = letterWriter({ clock, atRest: createAtRest(existingAtRestKeys(config)) })
  const page = `${ownAddress(config)}/console/invitation`
  const by = atTerminal('users invite')
  const invitation = {
    accountId: account,
    email: to,
    name: wanted(name, 'NAME'),
    role: role as Role,
    invitedBy: 'Cobro',
  }
  const { token, row } = await invite({ store, clock }, invitation, by, (sent) => [
    letter({ ...sent, accountId: account, to, language: 'es', step: 'invited', operator: 'Cobro', page }),
  ])
  const link = `${page}#${token}`
  tell(asJson, `${link}\nuntil ${row.expires_at}`, { invitation: link, until: row.expires_at })
}

async function reset({ store, clock }: Opened, email: string, asJson: boolean): Promise<void> {
  const [{ resetPerson }, { userByEmail }] = await Promise.all([
    import('../../console/people/person-everywhere.ts'),
    import('../../console/people/membership.ts'),
  ])
  const user = await userByEmail(store, email)
  if (user === undefined) throw new Refused(`Nobody has the e-mail ${email}: see cobro users.`)
  await resetPerson({ store, clock }, user, atTerminal('users reset'))
  tell(asJson, 'reset: invite them again', { email: user.email, reset: true })
}

// The user at the terminal, the conversion of typed words, and the audit trail in lines.
import { userInfo } from 'node:os'
import { changeOf, readTrail } from '../../accounts/trail/read.ts'
import { type Actor, operatorActor } from '../../accounts/trail/record.ts'
import { type Scope, scopes } from '../../api/caller.ts'
import { endOf } from '../../api/moment.ts'
import { holdsCardNumber } from '../../core/cards/number-in-text.ts'
import { isPrintable } from '../../core/text.ts'
import { Failure } from '../../failures.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import type { Store } from '../../store/store.ts'
import { UsageError } from '../developer/command.ts'
import { shownJson, shownRow } from './shown-text.ts'
import { say } from './speech.ts'

/** The user of this machine, for the audit trail. Sample command: `accounts key`. */
export function atTerminal(command: string): Actor {
  return operatorActor(userName(), `cobro ${command}`)
}

/** A container may run under a number that has no name. */
function userName(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** What was done, as a person says it. Throws a `UsageError` for a text that cannot be kept. */
export function reasonOf(because: string | undefined): string {
  if (because === undefined || because.trim() === '' || !isPrintable(because, 500) || holdsCardNumber(because))
    throw new UsageError(
      say([
        '--because: di en 1 a 500 caracteres, sin número de tarjeta, qué se hizo',
        '--because: say in 1 to 500 characters, without a card number, what was done',
      ]),
    )
  return because
}

export interface TypedPowers {
  scopes: string | undefined
  name: string | undefined
  expires: string | undefined
}

interface Powers {
  scopes: Scope[] | undefined
  name: string | undefined
  expiresAt: string | undefined
}

/** Throws a `UsageError` that names the option. */
export function powersOf(typed: TypedPowers, publishable: boolean): Powers {
  const names = typed.scopes?.split(',').map((one) => one.trim())
  const wrong = names?.filter((one) => !(scopes as readonly string[]).includes(one)) ?? []
  if (wrong.length > 0) throw new UsageError(`--scopes: ${wrong.join(', ')} is none of ${scopes.join(', ')}`)
  if (publishable && names !== undefined) throw new UsageError('--scopes: a publishable key takes none')
  if ((typed.name ?? '').length > 100) throw new UsageError('--name: at most 100 characters')
  return { scopes: names as Scope[] | undefined, name: typed.name, expiresAt: typed.expires && instant(typed.expires) }
}

function instant(text: string): string {
  try {
    return endOf('--expires', text)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new UsageError('--expires: a day (2027-01-01) or a time with its offset (2027-01-01T00:00:00-06:00)')
  }
}

/** Hours of a grace period, from 0 to a week. */
export function graceHours(text: string | undefined): number {
  if (text === undefined) return 24
  if (!/^\d{1,3}$/.test(text) || Number(text) > 168) throw new UsageError('--grace: whole hours from 0 to 168')
  return Number(text)
}

const BATCH_SIZE = 500

const orDash = (one: object | null) => (one === null ? '-' : JSON.stringify(one))

/** Every record, newest first, as lines or as JSON objects; answers how many. */
export async function printTrail(
  store: Store,
  options: { accountId: string | undefined; asJson: boolean },
  print: (line: string) => void,
): Promise<number> {
  let count = 0
  for (let startingAfter: string | undefined; ; ) {
    const { page, next } = await readTrail(store, { accountId: options.accountId, startingAfter, limit: BATCH_SIZE })
    for (const row of page) {
      const accountId = row.account_id === NO_ACCOUNT ? null : row.account_id
      const { id, created_at, actor_kind, actor, operator, address, request_id, type: action, subject } = row
      const { before, after } = changeOf(row)
      const who = [actor_kind, actor, operator, address].filter((one) => one !== '').join(' ')
      const by = { actor_kind, actor, operator, address, request_id }
      print(
        options.asJson
          ? shownJson(JSON.stringify({ id, account_id: accountId, created_at, ...by, action, subject, before, after }))
          : shownRow([created_at, accountId ?? 'service', who, action, subject, ...[before, after].map(orDash)]),
      )
    }
    count += page.length
    if (next === null) return count
    startingAfter = next
  }
}

/** Sample: `1 key`, `2 keys`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/** A required word. */
export function required(text: string | undefined): string {
  if (text === undefined || text === '') throw new UsageError('a word of the command is empty')
  return text
}

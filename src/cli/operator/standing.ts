// `cobro accounts suspend`, `reopen` and `limits`: whether an account takes payments, and how much.
import { limitAccount, type readStanding, reopenAccount, suspendAccount } from '../../accounts/change-standing.ts'
import type { Actor } from '../../accounts/trail/record.ts'
import { holdsCardNumber } from '../../core/cards/number-in-text.ts'
import { formatAmount, parseAmount } from '../../core/money.ts'
import { Failure } from '../../failures.ts'
import { NothingRead, UsageError, wanted } from '../developer/command.ts'
import { type Opened, tell } from './opened-database.ts'

interface StandingCommand {
  action: 'suspend' | 'reopen' | 'limits'
  words: string[]
  because: string | undefined
  json: boolean
}

export async function setStanding(
  { store, clock }: Pick<Opened, 'store' | 'clock'>,
  by: Actor,
  { action, words, because, json }: StandingCommand,
): Promise<void> {
  const accountId = wanted(words[0], 'ACCOUNT')
  const change = (): ReturnType<typeof readStanding> => {
    switch (action) {
      case 'suspend':
        return suspendAccount({ store, clock }, { accountId, because: typedReason(because) }, by)
      case 'reopen':
        return reopenAccount({ store, clock }, accountId, by)
      case 'limits': {
        const limits = {
          payment_limit_centavos: typedAmount(wanted(words[1], 'PAYMENT')),
          day_limit_centavos: typedAmount(wanted(words[2], 'DAY')),
        }
        return limitAccount({ store, clock }, { accountId, limits }, by)
      }
    }
  }
  const standing = await change().catch((error: unknown) => {
    if (error instanceof Failure && error.reason === 'resource-unknown')
      throw new NothingRead(`There is no account ${accountId}: see cobro accounts.`)
    throw error
  })
  const [payment, day] = [standing.payment_limit_centavos, standing.day_limit_centavos].map((centavos) =>
    centavos === null ? null : formatAmount(centavos),
  )
  const state =
    standing.suspended_at === null
      ? `${accountId} takes payments: at once ${payment ?? 'any amount'}, a day ${day ?? 'any amount'}.`
      : `${accountId} is suspended since ${standing.suspended_at}: it takes no new payment, and payouts wait.`
  tell(json, state, { account: accountId, suspended_at: standing.suspended_at, payment_limit: payment, day_limit: day })
}

/** The people of the account read it. */
function typedReason(because: string | undefined): string {
  const text = wanted(because, '--because TEXT').trim()
  if (text === '' || text.length > 250 || /\p{Cc}/u.test(text) || holdsCardNumber(text))
    throw new UsageError('--because: 1 to 250 characters on one line, without a card number')
  return text
}

/** In centavos; null for `any`. */
function typedAmount(text: string): number | null {
  if (text === 'any') return null
  const parsed = parseAmount(text, { minCentavos: 1 })
  if ('problem' in parsed) throw new UsageError(`${text} is neither an amount in pesos nor any`)
  return parsed.centavos
}

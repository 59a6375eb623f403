// Work that waits because a setting is empty. It is not overdue, because each try puts it off; so it is counted and shown by itself.
import type { Config } from '../config.ts'
import type { Collector } from '../core/task.ts'
import { acrossStore } from '../store/across.ts'
import type { Store } from '../store/store.ts'

interface WaitingForSetting {
  setting: 'SMTP_URL' | 'SMS_URL' | 'STAMPING_PROVIDER'
  /** What waits, for people. */
  what: string
  waiting: number
  /** Given up meanwhile: it will not be done any more. */
  givenUp: number
}

type Settings = Pick<Config, 'mode' | 'smtpUrl' | 'sms' | 'stampingProvider'>

/**
 * Kinds of which nothing waits are left out. In the sandbox messages land in the mailbox, so none waits. `givenUpToo` reads every message: it
 * is for a person who asks, not for a monitor.
 */
export async function waitingForSettings(
  store: Store,
  config: Settings,
  { givenUpToo }: { givenUpToo: boolean },
): Promise<WaitingForSetting[]> {
  if (config.mode === 'sandbox') return []
  const { db } = acrossStore(store, 'operator')
  const messages = async (
    channel: 'email' | 'sms',
    setting: 'SMTP_URL' | 'SMS_URL',
    what: string,
  ): Promise<WaitingForSetting> => {
    const counted = db
      .selectFrom('messages')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('channel', '=', channel)
    const [waiting, failed] = await Promise.all([
      // By the index of what is due.
      counted.where('due_at', 'is not', null).executeTakeFirstOrThrow(),
      givenUpToo
        ? counted
            .where('state', '=', 'failed')
            .where('last_error', '=', `${setting} is not set`)
            .executeTakeFirstOrThrow()
        : { count: 0 },
    ])
    return { setting, what, waiting: Number(waiting.count), givenUp: Number(failed.count) }
  }
  const stamps = async (): Promise<WaitingForSetting> => {
    const row = await db
      .selectFrom('fee_stamps')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('due_at', 'is not', null)
      .executeTakeFirstOrThrow()
    return { setting: 'STAMPING_PROVIDER', what: 'invoices', waiting: Number(row.count), givenUp: 0 }
  }
  const found = await Promise.all([
    ...(config.smtpUrl === '' ? [messages('email', 'SMTP_URL', 'e-mails')] : []),
    ...(config.sms === undefined ? [messages('sms', 'SMS_URL', 'SMS')] : []),
    ...(config.stampingProvider === '' ? [stamps()] : []),
  ])
  return found.filter(({ waiting, givenUp }) => waiting + givenUp > 0)
}

/** The values are those of the last count. */
export function unconfiguredGauges(store: Store, config: Settings) {
  let seen: WaitingForSetting[] = []
  const collector: Collector = {
    name: 'count what waits for a setting',
    collect: async () => {
      seen = await waitingForSettings(store, config, { givenUpToo: false })
    },
  }
  const gauges = [
    {
      name: 'cobro_waiting_for_settings',
      help: 'E-mails, SMS and invoices that wait because SMTP_URL, SMS_URL or STAMPING_PROVIDER is not set',
      read: () => seen.reduce((sum, { waiting }) => sum + waiting, 0),
    },
  ]
  return { collectors: [collector], gauges }
}

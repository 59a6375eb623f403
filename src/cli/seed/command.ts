// `cobro seed`: a shop with history in the sandbox, made by the calls that any shop makes while the clock moves on. The same first day and number of days give the same shop.
import type { Cobro } from '../../../client/src/client.ts'
import { addDays, type Day, dayStartMs, mexicoCityDay } from '../../core/time.ts'
import { type Command, EXIT, UsageError } from '../developer/command.ts'
import { moveClock } from '../developer/recipes/steps.ts'
import { say, type Words } from '../terminal/speech.ts'
import { diceOf } from './dice.ts'
import { type Shop, sell } from './sales.ts'
import { chapter, openShop } from './story.ts'

const USUAL_DAYS = 30
const MAX_DAYS = 90
const SEED = 1_910
/** The hours at which a day's sales come, each with the most visitors. */
const HOURS: readonly (readonly [hour: number, visitors: number])[] = [
  [9, 3],
  [12, 5],
  [15, 4],
  [19, 6],
]
/** The evening of the last day: its sales are those of today. */
const LAST_HOUR = 20
const HOUR_MS = 3_600_000

export const seedCommand: Command = {
  synopsis: '[--days DAYS]',
  summary: 'fill the sandbox with a shop’s history',
  run: async ({ cobro, output, options, signal }) => {
    const days = daysOf(options.days)
    const before = await cobro.sandbox.clock({ signal })
    const shop: Shop = { cobro, dice: diceOf(SEED), signal, orders: 0 }
    // It begins tomorrow, so that every day has all its hours.
    const today = mexicoCityDay(before.now)
    await cobro.sandbox.changeClock({ freeze: true }, { signal })
    try {
      await openShop(shop)
      for (let day = 1; day <= days; day += 1) {
        output.note(say(['Día {day} de {days} …', 'Day {day} of {days} …'], { day, days }))
        await liveDay(shop, { day: addDays(today, day), daysLeft: days - day })
        signal.throwIfAborted()
      }
      await moveClock(cobro, atHour(addDays(today, days), LAST_HOUR))
    } finally {
      // A clock that stood before stays as it is; another one goes on, also after an error or Ctrl-C.
      if (!before.frozen) await resumed(cobro)
    }
    const { total, sales } = await cobro.operations.page({ status: 'ALL', limit: 1 }, { signal })
    const done: Words = [
      '{days} días, {total} operaciones, ventas de {sales} MXN: mira /console',
      '{days} days, {total} operations, sales of {sales} MXN: see /console',
    ]
    output.say('good', say(done, { days, total: total ?? 0, sales: sales ?? '' }), { days, total, sales })
    return EXIT.done
  },
}

async function liveDay(shop: Shop, { day, daysLeft }: { day: Day; daysLeft: number }): Promise<void> {
  // Weekends sell more.
  const isWeekend = [0, 6].includes(new Date(day).getUTCDay())
  for (const [at, [hour, visitors]] of HOURS.entries()) {
    await moveClock(shop.cobro, atHour(day, hour))
    if (at === 1) await chapter(shop, daysLeft)
    const most = isWeekend ? visitors + 2 : visitors
    for (let come = shop.dice.between(1, most); come > 0; come -= 1) await sell(shop)
    shop.signal.throwIfAborted()
  }
}

function atHour(day: Day, hour: number): string {
  return new Date((dayStartMs(day) ?? 0) + hour * HOUR_MS).toISOString()
}

async function resumed(cobro: Cobro): Promise<void> {
  await cobro.sandbox.changeClock({ resume: true })
}

function daysOf(typed: string | undefined): number {
  if (typed === undefined) return USUAL_DAYS
  const days = /^\d{1,3}$/.test(typed) ? Number(typed) : 0
  if (days < 1 || days > MAX_DAYS)
    throw new UsageError(
      say(['--days es un entero de 1 a {most}', '--days is a whole number from 1 to {most}'], { most: MAX_DAYS }),
    )
  return days
}

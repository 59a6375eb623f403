// Causes each event about payouts, and the account that they go to.
import { setTimeout as pause } from 'node:timers/promises'
import type { Kitchen, Recipe } from '../recipe.ts'
import {
  CLOSED_CLABE,
  card,
  charge,
  MAIL_LOOKS,
  moveClock,
  OTHER_CLABE,
  passDays,
  RETURNED_CLABE,
  USUAL_CLABE,
} from './steps.ts'

export const payoutRecipes: Record<string, Recipe> = {
  'payout.paid': { fields: { ...card, clabe: USUAL_CLABE }, make: payOut },
  'payout.failed': { fields: { ...card, clabe: CLOSED_CLABE }, make: payOut },
  'payout.returned': {
    fields: { ...card, clabe: RETURNED_CLABE },
    make: async (kitchen) => {
      await payOut(kitchen)
      return passDays(kitchen)
    },
  },
  'settlement.account_change_requested': {
    fields: { clabe: OTHER_CLABE },
    make: async (kitchen) => {
      await askForAccount(kitchen)
      await kitchen.cobro.settlementAccount.cancelChange()
      return {}
    },
  },
  'settlement.account_change_confirmed': {
    fields: { clabe: OTHER_CLABE },
    make: async (kitchen) => {
      await kitchen.cobro.settlementAccount.confirm(await askForAccount(kitchen))
      await kitchen.cobro.settlementAccount.cancelChange()
      return {}
    },
  },
  'settlement.account_change_cancelled': {
    fields: { clabe: OTHER_CLABE },
    make: async (kitchen) => {
      await askForAccount(kitchen)
      await kitchen.cobro.settlementAccount.cancelChange()
      return {}
    },
  },
  'settlement.account_changed': {
    fields: { clabe: OTHER_CLABE },
    make: async (kitchen) => {
      const { clabe: before } = await accountBefore(kitchen)
      await payOutTo(kitchen, kitchen.fields.clabe ?? OTHER_CLABE)
      await payOutTo(kitchen, before)
      return {}
    },
  },
}

/** Makes a payment and waits until it is paid out to `clabe`; afterwards payouts go to the same account as before. */
async function payOut(kitchen: Kitchen): Promise<object> {
  const { cobro, fields } = kitchen
  const before = await cobro.settlementAccount.get()
  await payOutTo(kitchen, fields.clabe ?? '')
  await charge(kitchen)
  await passDays(kitchen)
  if (before.clabe) await payOutTo(kitchen, before.clabe)
  return {}
}

/** Changes the payout account: confirms the change with the code in the mailbox, and moves the clock to the moment when it applies. */
async function payOutTo(kitchen: Kitchen, clabe: string): Promise<void> {
  const { cobro, output } = kitchen
  const code = await codeFor(kitchen, clabe)
  if (code === undefined) return
  const { change } = await cobro.settlementAccount.confirm(code)
  output.note("Moving the sandbox's clock to when the other payout account holds …")
  // `effective_at` is cut to the second.
  if (change?.effective_at) await moveClock(cobro, new Date(Date.parse(change.effective_at) + 1_000).toISOString())
}

/** Requests another payout account than the present one; answers the code that confirms it. */
async function askForAccount(kitchen: Kitchen): Promise<string> {
  const { clabe: before } = await accountBefore(kitchen)
  const { clabe = OTHER_CLABE } = kitchen.fields
  return (await codeFor(kitchen, clabe === before ? USUAL_CLABE : clabe)) ?? ''
}

async function accountBefore({ cobro }: Kitchen): Promise<{ clabe: string }> {
  const { clabe } = await cobro.settlementAccount.get()
  return { clabe: clabe ?? (await cobro.settlementAccount.set(USUAL_CLABE)).clabe ?? '' }
}

/** The code of the e-mail that asks to confirm the account; undefined when the account applies already. */
async function codeFor({ cobro, output }: Kitchen, clabe: string): Promise<string | undefined> {
  const codes = async () => {
    const { messages } = await cobro.call('GET /v1/sandbox/mailbox', {})
    return messages.flatMap(({ id, body }) => {
      const code = /(?:Código|Code): (\d{8})/.exec(body)?.[1]
      return code === undefined ? [] : [[id, code] as const]
    })
  }
  const before = new Set((await codes()).map(([id]) => id))
  const { change } = await cobro.settlementAccount.set(clabe)
  if (!change) return undefined
  output.note('Looking into the mailbox for the code …')
  for (let look = 1; look <= MAIL_LOOKS; look += 1) {
    const found = (await codes()).find(([id]) => !before.has(id))
    if (found) return found[1]
    await pause(200)
  }
  throw new Error('the e-mail with the code has not come')
}

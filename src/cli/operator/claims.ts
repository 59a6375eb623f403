// `cobro claims`: what merchants owe, since when.
import { mexicoCityDay } from '../../core/time.ts'
import { eachClaim, presentClaim } from '../../payouts/claims/find.ts'
import { shownJson, shownRow } from '../terminal/shown-text.ts'
import type { Opened } from './opened-database.ts'

/** One line each: account, amount, since when, and the days. */
export async function listClaims(
  { store, clock }: Pick<Opened, 'store' | 'clock'>,
  { asJson, print }: { asJson: boolean; print(text: string): void },
): Promise<void> {
  const today = mexicoCityDay(clock.epochMs())
  for await (const claim of eachClaim(store)) {
    const shown = { account: claim.accountId, ...presentClaim(claim, today) }
    const { account, amount, since, days } = shown
    print(asJson ? shownJson(JSON.stringify(shown)) : shownRow([account, amount, since, `${days} days`]))
  }
}

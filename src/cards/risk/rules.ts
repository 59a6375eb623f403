// An account's risk rules: their type, reading and replacement.
import { decide } from '../../store/decide.ts'
import { prepared } from '../../store/prepared.ts'
import { forgotten, remembered } from '../../store/remembered.ts'
import { rowOf } from '../../store/rows.ts'
import { setRow } from '../../store/set-row.ts'
import type { StoreAndClock } from '../../store/store.ts'
import type { Write } from '../../store/write.ts'

/** A limit counts payments by one of these. */
export const limited = ['card', 'customer', 'ip'] as const
export const periods = ['hour', 'day'] as const
/** The subject of a block: a card's number; a country is both the card's and the payer's. */
export const blocked = ['card', 'bin', 'email', 'ip', 'country'] as const

export type RiskRule =
  /** The most payments, and the most money, in an hour or a day of Mexico City; null is no limit. */
  | {
      kind: 'limit'
      of: (typeof limited)[number]
      per: (typeof periods)[number]
      maxPayments: number | null
      maxCentavos: number | null
    }
  /** `value` as given: for a card the id of an operation paid with it; the card's fingerprint is stored too. */
  | { kind: 'block'; of: (typeof blocked)[number]; value: string; fingerprint: string | null }
  /** The payer's country (`metadata.country`) is not the card's. */
  | { kind: 'country-mismatch' }

export const MAX_RULES = 200

export interface RiskRules {
  /** The rules of an account; none is an empty list. */
  of(accountId: string): Promise<readonly RiskRule[]>
  /**
   * Replaces all rules, durably, together with the writes of `extra`, which are made from the rules before. Every process uses the new rules from then on.
   * Of two changes at once the second starts from the rules of the first.
   */
  replace(accountId: string, rules: readonly RiskRule[], extra: (before: readonly RiskRule[]) => Write[]): Promise<void>
}

export function riskRules({ store, clock }: StoreAndClock): RiskRules {
  const { db } = store
  const byAccount = prepared((hole) =>
    db.selectFrom('risk_rules').select('rules').where('account_id', '=', hole('accountId')).compile(),
  )
  return {
    of: remembered(clock, async (accountId) => {
      const rows = await store.rows(byAccount({ accountId }))
      return JSON.parse(rows[0]?.rules ?? '[]') as RiskRule[]
    }),
    replace: (accountId, rules, extra) =>
      decide(
        async () => {
          const former = (await rowOf(db, 'risk_rules', { account_id: accountId }, ['rules']))?.rules ?? '[]'
          const written = setRow(store, 'risk_rules', {
            key: { account_id: accountId },
            before: { rules: former },
            set: { rules: JSON.stringify(rules), updated_at: clock.now() },
          })
          const before = JSON.parse(former) as RiskRule[]
          await store.commit([written, forgotten(store), ...extra(before)])
        },
        { row: `risk rules ${accountId}` },
      ),
  }
}

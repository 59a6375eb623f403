// The events of payouts, and of the accounts they go to.
import Type, { type TSchema } from 'typebox'
import { choice } from '../api/fields.ts'
import type { payoutEventTypes } from './event-types.ts'
import { AffiliatePayout, Payout } from './present.ts'

const Nullable = Type.Union([Type.String(), Type.Null()])

const AccountChange = Type.Object(
  {
    change: Type.String({ description: 'Identifier of the change' }),
    clabe: Type.String({ description: 'Where payouts are to go' }),
    previous_clabe: Nullable,
    status: choice(['requested', 'confirmed', 'changed', 'cancelled', 'lapsed', 'guessed']),
    operator: Type.String({ description: 'Who asked for it' }),
    effective_at: Nullable,
  },
  { title: 'SettlementAccountChangeEvent' },
)

const AffiliateAccountChange = Type.Object(
  { ...AccountChange.properties, user: Type.String({ description: 'The affiliated user' }) },
  { title: 'AffiliateAccountChangeEvent' },
)

export const payoutEvents = {
  'payout.paid': Payout,
  'payout.failed': Payout,
  'payout.returned': Payout,
  'affiliate.payout_paid': AffiliatePayout,
  'affiliate.payout_failed': AffiliatePayout,
  'affiliate.payout_returned': AffiliatePayout,
  'affiliate.account_change': AffiliateAccountChange,
  'settlement.account_change_requested': AccountChange,
  'settlement.account_change_confirmed': AccountChange,
  'settlement.account_change_cancelled': AccountChange,
  'settlement.account_changed': AccountChange,
} satisfies Record<keyof typeof payoutEventTypes, TSchema>

// An affiliate as the API answers it.
import Type, { type Static } from 'typebox'
import { ClabeBank } from '../../api/description/answer-members.ts'
import { describedAs } from '../../api/fields.ts'
import { bankNameOf } from '../../core/banks/clabe.ts'
import { formatAmount } from '../../core/money.ts'
import { mexicoCityTime } from '../../core/time.ts'
import type { PayoutAccount } from '../account/change.ts'
import { Change, presentChange } from '../account/routes.ts'
import type { PayoutAccountChangeRow } from '../tables.ts'
import type { AffiliateInFull } from './registry.ts'

export const Affiliate = Type.Object(
  {
    id: Type.String({ description: 'Of the affiliate, `aff_…`', examples: ['aff_06f8f2k3'] }),
    user: Type.String({ description: 'The affiliate’s name in charges: `payment.affiliated.user`' }),
    name: Type.String({ description: 'The owner of the CLABE' }),
    email: Type.String({ description: 'Where notices of payouts go' }),
    clabe: Type.String({ description: 'Where payouts go' }),
    bank_name: ClabeBank,
    owed: Type.String({
      description:
        'Shares that are not paid out yet; negative when more was taken back: it is netted with later shares',
      examples: ['120.00'],
    }),
    currency: Type.String(describedAs({ description: 'Always MXN', type: 'string', const: 'MXN' })),
    timestamp: Type.String({ description: 'When the affiliate was registered' }),
    change: Type.Optional(Change),
  },
  { title: 'Affiliate' },
)

export type Body = { success: true; result: Static<typeof Affiliate> }

export function bodyOf(row: AffiliateInFull, account?: PayoutAccount): Body {
  const change: PayoutAccountChangeRow | undefined = account?.change
  const held = account?.clabe ?? row.clabe
  return {
    success: true,
    result: {
      id: row.id,
      user: row.affiliate,
      name: row.name,
      email: row.email,
      clabe: held,
      bank_name: bankNameOf(held) ?? '',
      owed: formatAmount(row.owedCentavos),
      currency: 'MXN',
      timestamp: mexicoCityTime(row.created_at),
      ...(change && { change: presentChange(change) }),
    },
  }
}

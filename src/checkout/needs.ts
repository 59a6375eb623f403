// What the functions of the checkout are handed.
import type { PayerName } from '../accounts/profile/payer-name.ts'
import type { Pay } from '../cards/pay.ts'
import type { Rail } from '../core/rail.ts'
import type { PageLinks } from '../operations/page-link.ts'
import type { Reverser } from '../operations/reversal/reverse.ts'
import type { StoreAndClock } from '../store/store.ts'
import type { RefuseKnownCards } from '../vault/known-cards.ts'
import type { TransportKeys } from '../vault/transport-keys.ts'
import type { VoucherNeeds } from '../vouchers/needs.ts'

export interface CheckoutNeeds extends StoreAndClock {
  sandbox: boolean
  links: PageLinks
  /** The ways of paying that the service has. */
  offered: Readonly<Record<Rail, boolean>>
  pay: Pay
  issue: VoucherNeeds
  transportKeys: Pick<TransportKeys, 'open'>
  refuseKnownCards: RefuseKnownCards
  payerName: PayerName
  reverser: Pick<Reverser, 'reverse'>
  /** Whether a payer reads only that the card was declined, because cards are tried out. */
  coarse: boolean
}

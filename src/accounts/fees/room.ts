// The entry point of fees: what an account pays for each way of paying.
import type { Ground, Room } from '../../api/room.ts'
import { affiliateRuleReader } from './affiliate-rule.ts'
import { feeRoutes, sandboxFeeRoutes } from './routes.ts'
import { feeReader } from './schedules.ts'

export function feesRoom(ground: Ground) {
  const fees = feeReader(ground)
  const room: Room = {
    addRoutes: (app, { once }) => {
      feeRoutes(app, { fees })
      if (ground.sandbox) sandboxFeeRoutes(app, { ...ground, once, fees })
    },
  }
  return { room, fees, affiliateRule: affiliateRuleReader(ground) }
}

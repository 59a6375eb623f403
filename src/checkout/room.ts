// The entry point of the checkout: pages where a payer chooses a way and pays, and payment links.
import type { Ground, Room } from '../api/room.ts'
import { expireCheckoutsTask } from './expire.ts'
import type { CheckoutNeeds } from './needs.ts'
import { checkoutPageRoutes } from './page-routes.ts'
import { checkoutRoutes } from './routes.ts'

export function checkoutRoom(ground: Ground, needs: Omit<CheckoutNeeds, keyof Ground | 'coarse'>): { room: Room } {
  const dependencies = { ...ground, ...needs, coarse: ground.config.cardLimits !== undefined }
  return {
    room: {
      addRoutes: (app, { once }) => {
        checkoutRoutes(app, { ...dependencies, once })
        checkoutPageRoutes(app, dependencies)
      },
      tasks: [expireCheckoutsTask(dependencies)],
    },
  }
}

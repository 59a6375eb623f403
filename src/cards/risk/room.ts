// The entry point of risk: rules that stop a payment, and the limits of card testing.
import type { Ground, Room } from '../../api/room.ts'
import { riskService } from './assess.ts'
import { cardTestingService } from './card-testing.ts'
import { forgetCountersTask } from './counters.ts'
import { riskRoutes } from './routes.ts'
import { riskRules } from './rules.ts'

export function riskRoom(ground: Ground) {
  const rules = riskRules(ground)
  const cardTesting = cardTestingService({ ...ground, limits: ground.config.cardLimits })
  const room: Room = {
    addRoutes: (app, { once }) => riskRoutes(app, { ...ground, once, rules }),
    tasks: [forgetCountersTask(ground)],
    gauges: [
      {
        name: 'cobro_card_attempts_stopped',
        help: 'Tries of cards since the start that were refused without asking a bank',
        read: () => cardTesting.counts().stopped,
      },
      {
        name: 'cobro_card_testing_suspected',
        help: 'Alerts since the start: somebody tries cards',
        read: () => cardTesting.counts().alerts,
      },
    ],
  }
  return { room, cardTesting, risk: riskService(ground, rules, ground.sandbox) }
}

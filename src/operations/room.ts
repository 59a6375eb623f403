// The entry point of operations: the addresses of their pages, their reversal, and their record as it was at an event.
import type { Ground, Room } from '../api/room.ts'
import { newTransfer, transferWrites } from '../transfers/new-transfer.ts'
import { type AtRest, keyIdOf } from '../vault/at-rest.ts'
import { findingRoom } from './finding/room.ts'
import { type LinksUnder, pageLinks } from './page-link.ts'
import { forgetRecipientsTask } from './recipient-limit.ts'
import { recordsAtEvents } from './records-at-events.ts'
import type { ReversingPorts } from './reversal/ask-network.ts'
import { finishReversalsTask } from './reversal/finish.ts'
import { reverser as createReverser } from './reversal/reverse.ts'
import { operationRoutes } from './routes.ts'

/** `sealings`: that of each key by itself, the present one first. */
export function operationsRoom(
  ground: Ground,
  { sealings, ...ports }: ReversingPorts & { sealings: readonly AtRest[] },
) {
  const { clock, baseUrl, config } = ground
  const signing = (by: readonly AtRest[]) => by.map((sealing) => sealing.subkey('page-links'))
  const links = pageLinks(baseUrl, signing(sealings))
  /** Of keys that are gone, the present one signs. */
  const linksUnder: LinksUnder = (past) => {
    const first = sealings.filter((sealing) => keyIdOf(sealing) === past.atRestKey)
    return pageLinks(() => past.baseUrl || baseUrl(), signing([...first, ...sealings]))
  }
  const reverser = createReverser({
    ...ground,
    ...ports,
    transferWrites: (request) => transferWrites(newTransfer(clock, request)),
    window: config.reversalWindow,
  })
  const room: Room = {
    addRoutes: (app, { once }) =>
      operationRoutes(app, { ...ground, once, links, reverser, recipientLimit: config.recipientLimit }),
    tasks: [finishReversalsTask({ ...ground, ...ports }, reverser), forgetRecipientsTask(ground)],
    parts: [findingRoom(ground).room],
  }
  return { room, links, reverser, recordsAtEvents: recordsAtEvents({ ...ground, links, linksUnder }) }
}

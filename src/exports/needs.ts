// What the functions of exports are handed.
import type { StoreAndClock } from '../store/store.ts'
import type { Write } from '../store/write.ts'
import type { RefuseKnownCards } from '../vault/known-cards.ts'
import type { ExportLinks } from './link.ts'
import type { List } from './lists.ts'

export interface ExportNeeds extends StoreAndClock {
  log: { error(fields: object, message: string): void }
  refuseKnownCards: RefuseKnownCards
  lists: ReadonlyMap<string, List>
  links: ExportLinks
  /** The write of the event about the end of an export. */
  tell(accountId: string, data: Record<string, unknown>): Write[]
}

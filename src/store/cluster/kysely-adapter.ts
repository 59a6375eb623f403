// Tells whoever has only a Kysely whether its tables lie on the machines of a Citus cluster.
import { type Kysely, PostgresAdapter } from 'kysely'
import type { Tables } from '../../tables.ts'

export class ClusterAdapter extends PostgresAdapter {
  readonly isDistributed: () => boolean

  constructor(isDistributed: () => boolean) {
    super()
    this.isDistributed = isDistributed
  }
}

export function isOnCluster(db: Kysely<Tables>): boolean {
  const { adapter } = db.getExecutor()
  return adapter instanceof ClusterAdapter && adapter.isDistributed()
}

// What an audit checks of operations, and what other rooms check beside them.
import type { RoomAudit } from '../audit/room-audit.ts'
import * as invariants from './audit/invariants.ts'
import { type Besides, scanOperations } from './audit/scan-operations.ts'
import { scanStateEvents, scanTotals } from './audit/totals.ts'

export function operationsAudit(besides: Besides): RoomAudit {
  return {
    invariants: [
      invariants.operationParts,
      invariants.paymentEntries,
      invariants.reversalEntries,
      invariants.keptTotals,
      invariants.postedTotals,
      invariants.paidTimes,
      invariants.stateEvents,
      invariants.shown,
      invariants.log,
    ],
    counts: Object.values(invariants.counts),
    scan: async (scan) => {
      await scanOperations(scan, besides)
      await scanTotals(scan)
      await scanStateEvents(scan)
    },
  }
}

// The entry point of notices: what networks report to the service.
import type { Actor } from '../../accounts/trail/record.ts'
import type { Ground, Room } from '../../api/room.ts'
import type { DisputeNotice } from '../../connectors/notice.ts'
import type { NoticeVerdict } from '../../core/verdict.ts'
import { clockFollower } from '../../store/clock-state.ts'
import type { Write } from '../../store/write.ts'
import { retryKeptReports } from './again.ts'
import { type OpenedForRest, openForRest } from './open-for-rest.ts'
import { networkReports } from './reports.ts'
import { keepReport } from './unread.ts'

/** Opens a dispute for what is left of its payment, with more writes in its batch. */
type OpenForRest = (notice: DisputeNotice & { network: string }, alongside: readonly Write[]) => Promise<NoticeVerdict>

export function noticesRoom(
  ground: Ground,
  needs: Pick<Parameters<typeof networkReports>[0], 'networks' | 'takers'> & { openForRest: OpenForRest },
) {
  const { dispute, disputeOutcome } = needs.takers
  const again = (network: string, operationId: string) =>
    retryKeptReports(
      { ...ground, take: (report) => (report.kind === 'dispute' ? dispute(report) : disputeOutcome(report)) },
      network,
      operationId,
    )
  const { addRoutes, gauges } = networkReports({
    ...ground,
    ...needs,
    wallMs: ground.clock.wallMs,
    deadlineMs: ground.config.networkTimeoutMs,
    followClock: clockFollower(ground),
    keep: (report) => keepReport(ground, report),
    again,
  })
  const room: Room = { addRoutes: (app) => addRoutes(app), gauges }
  return {
    room,
    /** Opens the dispute of a kept report for what is left of its payment. */
    openDisputeForRest: (id: string, because: string, by: Actor): Promise<OpenedForRest> =>
      openForRest({ ...ground, open: needs.openForRest, again }, id, because, by),
  }
}

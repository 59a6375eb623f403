// The entry point of invoices: the fees of a month, their IVA and their invoice.
import type { Ground, Room } from '../../api/room.ts'
import type { StampingPort } from '../../connectors/stamping.ts'
import { closeMonthsTask } from './close-month.ts'
import { invoiceRoutes } from './routes.ts'
import { stampTask } from './stamp.ts'

/** `stamping`: undefined when no provider is set. */
export function invoicesRoom(ground: Ground, { stamping }: { stamping: StampingPort | undefined }): { room: Room } {
  return {
    room: {
      addRoutes: (app, { once }) =>
        invoiceRoutes(app, {
          ...ground,
          once,
          issuer: ground.config.cfdiIssuer,
          timeZone: ground.config.cfdiTimeZone,
          provider: stamping,
        }),
      tasks: [closeMonthsTask(ground), ...(stamping ? [stampTask({ ...ground, provider: stamping })] : [])],
    },
  }
}

// What the audit brings to the service: in the sandbox, a call that audits the caller's own books.
import type { Ground, Room } from '../api/room.ts'
import type { Audit } from './audit.ts'
import { auditRoutes } from './routes.ts'

export function auditRoom({ sandbox }: Ground, audit: Audit): { room: Room } {
  return {
    room: {
      addRoutes: (app) => {
        if (sandbox) auditRoutes(app, { audit })
      },
    },
  }
}

// The entry point of accounts: merchants, their credentials and sessions, what they pay, what they say of themselves, and who changed what.
import type { Ground, Room } from '../api/room.ts'
import { credentialRoutes } from './credential-routes.ts'
import { credentialReader } from './credentials.ts'
import { feesRoom } from './fees/room.ts'
import { lastUse } from './last-use.ts'
import { profileRoom } from './profile/room.ts'
import { loginRoutes } from './session-routes.ts'
import { sessionReader } from './sessions.ts'
import { admission } from './standing.ts'
import { trailRoom } from './trail/room.ts'

export function accountsRoom(ground: Ground, needs: Parameters<typeof profileRoom>[1]) {
  const { note, task } = lastUse(ground)
  const { room: feesOfAccounts, fees, affiliateRule } = feesRoom(ground)
  const { room: profiles, payerName } = profileRoom(ground, needs)
  const room: Room = {
    addRoutes: (app, { once }) => {
      loginRoutes(app, ground)
      credentialRoutes(app, { ...ground, once, mode: ground.config.mode })
    },
    tasks: [task],
    parts: [feesOfAccounts, profiles, trailRoom(ground).room],
  }
  return {
    room,
    admit: admission(ground),
    readCredential: credentialReader(ground),
    readSession: sessionReader(ground),
    noteUse: note,
    fees,
    affiliateRule,
    payerName,
  }
}

// The entry point of accounts: merchants, their credentials and their sessions.
import type { Ground, Room } from '../api/room.ts'
import { credentialRoutes } from './credential-routes.ts'
import { credentialReader } from './credentials.ts'
import { lastUse } from './last-use.ts'
import { loginRoutes } from './session-routes.ts'
import { sessionReader } from './sessions.ts'
import { admission } from './standing.ts'

export function accountsRoom(ground: Ground) {
  const { note, task } = lastUse(ground)
  const room: Room = {
    addRoutes: (app, { once }) => {
      loginRoutes(app, ground)
      credentialRoutes(app, { ...ground, once, mode: ground.config.mode })
    },
    tasks: [task],
  }
  return {
    room,
    admit: admission(ground),
    readCredential: credentialReader(ground),
    readSession: sessionReader(ground),
    noteUse: note,
  }
}

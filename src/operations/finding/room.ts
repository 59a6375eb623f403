// The entry point of the search: its index is fed from the log.
import type { Ground, Room } from '../../api/room.ts'
import { findingTask } from './feed.ts'

export function findingRoom(ground: Ground): { room: Room } {
  return { room: { tasks: [findingTask(ground)] } }
}

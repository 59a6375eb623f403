// Moves the clock of a service without the sandbox's calls, and does the work that is due then.
import { writeClockState } from '../../../src/store/clock-state.ts'
import type { World } from './world.ts'

export async function passTime(world: World, ms: number): Promise<void> {
  const { clock, store } = world.service
  const state = clock.state()
  clock.follow(await writeClockState(store, { ...state, offsetMs: state.offsetMs + ms }))
  await world.work()
}

// What is measured: something that can be started, loaded and stopped.
import type { Measured } from './load.ts'

/** Something that can be loaded with so many connections for so long. */
export interface Contestant {
  name: string
  /** The processes whose processor time and memory are read; none where they are not ours to read. */
  pids: number[]
  measure(connections: number, seconds: number): Promise<Measured>
  stop(): Promise<void>
}

export type Starter = { name: string; missing?: string; start(): Promise<Contestant> }

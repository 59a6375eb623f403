// A contestant: a program that can be started, loaded and stopped.
import type { Measured } from './load.ts'

/** A program that can be loaded with a number of connections for a time. */
export interface Contestant {
  name: string
  /** The processes whose processor time and memory are read; none where we cannot read them. */
  pids: number[]
  measure(connections: number, seconds: number): Promise<Measured>
  stop(): Promise<void>
}

export type Starter = { name: string; missing?: string; start(): Promise<Contestant> }

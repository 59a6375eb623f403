// The thread that hashes passwords: the memory-hard work is off the event loop and off the threads that files and names of hosts need.
import { argon2Sync } from 'node:crypto'
import { workerData } from 'piscina'
import { lowerThreadPriority } from '../../core/thread-priority.ts'

/** What a thread starts with. */
export interface PasswordThreadData {
  lowPriority: boolean
}

/** The terms of the hash, with the password. */
export interface HashRequest {
  message: string
  nonce: Uint8Array
  tagLength: number
  memory: number
  passes: number
  parallelism: number
}

if ((workerData as PasswordThreadData).lowPriority) lowerThreadPriority()

export default function tagOf(request: HashRequest): Uint8Array {
  return new Uint8Array(argon2Sync('argon2id', request))
}

// Messages of ISO 8583 as the npm library `iso_8583` packs and unpacks them: somebody else's reading of the standard.
import { createRequire } from 'node:module'
import type { Message } from '../../src/connectors/iso8583/host.ts'

interface Library {
  getBufferMessage(): Buffer | { error: string }
  getIsoJSON(bytes: Buffer, config: object): Record<string, string>
}

const Iso = createRequire(import.meta.url)('iso_8583') as new (message?: object) => Library

/** Without a length before it. */
export function judgePacks({ type, fields }: Message): Buffer {
  const made = new Iso({ 0: type, ...fields }).getBufferMessage()
  if (!Buffer.isBuffer(made)) throw new Error(`iso_8583 does not pack it: ${JSON.stringify(made)}`)
  return made.subarray(2)
}

export function judgeUnpacks(bytes: Buffer): Message {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  const { 0: type, error, ...fields } = new Iso().getIsoJSON(Buffer.concat([length, bytes]), {})
  if (error !== undefined || type === undefined) throw new Error(`iso_8583 does not unpack it: ${error}`)
  return { type, fields }
}

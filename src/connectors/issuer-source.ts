// Issuers of cards by first digits: the ranges of a file or of a connector, read at the start and again on SIGHUP.
import { readFile } from 'node:fs/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { type BinRange, type BinRanges, binRangeReader, type RangeFault, readBinCsv } from '../core/cards/bin-ranges.ts'
import { type Issuer, unknownIssuer } from '../core/cards/issuers.ts'
import { issuerOf as testIssuerOf } from '../core/cards/number.ts'
import type { Connector } from './connector.ts'
import { sidePort } from './side-ports.ts'

export type { BinRange } from '../core/cards/bin-ranges.ts'

/** A source of issuers' ranges, such as the operator's acquirer. */
export interface IssuerSource {
  readonly name: string
  /** All ranges, in any order. An unknown value is an empty text, never a guess. */
  ranges(signal: AbortSignal): AsyncIterable<BinRange> | Iterable<BinRange>
}

/** The type of a file's export `issuerSource`. */
export type IssuerConnector = Connector<IssuerSource>

export interface Issuers {
  issuerOf(digits: string): Readonly<Issuer>
  /** The number of ranges, without those of the sandbox. */
  size(): number
  /**
   * Reads the ranges again. If they have faults, the earlier ranges stay, and the log says why. Returns whether the new
   * ranges are used.
   */
  reload(): Promise<boolean>
}

/** The time limit for reading a source. */
const SOURCE_MS = 60_000
const MAX_RANGES = 5_000_000

/** Throws an Error with a line for each faulty range. `ISSUERS` is a file ending in `.csv`, or a connector. */
export async function openIssuers({
  config,
  log,
}: {
  config: Pick<Config, 'issuers' | 'mode' | 'connectorSettings'>
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}): Promise<Issuers> {
  const { issuers: name, mode } = config
  const source =
    name === '' || isCsv(name)
      ? undefined
      : await sidePort<IssuerSource>('issuerSource', { setting: 'ISSUERS', name, config })
  const read = async (): Promise<BinRanges | undefined> => {
    if (name === '') return undefined
    const found = source ? await fromSource(source) : readBinCsv(await textOf(name))
    if ('ranges' in found) return found.ranges
    throw new Error(found.faults.map((fault) => faultText(name, fault, source === undefined)).join('\n'))
  }
  let ranges = await read()
  if (ranges) log.info({ ranges: ranges.size }, 'the ranges of issuers are read')
  let reading: Promise<boolean> | undefined
  const again = async (): Promise<boolean> => {
    try {
      ranges = await read()
      log.info({ ranges: ranges?.size ?? 0 }, 'the ranges of issuers are read again')
      return true
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error)
      log.error({ why }, 'the ranges of issuers could not be read again; those of before stay')
      return false
    }
  }
  return {
    size: () => ranges?.size ?? 0,
    issuerOf(digits) {
      const tested = mode === 'sandbox' ? testIssuerOf(digits) : unknownIssuer
      return tested === unknownIssuer ? (ranges?.issuerOf(digits) ?? unknownIssuer) : tested
    },
    reload: () => {
      reading ??= again().finally(() => {
        reading = undefined
      })
      return reading
    },
  }
}

function isCsv(name: string): boolean {
  return name.toLowerCase().endsWith('.csv')
}

async function textOf(path: string): Promise<string> {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path))
  } catch (error) {
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const message = error instanceof Error ? error.message : String(error)
    const why = error instanceof TypeError ? 'it is not UTF-8' : isAbsent ? 'there is no such file' : message
    throw new Error(`ISSUERS=${path}: ${why}`)
  }
}

async function fromSource(source: IssuerSource) {
  const reader = binRangeReader()
  const signal = AbortSignal.timeout(SOURCE_MS)
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`it takes longer than ${SOURCE_MS / 1_000} seconds`)), SOURCE_MS)
  const all = async () => {
    let count = 0
    for await (const range of source.ranges(signal)) {
      signal.throwIfAborted()
      count += 1
      if (count > MAX_RANGES) throw new Error(`it brings more than ${MAX_RANGES} ranges`)
      const text = (value: unknown) => (typeof value === 'string' ? value : '?')
      const { from, to, country, bank, funding } = range
      reader.add(
        { from: text(from), to: text(to), country: text(country), bank: text(bank), funding: text(funding) },
        count,
      )
    }
    return reader.done()
  }
  try {
    return await Promise.race([all(), late])
  } catch (error) {
    throw new Error(`ISSUERS: ${source.name}: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    clearTimeout(timer)
  }
}

function faultText(name: string, { at, why }: RangeFault, isFile: boolean): string {
  return `ISSUERS=${name}: ${isFile ? 'line' : 'range'} ${at}: ${why}`
}

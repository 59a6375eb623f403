// The chains of stores where a voucher is paid in cash: their names, limits and the length of the reference the till reads.

export interface Chain {
  /** The name for payers. */
  name: string
  /** The name on the wire, in `store.short_name`. */
  shortName: string
  minCentavos: number
  maxCentavos: number
  /** Digits of the reference under the Code 128 barcode. */
  referenceDigits: number
  /** Other names clients send. */
  aliases: readonly string[]
}

const oneToTenThousand = { minCentavos: 100, maxCentavos: 1_000_000 }

/** Where a voucher is paid when the request names no chain. */
export const defaultChain: Readonly<Chain> = {
  name: 'OXXO',
  shortName: 'OXXO',
  ...oneToTenThousand,
  referenceDigits: 14,
  aliases: [],
}

export const chains: readonly Readonly<Chain>[] = [
  defaultChain,
  usual('7-Eleven', '7ELEVEN', ['seven', 'seven eleven']),
  usual('Farmacias del Ahorro', 'AHORRO', ['farmacia del ahorro']),
  usual('Farmacias Benavides', 'BENAVIDES', ['farmacia benavides']),
  usual('Walmart', 'WALMART', []),
  usual('Bodega Aurrerá', 'BODEGA', ['aurrera']),
  usual('Soriana', 'SORIANA', []),
  usual('Circle K', 'CIRCLEK', []),
  usual('Extra', 'EXTRA', ['tiendas extra']),
]

/**
 * The chain a client names, by name, short name or alias, whatever the case, accents, blanks and punctuation; undefined
 * when there is none. Sample: `7-eleven`, `7 Eleven` and `SEVEN_ELEVEN` are one; so are `Bodega Aurrera` and `aurrerá`.
 */
export function findChain(text: string): Readonly<Chain> | undefined {
  if (text.length > LONGEST_NAME) return undefined
  return byName.get(text) ?? byBareName.get(bare(text))
}

/** Chains by the names that clients send: as they are written, and as they are compared. A name of several chains is that of the first. */
const named = chains
  .flatMap((chain) => [chain.name, chain.shortName, ...chain.aliases].map((name) => [name, chain] as const))
  .toReversed()
const byName = new Map(named)
const byBareName = new Map(named.map(([name, chain]) => [bare(name), chain]))

const LONGEST_NAME = 64

function usual(name: string, shortName: string, aliases: readonly string[]): Chain {
  return { name, shortName, ...oneToTenThousand, referenceDigits: 16, aliases }
}

function bare(text: string): string {
  return text
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
}

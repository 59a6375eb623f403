// Compares two sides of a count that are read from different tables, in constant memory.

/** The two sides of a comparison: the expected and the actual counts. */
export interface Tally {
  expect(key: string, ...values: number[]): void
  find(key: string, ...values: number[]): void
}

/** The first key on which the sides differ. */
interface Difference {
  key: string
  expected: number[]
  found: number[]
}

const SLOT_BITS = 18
/** Slots are made by the hundred, where a key falls: a small ledger touches few of them. */
const PAGE_BITS = 7
const PAGE_MASK = (1 << PAGE_BITS) - 1

/**
 * Keys share 262,144 slots, each with the difference of the two sides. A slot that is not zero proves a fault among its
 * keys; two faults hide each other only if they cancel out to the centavo in one slot.
 */
export class SlotTally implements Tally {
  readonly #width: number
  readonly #pages: (Float64Array | undefined)[]
  /** In how many places the sides differ, kept as they are counted: to look at every slot would take longer than most counts. */
  #uneven = 0

  constructor(width: number) {
    this.#width = width
    this.#pages = new Array(1 << (SLOT_BITS - PAGE_BITS))
  }

  expect(key: string, ...values: number[]): void {
    this.#count(key, values, 1)
  }

  find(key: string, ...values: number[]): void {
    this.#count(key, values, -1)
  }

  /** Whether the sides agree in every slot. */
  isEven(): boolean {
    return this.#uneven === 0
  }

  /** Whether the key lies in a slot in which the sides differ. */
  isSuspect(key: string): boolean {
    const slot = slotOf(key)
    const at = (slot & PAGE_MASK) * this.#width
    const portion = this.#pages[slot >>> PAGE_BITS]
    return portion?.subarray(at, at + this.#width).some((value) => value !== 0) ?? false
  }

  #count(key: string, values: number[], sign: 1 | -1): void {
    const slot = slotOf(key)
    const at = (slot & PAGE_MASK) * this.#width
    const place = slot >>> PAGE_BITS
    const portion = this.#pages[place] ?? new Float64Array(this.#width << PAGE_BITS)
    this.#pages[place] = portion
    for (let index = 0; index < this.#width; index += 1) {
      const before = portion[at + index] ?? 0
      const after = before + sign * (values[index] ?? 0)
      portion[at + index] = after
      this.#uneven += Number(after !== 0) - Number(before !== 0)
    }
  }
}

/** Keeps both sides of the keys in suspect slots of another tally, to name the keys that differ. */
export class KeyTally implements Tally {
  readonly #suspected: SlotTally
  readonly #expected = new Map<string, number[]>()
  readonly #found = new Map<string, number[]>()

  constructor(suspected: SlotTally) {
    this.#suspected = suspected
  }

  expect(key: string, ...values: number[]): void {
    this.#count(this.#expected, key, values)
  }

  find(key: string, ...values: number[]): void {
    this.#count(this.#found, key, values)
  }

  /** Every key on which the sides differ, in order. */
  differences(): Difference[] {
    const keys = [...new Set([...this.#expected.keys(), ...this.#found.keys()])].sort()
    return keys
      .map((key) => {
        const [expected, found] = [this.#expected.get(key) ?? [], this.#found.get(key) ?? []]
        const width = Math.max(expected.length, found.length)
        return { key, expected: padded(expected, width), found: padded(found, width) }
      })
      .filter(({ expected, found }) => expected.some((value, index) => value !== found[index]))
  }

  #count(side: Map<string, number[]>, key: string, values: number[]): void {
    if (!this.#suspected.isSuspect(key)) return
    const sums = side.get(key)
    side.set(key, sums === undefined ? values : sums.map((sum, index) => sum + (values[index] ?? 0)))
  }
}

function padded(values: number[], width: number): number[] {
  return Array.from({ length: width }, (_, index) => values[index] ?? 0)
}

/** FNV-1a with a final mix, which spreads keys that differ only in their last characters. */
function slotOf(key: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < key.length; index += 1) {
    hash = Math.imul(hash ^ key.charCodeAt(index), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> (32 - SLOT_BITS)
}

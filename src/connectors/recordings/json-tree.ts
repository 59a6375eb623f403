// JSON with its numbers as they are written, changed leaf by leaf: an amount of 12.30 stays 12.30.

type RawJson = { rawJSON(text: string): object; isRawJSON(value: unknown): value is { rawJSON: string } }
const raw = JSON as typeof JSON & RawJson

/** A text, or a number as it is written. */
export interface Leaf {
  text: string
  isNumber: boolean
}

/** Undefined for what is no JSON. Numbers are objects of `JSON.rawJSON`. */
export function treeOf(text: string): { value: unknown } | undefined {
  const keep = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
    typeof value === 'number' ? raw.rawJSON(source ?? String(value)) : value
  try {
    return { value: JSON.parse(text, keep as (key: string, value: unknown) => unknown) }
  } catch {
    return undefined
  }
}

export function textOfTree(value: unknown): string {
  return JSON.stringify(value)
}

/** The text or number that a value is; undefined for anything else. */
export function leafOf(value: unknown): Leaf | undefined {
  if (typeof value === 'string') return { text: value, isNumber: false }
  return raw.isRawJSON(value) ? { text: value.rawJSON, isNumber: true } : undefined
}

export function isBranch(value: unknown): value is Record<string, unknown> | unknown[] {
  return typeof value === 'object' && value !== null && !raw.isRawJSON(value)
}

/** The new text of a leaf. `name`: of the member, or of the list that it is in; `above`: of the members around that one. */
type ChangeLeaf = (leaf: Leaf, name: string, above: readonly string[]) => string

/** The same tree with other leaves. A leaf that becomes another text than a number is a text. */
export function mapLeaves(value: unknown, change: ChangeLeaf, name = '', above: readonly string[] = []): unknown {
  if (Array.isArray(value)) return value.map((one) => mapLeaves(one, change, name, above))
  const leaf = leafOf(value)
  if (leaf !== undefined) {
    const text = change(leaf, name, above)
    return leaf.isNumber && isNumeral(text) ? raw.rawJSON(text) : text
  }
  if (!isBranch(value)) return value
  const around = name === '' ? above : [...above, name]
  const members = Object.entries(value).map(([key, one]) => [
    change({ text: key, isNumber: false }, '', []),
    mapLeaves(one, change, key, around),
  ])
  return Object.fromEntries(members)
}

function isNumeral(text: string): boolean {
  return /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/.test(text)
}

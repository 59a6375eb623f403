// Whether a request is one of the recording with other ids and times, and what the recorded answer is then.
import { PERSON } from './hidden-names.ts'
import { isBranch, type Leaf, leafOf, mapLeaves, textOfTree, treeOf } from './json-tree.ts'
import { MASK } from './masker.ts'
import type { RecordedCall } from './recording.ts'

/** A request as it comes, below the address of one setting. */
export interface AskedCall {
  method: string
  to: string
  path: string
  query: readonly (readonly [string, string])[]
  body: string
}

/** What stands for a recorded id in this playing. One id stands for one alone, in both directions. */
type Bindings = ReadonlyMap<string, string>

interface Fit {
  /** The ids that are new. */
  ids: Map<string, string>
  /** Times, which may differ from call to call. */
  times: Map<string, string>
}

const AMOUNT = /amount|monto|total|centavos|^payments$|^months$|^meses$/i
/** Short numbers that differ from call to call. */
const REFERENCE = /referen/i
const WORDS = /descri|concept|^reason$|motivo|^note$/i
/** Of the merchant, for people. */
const FREE = /^metadata$/i
const INSTANT = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}|$)/
const DAY = /^20\d{6}$/
const EPOCH = /^1\d{9}(\d{3})?$/
const MASKED_CARD = /^(\d{6})\*{2,9}(\d{4})$/
const NOTHING = { present: false } as const

/** Undefined when the request is not that of the call. Words with the names of settings are already those of this playing. */
export function fitOf(call: RecordedCall, asked: AskedCall, bound: Bindings): Fit | undefined {
  if (call.method !== asked.method || call.to !== asked.to) return undefined
  const fit: Fit = { ids: new Map(), times: new Map() }
  const taken = new Set(bound.values())
  const leaf = (recorded: Leaf, actual: Leaf, name: string) => leafFits({ recorded, actual, name }, fit, bound, taken)
  const text = (recorded: string, actual: string, name: string) =>
    leaf({ text: recorded, isNumber: false }, { text: actual, isNumber: false }, name)
  const [parts, others] = [call.path.split('/'), asked.path.split('/')]
  if (parts.length !== others.length || !parts.every((part, at) => text(part, others[at] ?? '', ''))) return undefined
  const names = (query: AskedCall['query']) => query.map(([name]) => name).join('&')
  if (names(call.query) !== names(asked.query)) return undefined
  if (!call.query.every(([name, value], at) => text(value, asked.query[at]?.[1] ?? '', name))) return undefined
  const [recorded, actual] = [treeOf(call.body), treeOf(asked.body)]
  if (recorded === undefined || actual === undefined) return call.body === asked.body ? fit : undefined
  return treeFits(recorded.value, actual.value, '', leaf) ? fit : undefined
}

function treeFits(
  recorded: unknown,
  actual: unknown,
  name: string,
  leaf: (recorded: Leaf, actual: Leaf, name: string) => boolean,
): boolean {
  if (FREE.test(name)) return true
  const [one, other] = [leafOf(recorded), leafOf(actual)]
  if (one !== undefined && other !== undefined) return leaf(one, other, name)
  if (!isBranch(recorded) || !isBranch(actual)) return recorded === actual
  if (Array.isArray(recorded) || Array.isArray(actual)) {
    if (!Array.isArray(recorded) || !Array.isArray(actual) || recorded.length !== actual.length) return false
    return recorded.every((each, at) => treeFits(each, actual[at], name, leaf))
  }
  const names = new Set([...Object.keys(recorded), ...Object.keys(actual)])
  return [...names].every((key) => {
    const [mine, theirs] = [memberOf(recorded, key), memberOf(actual, key)]
    if (!mine.present || !theirs.present) return PERSON.test(key) || FREE.test(key)
    return treeFits(mine.value, theirs.value, key, leaf)
  })
}

function memberOf(record: Record<string, unknown>, key: string): { present: true; value: unknown } | typeof NOTHING {
  return Object.hasOwn(record, key) ? { present: true, value: record[key] } : NOTHING
}

function leafFits(
  { recorded, actual, name }: { recorded: Leaf; actual: Leaf; name: string },
  { ids, times }: Fit,
  bound: Bindings,
  taken: ReadonlySet<string>,
): boolean {
  const [mine, theirs] = [recorded.text, actual.text]
  const already = bound.get(mine) ?? ids.get(mine)
  if (already !== undefined) return already === theirs
  const [, first, last] = MASKED_CARD.exec(mine) ?? []
  if (first !== undefined && last !== undefined) return theirs.startsWith(first) && theirs.endsWith(last)
  if (mine.includes(MASK)) return true
  if (AMOUNT.test(name)) return Number(mine) === Number(theirs)
  if (isTime(mine) && isTime(theirs)) {
    times.set(mine, theirs)
    return true
  }
  const mayBeId = (isId(mine) && isId(theirs)) || REFERENCE.test(name)
  if (mine === theirs) {
    // An id that stays is bound too, so that none other stands for it.
    if (mayBeId && !taken.has(theirs)) ids.set(mine, theirs)
    return true
  }
  if (mayBeId) {
    if (taken.has(theirs) || [...ids.values()].includes(theirs)) return false
    ids.set(mine, theirs)
    return true
  }
  return WORDS.test(name)
}

function isTime(text: string): boolean {
  return INSTANT.test(text) || DAY.test(text) || EPOCH.test(text)
}

/** Six characters or more, one of them a digit, without a blank; a number of six digits or more. */
function isId(text: string): boolean {
  return text.length >= 6 && /\d/.test(text) && !/[\s.]/.test(text)
}

/** Shorter ids are replaced only where they stand alone. */
const WITHIN = 10

/** A recorded text with the ids and times of this playing. */
export function played(text: string, bound: Bindings, times: Bindings = new Map()): string {
  const all = [...bound].filter(([recorded, actual]) => recorded !== actual)
  const within = all
    .filter(([recorded]) => recorded.length >= WITHIN)
    .sort(([one], [other]) => other.length - one.length)
  const change = (leaf: string) =>
    bound.get(leaf) ??
    times.get(leaf) ??
    within.reduce((left, [recorded, actual]) => left.replaceAll(recorded, actual), leaf)
  const tree = treeOf(text)
  return tree === undefined ? change(text) : textOfTree(mapLeaves(tree.value, (leaf) => change(leaf.text)))
}

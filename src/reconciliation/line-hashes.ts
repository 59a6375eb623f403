// Numbers that stand for what lines say, so that memory holds a number for each of a file's lines, and not its text.

/** So long that no two lines of a file that differ share one. */
export function longHashOf(text: string): number {
  return hashOf(text) * 2 ** 21 + (hashOf(text, SECOND_BASIS) >>> 11)
}

const SECOND_BASIS = 0x9747b28c

/** FNV-1a: two keys that share one are only compared once more. */
export function hashOf(text: string, basis = 0x811c9dc5): number {
  let hash = basis
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

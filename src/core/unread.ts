// The members of a message that nothing reads. They are ignored, so they are named: a client believes that what it sent counts.
import { isObject } from './json-object.ts'

/** A member and its value. Sample: `{ path: 'payment.idUser', value: 7 }`. */
export interface Unread {
  path: string
  value: unknown
}

/** The most members that are looked at. */
const MAX = 1_000

/**
 * The members of `message` whose path is not in `read`. What is inside a path of `read` counts as read; an object in which nothing is read
 * is one member. Sample: of `{ total: { amount: 1, tax: 2 }, idUser: 7 }` with `total.amount` read, `total.tax` and `idUser` are unread.
 */
export function unreadMembers(
  message: object,
  read: ReadonlySet<string>,
  /** Whether something inside a path is read; for a set that never changes, whether `branchesOf(read)` has it. */
  isBranch: (path: string) => boolean = (path) => isReadInside(path, read),
): Unread[] {
  const unread: Unread[] = []
  addUnread(unread, message, { inside: '', read, isBranch })
  return unread
}

interface Reading {
  /** The path of the members; empty at the top. */
  inside: string
  read: ReadonlySet<string>
  isBranch(path: string): boolean
}

function addUnread(unread: Unread[], members: object, { inside, read, isBranch }: Reading): void {
  for (const [name, value] of Object.entries(members)) {
    if (unread.length >= MAX) return
    const path = inside === '' ? name : `${inside}.${name}`
    if (read.has(path)) continue
    if (isObject(value) && isBranch(path)) addUnread(unread, value, { inside: path, read, isBranch })
    else unread.push({ path, value })
  }
}

function isReadInside(path: string, read: ReadonlySet<string>): boolean {
  const inside = `${path}.`
  for (const one of read) if (one.startsWith(inside)) return true
  return false
}

/** The paths inside which something is read. */
export function branchesOf(read: ReadonlySet<string>): ReadonlySet<string> {
  const branches = new Set<string>()
  for (const path of read) {
    for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1))
      branches.add(path.slice(0, dot))
  }
  return branches
}

/** The members and all that is inside their objects, where `isOpen`; lists are not looked into. */
export function withInner(members: readonly Unread[], isOpen: (member: Unread) => boolean = () => true): Unread[] {
  const all: Unread[] = []
  const add = (member: Unread) => {
    if (all.length >= MAX) return
    all.push(member)
    const { path, value } = member
    if (!isObject(value) || !isOpen(member)) return
    for (const [name, inner] of Object.entries(value)) add({ path: `${path}.${name}`, value: inner })
  }
  members.forEach(add)
  return all
}

/** A name for comparison. Sample: `Card-Token` and `card_token` are `cardtoken`. */
export function plainName(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()
}

/** The last name of a path, for comparison. */
export function lastName(path: string): string {
  return plainName(path.slice(path.lastIndexOf('.') + 1))
}

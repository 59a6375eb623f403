// Lets requests in so that a flood delays nobody else. Requests of recognised credentials are let in at once. Of the others a few are let in at each
// turn of the event loop: one address after another, and of an address one connection after another. New connections are accepted before that.
import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { addressBlock } from '../../core/address.ts'
import { turns } from '../../core/fair-queue.ts'

type Handle = (request: IncomingMessage, response: ServerResponse) => void

interface RequestQueue {
  /** To be called for each connection that the server accepts. */
  accepted(): void
  /** Hands requests to `handle`, each at once or in its turn. */
  before(handle: Handle): Handle
  /** The secret of this request was right: further requests with it are let in at once. */
  recognise(request: IncomingMessage): void
  /** The secret of this request was wrong, or is wrong now. */
  forget(request: IncomingMessage): void
}

/** A request takes a third of a millisecond of the event loop, and a card payment waits for some fifteen turns of it. */
const A_TURN = 2
/**
 * The event loop accepts one connection in each turn. While connections arrive, only every sixteenth turn lets a request in. Short turns
 * get sooner to a known client's connection that waits behind the flood.
 */
const ACCEPTING_TURNS = 16
/** Beyond this number of secrets, the first ones are forgotten. */
const MAX_KNOWN = 10_000
/**
 * Requests that wait, of one connection and in all. A connection that sends further ones without waiting for answers is closed behind the answers that
 * it has waited for, and nothing is done with the others. Beyond the number in all, requests are handled at once: Node stops reading a connection whose
 * request is being handled; a longer queue would only fill memory.
 */
const MAX_WAITING = { ofConnection: 16, inAll: 4_096 }

export function requestQueue({ behindProxy }: { behindProxy: boolean }): RequestQueue {
  const known = new Map<string, true>()
  const queue = turns<() => void>()
  const waiting = new WeakMap<Socket, number>()
  /** The last answer that a connection waits for, and those connections that it ends. */
  const last = new WeakMap<Socket, ServerResponse>()
  const ending = new WeakSet<Socket>()
  let letIn = 0
  let isTurning = false
  /** Whether this turn has accepted a connection, and how many turns before it have let nobody in for that reason. */
  let isAccepting = false
  let turnsHeld = 0

  const most = () => {
    if (!isAccepting) return A_TURN
    return turnsHeld < ACCEPTING_TURNS - 1 ? 0 : 1
  }

  const turn = () => {
    if (isTurning) return
    isTurning = true
    setImmediate(() => {
      const now = most()
      isTurning = false
      isAccepting = false
      turnsHeld = now === 0 ? turnsHeld + 1 : 0
      letIn = 0
      while (letIn < now && queue.size() > 0) {
        letIn += 1
        queue.take()?.()
      }
      if (letIn > 0 || queue.size() > 0) turn()
    })
  }

  return {
    accepted: () => {
      isAccepting = true
      turn()
    },
    before: (handle) => (request, response) => {
      const { socket } = request
      // Nobody knows the address of a client that has left already, which limits and the log need; and nobody waits for its answer.
      if (ending.has(socket) || socket.remoteAddress === undefined) return
      const secret = secretOf(request)
      if (secret !== undefined && known.has(secret)) return handle(request, response)
      turn()
      if (letIn < most() && queue.size() === 0) {
        letIn += 1
        return handle(request, response)
      }
      const before = waiting.get(socket) ?? 0
      if (before >= MAX_WAITING.ofConnection) {
        ending.add(socket)
        const latest = last.get(socket)
        if (latest !== undefined) latest.shouldKeepAlive = false
        return
      }
      if (queue.size() >= MAX_WAITING.inAll) return handle(request, response)
      waiting.set(socket, before + 1)
      last.set(socket, response)
      const { remoteAddress = '', remotePort } = socket
      const from = behindProxy ? addressBlock(lastForwarded(request)) : remoteAddress
      queue.add(from, `${remoteAddress} ${remotePort}`, () => {
        waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
        // Its client may have left meanwhile.
        if (!socket.destroyed) handle(request, response)
      })
    },
    recognise: (request) => {
      const secret = secretOf(request)
      if (secret === undefined || known.has(secret)) return
      if (known.size >= MAX_KNOWN) known.delete(known.keys().next().value as string)
      known.set(secret, true)
    },
    forget: (request) => {
      const secret = secretOf(request)
      if (secret !== undefined) known.delete(secret)
    },
  }
}

/** What the last request of a connection was signed in with, and its hash: the next one nearly always has the same. */
const lately = new WeakMap<Socket, { secret: string; hashed: string }>()

/** A hash of what the request is signed in with. */
function secretOf({ headers, socket }: IncomingMessage): string | undefined {
  const secret = headers.authorization ?? headers.cookie
  if (secret === undefined) return undefined
  const last = lately.get(socket)
  if (last?.secret === secret) return last.hashed
  const hashed = hash('sha256', secret, 'base64url')
  lately.set(socket, { secret, hashed })
  return hashed
}

/** The address that the nearest proxy names: a client can write all but the last. */
function lastForwarded({ headers }: IncomingMessage): string {
  const addresses = String(headers['x-forwarded-for'] ?? '')
  return addresses.slice(addresses.lastIndexOf(',') + 1).trim()
}

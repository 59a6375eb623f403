// A server of bytes that answers as no server should: half, drop by drop, without end.
import { createServer, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** What the server does with a connection once the first bytes of a request have come. */
export type Behaviour = (socket: Socket) => Promise<unknown> | unknown

/** Serves on a free port of the loopback address while `work` runs. `greets`: it begins without having been asked, as a mail server does. */
export async function withServer<R>(
  behaviour: Behaviour,
  work: (port: number) => Promise<R>,
  { greets = false } = {},
): Promise<R> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    if (greets) void behaviour(socket)
    else socket.once('data', () => void behaviour(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work((server.address() as { port: number }).port)
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}

/** Writes the same bytes as fast as they are taken, for as long as the connection lasts. Answers how many were written. */
export async function flood(socket: Socket, text: string): Promise<number> {
  const piece = Buffer.from(text.repeat(Math.ceil(16_384 / text.length)))
  while (!socket.destroyed) {
    if (socket.write(piece)) await pause(0)
    else await Promise.race([new Promise((resolve) => socket.once('drain', resolve)), pause(20)])
  }
  return socket.bytesWritten
}

/** Writes a character now and then. */
export async function drip(socket: Socket, text: string, everyMs = 20): Promise<void> {
  for (const character of text) {
    if (socket.destroyed) return
    socket.write(character)
    await pause(everyMs)
  }
}

/** The longest time for which the event loop did nothing else while `work` ran. */
export async function longestTurnMs<R>(work: () => Promise<R>): Promise<[result: R, ms: number]> {
  let longest = 0
  let last = performance.now()
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  try {
    return [await work(), longest]
  } finally {
    clearInterval(timer)
  }
}

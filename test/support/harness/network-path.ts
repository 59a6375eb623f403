// A network path to a database that a test can cut, hold or replace: a proxy on the loopback address.
import { connect, createServer, type Socket } from 'node:net'

export interface NetworkPath {
  /** The database's URL over this path. */
  url: string
  /** Holds all data on the present connections, both ways; `all` holds new ones too. Nothing is lost. */
  freeze(which: 'open' | 'all'): void
  /** Holds the database's answers on the present connections; requests arrive. */
  freezeAnswers(): void
  /** Ends the present connections; new ones work. */
  cut(): void
  /** Releases the held data. */
  thaw(): void
  close(): void
}

/** A proxy between a service and its PostgreSQL. `watch` gets the database's end of each connection. */
export async function networkPath(
  target: URL,
  { watch = () => {} }: { watch?: (far: Socket) => void } = {},
): Promise<NetworkPath> {
  let frozen = false
  const ends = new Set<Socket>()
  const fars = new Set<Socket>()
  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ port: Number(target.port), host: target.hostname, allowHalfOpen: true })
    near.pipe(far).pipe(near)
    for (const end of [near, far]) ends.add(end.on('error', () => {}).on('close', () => ends.delete(end)))
    watch(far)
    fars.add(far.on('close', () => fars.delete(far)))
    if (frozen) for (const end of [near, far]) end.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const url = new URL(target)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    freeze: (which) => {
      frozen = which === 'all'
      for (const end of ends) end.pause()
    },
    freezeAnswers: () => {
      for (const far of fars) far.pause()
    },
    cut: () => {
      for (const end of ends) end.destroy()
    },
    thaw: () => {
      frozen = false
      for (const end of ends) end.resume()
    },
    close: () => {
      server.close()
      for (const end of ends) end.destroy()
    },
  }
}

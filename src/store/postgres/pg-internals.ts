// What the types of `pg` leave out: the socket, the messages under way, and cancelling a statement over a second connection.
import pg from 'pg'

const CANCEL_LIMIT_MS = 1_000

/** The inner parts of a client: its socket, the server's process, and three messages of the protocol. */
export interface Wires {
  stream: { destroy(): void }
  processId(): number
  on(event: 'parseComplete' | 'readyForQuery', hear: () => void): void
  on(event: 'parameterDescription', hear: (message: { dataTypeIDs: number[] }) => void): void
}

/** The inner parts of a client that its types leave out. */
export function wiresOf(client: pg.Client): Wires {
  const { connection } = client as unknown as { connection: pg.Connection & { stream: { destroy(): void } } }
  return {
    // Read each time: `pg` replaces the socket when TLS begins.
    stream: { destroy: () => connection.stream.destroy() },
    processId: () => (client as unknown as { processID: number }).processID,
    on: (event: string, hear: (message: { dataTypeIDs: number[] }) => void) => {
      connection.on(event as 'error', hear as never)
    },
  }
}

/**
 * Opens another connection to ask the server to cancel this client's statement. The request may come too late or not arrive. It goes before TLS begins, so no
 * file of a certificate is read, which somebody may be replacing.
 */
export function cancel(client: pg.Client): void {
  const other = new pg.Client({ host: client.host, port: client.port })
  const { connection, host, port } = other as unknown as { connection: Cancelling; host: string; port: number }
  const { processID, secretKey } = client as unknown as { processID: number; secretKey: number }
  connection.on('error', () => {})
  connection.on('connect', () => connection.cancel(processID, secretKey))
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`)
  else connection.connect(port, host)
  setTimeout(() => connection.stream.destroy(), CANCEL_LIMIT_MS).unref()
}

interface Cancelling extends pg.Connection {
  connect(port: number | string, host?: string): void
  cancel(processId: number, secretKey: number): void
}

/** Makes `pg` read `sslmode` of the URL as PostgreSQL's own clients do, except that `allow`, as `prefer`, never falls back to plain text. */
export function withLibpqTls(url: string): string {
  const [, mode] = /[?&]sslmode=([^&]*)/.exec(url) ?? []
  // `pg` knows it only in its own way of reading.
  if (mode === undefined || mode === 'no-verify' || url.includes('uselibpqcompat=')) return url
  return `${url.replace(/([?&]sslmode=)allow(?=&|$)/, '$1prefer')}&uselibpqcompat=true`
}

/** The number of rows that a statement touched, as the server says it: `UPDATE 1`, `INSERT 0 1`. */
export const rowsOf = (tag: string): number => Number(/\d+$/.exec(tag)?.[0] ?? 0)

// The part of autocannon that the bench uses; the package brings no types.
declare module 'autocannon' {
  interface Result {
    requests: { average: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
    timeouts: number
  }
  export default function autocannon(options: {
    url: string
    method: string
    headers: Record<string, string>
    body?: string
    requests?: (
      | { setupRequest: (request: { body?: string }) => { body?: string } }
      | { headers: Record<string, string> }
    )[]
    connections: number
    duration: number
    timeout: number
  }): Promise<Result>
}

// A bare server that refuses everything: flooded instead of the service, it shows what the flood itself takes from the honest client's machine.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(400).end('{}'))
})
server.listen({ host: '127.0.0.1', port: 0, backlog: 4_096 })
await once(server, 'listening')
process.send?.((server.address() as AddressInfo).port)
process.once('disconnect', () => process.exit())

// The routes on which STP reports: its address and the secret first, then each report by its own rules.
import { BlockList, isIP } from 'node:net'
import { basicPair, isSecret } from '../../core/secret.ts'
import type { Inbound, InboundCall, InboundOutcome, InboundRequest } from '../notice.ts'
import { receiveDeposit } from './deposits.ts'
import type { StpNeeds } from './needs.ts'
import { addressesIn } from './settings.ts'
import { receiveStateChange } from './state-changes.ts'

interface Sender {
  secret: string
  addresses: string
}

export function inboundOf(sender: Sender, needs: StpNeeds): Inbound {
  const mayReport = senderCheck(sender)
  const call = (path: string, read: (body: string, signal: AbortSignal) => Promise<InboundOutcome>): InboundCall => ({
    method: 'POST',
    path,
    hidesQuery: true,
    receive: async (request, signal) => {
      const reason = mayReport(request)
      if (reason !== undefined)
        return { kind: 'refused', reason, answer: { status: 403, body: '{"mensaje":"no autorizado"}' } }
      try {
        return await read(Buffer.from(request.body).toString('utf8'), signal)
      } catch {
        // Our own database: STP is answered 503, because any 400 could send a deposit back.
        return { kind: 'unknown' }
      }
    },
  })
  return [
    call('/deposits', (body, signal) => receiveDeposit(needs, body, signal)),
    call('/order-states', (body, signal) => receiveStateChange(needs, body, signal)),
  ]
}

/** Why a request does not come from STP; undefined when it does. */
function senderCheck({ secret, addresses }: Sender): (request: InboundRequest) => string | undefined {
  const allowed = new BlockList()
  for (const one of addressesIn(addresses)) {
    const [address = '', bits] = one.split('/')
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
    if (bits === undefined) allowed.addAddress(address, family)
    else allowed.addSubnet(address, Number(bits), family)
  }
  return ({ address, headers, query }) => {
    const family = isIP(address)
    if (family === 0 || !allowed.check(address, family === 4 ? 'ipv4' : 'ipv6')) return 'the address is not of STP'
    const presented = [passwordOf(headers.authorization), new URLSearchParams(query).get('secret') ?? '']
    return presented.some((one) => isSecret(one, secret)) ? undefined : 'the secret is wrong'
  }
}

function passwordOf(authorization: string | readonly string[] | undefined): string {
  const pair = basicPair(authorization)
  return pair.slice(pair.indexOf(':') + 1)
}

// The connector of docs/guides/acquirer.md, held to the contract like any other, against a bank that this plays.
import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { Acquirer, ClearCard } from '../../src/connectors/acquirer.ts'
import { acquirerContract } from './acquirer.ts'

const card = (number: string, securityCode = '123'): ClearCard => ({
  number,
  holderName: 'Ana Pérez',
  expiration: '3512',
  securityCode,
})
const CARDS = {
  approved: card('4242424242424242'),
  declined: { card: card('4111111111111111'), code: '51' },
  invalid: card('4111111111111137'),
  wrongSecurityCode: card('4242424242424242', '000'),
  silent: card('4000000000010027'),
}

interface BankCard {
  number: string
  cvv?: string
}

const authorisations = new Map<string, object>()

function decided({ number, cvv }: BankCard, approved: () => object): object | undefined {
  if (number === CARDS.silent.number) return undefined
  if (number === CARDS.invalid.number) return { result: 'invalid-card' }
  if (number === CARDS.declined.card.number) return { result: 'declined', response: '51' }
  return cvv === '000' ? { result: 'declined', response: '82' } : approved()
}

/** What the bank answers; undefined: never anything. */
async function answer(request: IncomingMessage): Promise<{ status: number; said: object } | undefined> {
  assert.equal(request.headers.authorization, 'Bearer secret')
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const body = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : {}
  const [, resource, id = ''] = (request.url ?? '').split('/')
  if (resource === 'checks') {
    const said = decided(body.card, () => ({ result: 'valid' }))
    return said && { status: 200, said }
  }
  if (resource === 'reversals') return { status: 200, said: { result: 'reversed' } }
  if (resource === 'advices') {
    // Under the trace number of the charge, whether it has arrived or not.
    assert.match(body.trace, /^\d{6}$/)
    authorisations.set(id, { result: 'declined', response: '12' })
    return { status: 200, said: { result: 'acknowledged' } }
  }
  if (request.method === 'PUT') {
    const code = String(authorisations.size).padStart(6, '0')
    const said =
      authorisations.get(id) ?? decided(body.card, () => ({ result: 'approved', code, reference: `r-${id}` }))
    if (said === undefined) return undefined
    authorisations.set(id, said)
  }
  const known = authorisations.get(id)
  return known ? { status: 200, said: known } : { status: 404, said: {} }
}

const bank = createServer(async (request, response) => {
  const answered = await answer(request)
  if (answered)
    response.writeHead(answered.status, { 'content-type': 'application/json' }).end(JSON.stringify(answered.said))
})
await new Promise<void>((resolve) => {
  bank.listen(0, '127.0.0.1', resolve)
})
after(() => {
  bank.closeAllConnections()
  bank.close()
})
const url = `http://127.0.0.1:${(bank.address() as AddressInfo).port}`

const guide = readFileSync(new URL('../../docs/guides/acquirer.md', import.meta.url), 'utf8')
const file = join(mkdtempSync(join(tmpdir(), 'cobro-guide-')), 'acquirer.ts')
writeFileSync(file, /```ts\n([\s\S]*?)```/.exec(guide)?.[1] ?? '')
const { bancoEjemplo } = (await import(pathToFileURL(file).href)) as {
  bancoEjemplo: (needs: { url: string; token: string; nextTrace(): Promise<number> }) => Acquirer
}

let traces = 0
const nextTrace = async () => {
  traces += 1
  return traces
}

acquirerContract('the guide’s', () => bancoEjemplo({ url, token: 'secret', nextTrace }), CARDS)

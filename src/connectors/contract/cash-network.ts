// The duties of every store network's connector.
import assert from 'node:assert/strict'
import { chains } from '../../core/chains.ts'
import { type CashNetwork, cashNetworkAnswers, type IssuedReference } from '../cash-network.ts'
import { type Duty, type Ground, NotChecked, patient } from './duty.ts'

/** The parts of a cash network's rehearsal for the suite. */
export interface CashNetworkPart {
  /** The short names of the chains that it serves, from `core/chains`; default: all. */
  chains: readonly string[]
}

type CashGround = Ground<CashNetwork, CashNetworkPart>

const EXPIRES_AT = '2099-12-31T05:59:59.999Z'
const AT_ONCE = 60

const served = ({ rehearsal }: CashGround) =>
  chains.filter(({ shortName }) => rehearsal.chains?.includes(shortName) ?? true)

/** A chain that it serves. */
function chainOf(ground: CashGround): string {
  const [first] = served(ground)
  if (first === undefined) throw new NotChecked('the rehearsal serves no chain')
  return first.shortName
}

async function issue(ground: CashGround, network: CashNetwork, chain: string, operationId = ground.newId()) {
  const issued = await network.issue({ operationId, chain, amountCentavos: 15_000, expiresAt: EXPIRES_AT }, patient())
  assert.equal(issued.kind, 'issued')
  return issued as IssuedReference
}

export const cashNetworkDuties: readonly Duty<CashNetwork, CashNetworkPart>[] = [
  {
    duty: 'a reference has the digits that the chain’s tills read, and every name that a payer needs',
    check: async (ground) => {
      const network = await ground.open()
      chainOf(ground)
      for (const { shortName, referenceDigits } of served(ground)) {
        const issued = await issue(ground, network, shortName)
        assert.match(issued.reference, new RegExp(`^\\d{${referenceDigits}}$`), shortName)
        for (const name of ['paymentId', 'shortId', 'bankAccountNumber', 'bankName'] as const)
          assert.ok(typeof issued[name] === 'string' && issued[name] !== '', `${shortName} has no ${name}`)
      }
    },
  },
  {
    duty: 'two operations never share a reference, a payment_id or a short_id, however many ask at once',
    check: async (ground) => {
      const network = await ground.open()
      const chains = served(ground)
      chainOf(ground)
      const all = await Promise.all(
        Array.from({ length: AT_ONCE }, (_, n) => issue(ground, network, chains[n % chains.length]?.shortName ?? '')),
      )
      for (const name of ['reference', 'paymentId', 'shortId'] as const)
        assert.equal(new Set(all.map((issued) => issued[name])).size, all.length, `two share a ${name}`)
    },
  },
  {
    duty: 'an operation that asks again gets the same reference, also after a restart',
    check: async (ground) => {
      const operationId = ground.newId()
      const first = await issue(ground, await ground.open(), chainOf(ground), operationId)
      assert.deepEqual(await issue(ground, await ground.open(), chainOf(ground), operationId), first)
    },
  },
  {
    duty: 'a chain that it does not serve and an amount that the chain does not take are refused',
    check: async (ground) => {
      const network = await ground.open()
      const request = { chain: chainOf(ground), amountCentavos: 15_000, expiresAt: EXPIRES_AT }
      for (const part of [{ chain: 'NOBODY' }, { amountCentavos: 1_000_001 }, { amountCentavos: 99 }]) {
        const outcome = await network.issue({ ...request, ...part, operationId: ground.newId() }, patient())
        assert.equal(outcome.kind, 'refused', JSON.stringify(part))
      }
    },
  },
  {
    duty: 'a reference that nobody has paid is cancelled, again and again',
    check: async (ground) => {
      const network = await ground.open()
      const operationId = ground.newId()
      const { reference } = await issue(ground, network, chainOf(ground), operationId)
      for (const _ of [1, 2])
        assert.deepEqual(await network.cancel({ operationId, reference }, patient()), { kind: 'cancelled' })
    },
  },
  {
    duty: 'a deadline that has passed makes no method throw',
    check: async (ground) => {
      const network = await ground.open()
      const operationId = ground.newId()
      const chain = chainOf(ground)
      const over = AbortSignal.abort()
      const request = { operationId, chain, amountCentavos: 15_000, expiresAt: EXPIRES_AT }
      const { kind: issued } = await network.issue(request, over)
      assert.ok(Object.hasOwn(cashNetworkAnswers.issue, issued), `issue answered ${issued}`)
      const { kind: cancelled } = await network.cancel({ operationId, reference: '93000000000420' }, over)
      assert.ok(Object.hasOwn(cashNetworkAnswers.cancel, cancelled), `cancel answered ${cancelled}`)
      const ticket = { networkTransaction: 'ticket-1', chain, day: '2026-11-20' }
      const back = { returnId: operationId, ...ticket, amountCentavos: 15_000 }
      const answer = await network.giveBack?.(back, over)
      if (answer !== undefined)
        assert.ok(Object.hasOwn(cashNetworkAnswers.giveBack, answer.kind), `giveBack answered ${answer.kind}`)
    },
  },
  {
    duty: 'money is given back, or refused with a reason, and asking again under the same id changes nothing',
    check: async (ground) => {
      const network = await ground.open()
      // Most tills cannot give money back: then such money is kept in suspense.
      if (network.giveBack === undefined) return
      const ticket = { networkTransaction: 'ticket-1', chain: chainOf(ground), day: '2026-11-20' }
      const back = { returnId: ground.newId(), ...ticket, amountCentavos: 15_000 }
      const first = await network.giveBack(back, patient())
      assert.ok(first.kind === 'sent' || (first.kind === 'refused' && first.reason !== ''), `it answered ${first.kind}`)
      assert.deepEqual(await network.giveBack(back, patient()), first)
    },
  },
]

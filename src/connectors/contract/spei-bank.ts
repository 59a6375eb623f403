// The duties of every SPEI bank's connector.
import assert from 'node:assert/strict'
import { isValidClabe } from '../../core/banks/clabe.ts'
import { speiDay } from '../../core/time.ts'
import { kindOf } from '../bounded.ts'
import { noticeFault } from '../read-notice.ts'
import { type IssuedAccount, isKeyLife, type SpeiBank, speiBankAnswers } from '../spei-bank.ts'
import { type Duty, type Ground, patient } from './duty.ts'

type BankGround = Ground<SpeiBank>

/** A CLABE with the right check digit. */
const DESTINATION = '032180000118359719'
const NO_CLABES = ['', '032180000118359718', '0321800001183597190', 'abc']
const AT_ONCE = 60

async function issue(ground: BankGround, bank: SpeiBank, ownerId = ground.newId()): Promise<IssuedAccount> {
  const issued = await bank.issueAccount({ ownerId }, patient())
  assert.equal(issued.kind, 'issued')
  return issued as IssuedAccount
}

function transferOf(ground: BankGround, destination = DESTINATION) {
  const trackingKey = ground.newId().replaceAll('-', '').slice(-30)
  const [kind, participant, numericReference] = ['refund' as const, '40032', 1_234_567]
  const beneficiary = 'Ana Núñez'
  return {
    trackingKey,
    destination,
    beneficiary,
    amountCentavos: 9_990,
    concept: 'Devolución',
    kind,
    participant,
    numericReference,
  }
}

/** A look-up of a transfer on its banking day, which is today's. */
function askedFor({ trackingKey }: { trackingKey: string }): { trackingKey: string; day: string } {
  return { trackingKey, day: speiDay(Temporal.Now.instant().epochMilliseconds) }
}

function isTaken(kind: string): boolean {
  return kind === 'accepted' || kind === 'settled'
}

export const speiBankDuties: readonly Duty<SpeiBank>[] = [
  {
    duty: 'an account is a valid CLABE with the name of its bank and a payment_id of digits',
    check: async (ground) => {
      const issued = await issue(ground, await ground.open())
      assert.ok(isValidClabe(issued.clabe), `${issued.clabe} is no CLABE`)
      assert.ok(typeof issued.bankName === 'string' && issued.bankName !== '', 'it has no bankName')
      assert.match(issued.paymentId, /^\d+$/)
    },
  },
  {
    duty: 'two owners never share an account, however many ask at once',
    check: async (ground) => {
      const bank = await ground.open()
      const all = await Promise.all(Array.from({ length: AT_ONCE }, () => issue(ground, bank)))
      for (const name of ['clabe', 'paymentId'] as const)
        assert.equal(new Set(all.map((issued) => issued[name])).size, all.length, `two share a ${name}`)
    },
  },
  {
    duty: 'an owner that asks again gets the same account, also after a restart',
    check: async (ground) => {
      const ownerId = ground.newId()
      const first = await issue(ground, await ground.open(), ownerId)
      assert.deepEqual(await issue(ground, await ground.open(), ownerId), first)
    },
  },
  {
    duty: 'an account is closed, again and again',
    check: async (ground) => {
      const bank = await ground.open()
      const { clabe } = await issue(ground, bank)
      for (const _ of [1, 2]) assert.deepEqual(await bank.closeAccount({ clabe }, patient()), { kind: 'closed' })
    },
  },
  {
    duty: 'a deadline that has passed makes no method throw',
    check: async (ground) => {
      const bank = await ground.open()
      const over = AbortSignal.abort()
      const { kind: issued } = await bank.issueAccount({ ownerId: ground.newId() }, over)
      assert.ok(Object.hasOwn(speiBankAnswers.issueAccount, issued), `issueAccount answered ${issued}`)
      const { kind: closed } = await bank.closeAccount({ clabe: DESTINATION }, over)
      assert.ok(Object.hasOwn(speiBankAnswers.closeAccount, closed), `closeAccount answered ${closed}`)
      const { kind: sent } = await bank.transfer(transferOf(ground), over)
      assert.ok(Object.hasOwn(speiBankAnswers.transfer, sent), `transfer answered ${sent}`)
      const { kind: found } = await bank.findTransfer(askedFor(transferOf(ground)), over)
      assert.ok(Object.hasOwn(speiBankAnswers.findTransfer, found), `findTransfer answered ${found}`)
    },
  },
  {
    duty: 'what it tells of a day, of its balance and of a deposit to be sent back are answers of the port',
    check: async (ground) => {
      const bank = await ground.open()
      const day = speiDay(Temporal.Now.instant().epochMilliseconds)
      const deposit = { trackingKey: 'NEVER1', institution: '012', day, clabe: DESTINATION, amountCentavos: 100 }
      const trackingKey = transferOf(ground).trackingKey
      const asked = {
        balance: bank.balance?.({}, patient()),
        movements: bank.movements?.({ day }, patient()),
        statement: bank.statement?.({ day }, patient()),
        returnDeposit: bank.returnDeposit?.({ trackingKey, deposit }, patient()),
      } as const
      const methods = Object.entries(asked).filter(([, answer]) => answer !== undefined)
      for (const [method, answer] of methods) {
        const outcome: unknown = await answer
        assert.notEqual(kindOf(outcome, speiBankAnswers[method as keyof typeof asked]), 'malformed', method)
        const { notices = [] } = outcome as { notices?: unknown[] }
        for (const notice of notices) assert.equal(noticeFault('speiBank', notice), undefined)
      }
    },
  },
  {
    duty: 'it says for how long a tracking key keeps it from sending twice',
    check: async (ground) => {
      assert.ok(isKeyLife((await ground.open()).keyLife))
    },
  },
  {
    duty: 'a transfer is taken, again and again under one tracking key, and found under it',
    check: async (ground) => {
      const bank = await ground.open()
      const transfer = transferOf(ground)
      for (const _ of [1, 2]) {
        const taken = kindOf(await bank.transfer(transfer, patient()), speiBankAnswers.transfer)
        assert.ok(isTaken(taken), `it does not take it: ${taken}`)
        const found = kindOf(await bank.findTransfer(askedFor(transfer), patient()), speiBankAnswers.findTransfer)
        assert.ok(isTaken(found), `it does not find it: ${found}`)
      }
    },
  },
  {
    duty: 'a transfer that was never asked for has never been seen',
    check: async (ground) => {
      const bank = await ground.open()
      const found = await bank.findTransfer(askedFor(transferOf(ground)), patient())
      assert.deepEqual(found, { kind: 'never-seen' })
    },
  },
  {
    duty: 'a transfer to what is no CLABE is rejected with a reason',
    check: async (ground) => {
      const bank = await ground.open()
      for (const destination of NO_CLABES) {
        const outcome = await bank.transfer(transferOf(ground, destination), patient())
        assert.equal(outcome.kind, 'rejected', JSON.stringify(destination))
        assert.ok(outcome.kind === 'rejected' && outcome.reason !== '', 'it gives no reason')
      }
    },
  },
]

// The calls of a port that move nothing: `cobro connectors check` makes them where a connector brings no rehearsal, with the operator's own settings.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { ConnectNeeds } from '../connector.ts'
import type { PortName } from '../ports.ts'
import type { SpeiBank } from '../spei-bank.ts'
import { type Finding, findings, type Ground, NotChecked, patient } from './duty.ts'

/** What its network answers; empty for ports without such calls. */
export async function harmlessFindings(port: PortName, made: object, { calendar }: ConnectNeeds): Promise<Finding[]> {
  if (port !== 'speiBank') return []
  const bank = made as SpeiBank
  const day = calendar.bankingDay(calendar.nowMs())
  const ground: Ground<SpeiBank> = { open: async () => bank, rehearsal: { open: () => bank }, newId: () => '' }
  const called = <A>(method: ((request: never, signal: AbortSignal) => Promise<A>) | undefined) => {
    if (method === undefined) throw new NotChecked('the connector has no such call')
    return method.bind(bank) as (request: object, signal: AbortSignal) => Promise<A>
  }
  return findings<SpeiBank, object>(
    [
      {
        duty: 'its network says that a transfer that was never asked for has never been seen',
        check: async () => {
          const trackingKey = `CHECK${randomBytes(8).toString('hex').toUpperCase()}`
          assert.equal((await bank.findTransfer({ trackingKey, day }, patient())).kind, 'never-seen')
        },
      },
      {
        duty: 'its network tells the balance',
        check: async () => assert.equal((await called(bank.balance)({}, patient())).kind, 'balance'),
      },
      {
        duty: 'its network tells the movements of today',
        check: async () => assert.equal((await called(bank.movements)({ day }, patient())).kind, 'movements'),
      },
    ],
    ground,
  )
}

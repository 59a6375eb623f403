// The calls of a port that move nothing: `cobro connectors check` makes them where a connector brings no rehearsal, with the operator's own settings.
import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import type { Acquirer } from '../acquirer.ts'
import type { ConnectNeeds } from '../connector.ts'
import type { AnyConnector, PortName } from '../ports.ts'
import type { SpeiBank } from '../spei-bank.ts'
import { type Finding, findings, type Ground, NotChecked, patient } from './duty.ts'

/** What its network answers; empty for a port without such calls. */
export async function harmlessFindings(
  port: PortName,
  made: object,
  needs: ConnectNeeds,
  probe: AnyConnector['probe'],
): Promise<Finding[]> {
  const probed = probe === undefined ? [] : [await probeFinding((signal) => probe(needs, signal))]
  switch (port) {
    case 'acquirer':
      return [...probed, ...(await acquirerFindings(made as Acquirer, needs))]
    case 'cashNetwork':
      return probed
    case 'speiBank':
      return [...probed, ...(await bankFindings(made as SpeiBank, needs))]
  }
}

/** For so long a network may take to say whether it fits. */
const PROBE_MS = 15_000

async function probeFinding(probe: (signal: AbortSignal) => Promise<string | undefined>): Promise<Finding> {
  const duty = 'its network is there, and fits the settings'
  try {
    const why = await probe(AbortSignal.timeout(PROBE_MS))
    return why === undefined ? { duty, result: 'kept' } : { duty, result: 'missed', why }
  } catch {
    return { duty, result: 'missed', why: 'its probe threw' }
  }
}

/** A card that nobody charged. */
const NEVER = { amountCentavos: 100, cardFirstSix: '424242', cardLastFour: '4242', trace: {} }

async function acquirerFindings(acquirer: Acquirer, { calendar }: ConnectNeeds): Promise<Finding[]> {
  const { inquire } = acquirer
  if (inquire === undefined || !acquirer.capabilities.inquiry) return []
  const beganAt = Temporal.Instant.fromEpochMilliseconds(calendar.nowMs()).toString({ smallestUnit: 'millisecond' })
  const ground: Ground<Acquirer> = {
    open: async () => acquirer,
    rehearsal: { open: () => acquirer },
    newId: randomUUID,
  }
  return findings<Acquirer, object>(
    [
      {
        duty: 'its network says that a charge that was never asked for has never been seen',
        check: async ({ newId }) => {
          const asked = { ...NEVER, operationId: newId(), beganAt }
          assert.equal((await inquire.call(acquirer, asked, patient())).kind, 'never-seen')
        },
      },
    ],
    ground,
  )
}

async function bankFindings(bank: SpeiBank, { calendar }: ConnectNeeds): Promise<Finding[]> {
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

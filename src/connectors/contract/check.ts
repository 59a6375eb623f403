// Runs the contract suite of a port against a connector, and reports the duties that are kept, failed, or not checked.
import { randomUUID } from 'node:crypto'
import { connected, needsOf, passing, portFault, settingsOf } from '../connect.ts'
import type { Connected, Rehearsal } from '../connector.ts'
import { ConnectorFault } from '../load.ts'
import { type AnyConnector, type PortName, type PortTypes, ports } from '../ports.ts'
import type { Recorder } from '../recordings/recorder.ts'
import { acquirerDuties } from './acquirer.ts'
import { cashNetworkDuties } from './cash-network.ts'
import { type Duty, type Finding, findings, type Ground } from './duty.ts'
import { harmlessFindings } from './harmless.ts'
import { inboundDuties } from './inbound.ts'
import { speiBankDuties } from './spei-bank.ts'

type AnyDuty = Duty<PortTypes[PortName]>

/** The duties of each port. */
const duties: Record<PortName, readonly AnyDuty[]> = {
  acquirer: acquirerDuties as unknown as readonly AnyDuty[],
  cashNetwork: cashNetworkDuties as unknown as readonly AnyDuty[],
  speiBank: speiBankDuties as unknown as readonly AnyDuty[],
}

/** Those of its methods. */
export function portDutiesOf(port: PortName): readonly AnyDuty[] {
  return duties[port]
}

/** Those of its methods and of its inbound calls. */
export function dutiesOf(port: PortName): readonly AnyDuty[] {
  return [...duties[port], ...(ports[port].notices.length > 0 ? inboundDuties(port) : [])]
}

const CONNECTS = 'it makes a port with every method, under its own name'

/**
 * Checks a connector against the contract of a port. Only a rehearsal is called, because a check with the settings of the
 * real network could move real money; without one, only the calls that move nothing, which `recorder` records.
 */
export async function checkConnector(
  port: PortName,
  connector: AnyConnector,
  settings: Parameters<typeof settingsOf>[0],
  recorder?: Recorder,
): Promise<Finding[]> {
  const { values } = settings.connectorSettings(connector.name, connector.settings ?? {})
  if (connector.rehearse === undefined) {
    const why = 'the connector brings no rehearsal of its network'
    const unchecked = dutiesOf(port).map(({ duty }): Finding => ({ duty, result: 'not checked', why }))
    return [...(await connects(port, connector, settings, recorder)), ...unchecked]
  }
  let rehearsal: Rehearsal<PortTypes[PortName]>
  let first: unknown
  try {
    rehearsal = await connector.rehearse(needsOf(values))
    first = await rehearsal.open()
  } catch (error) {
    return [
      { duty: CONNECTS, result: 'missed', why: `its rehearsal threw: ${error instanceof Error ? error.message : ''}` },
    ]
  }
  try {
    const fault = portFault(port, connector, first)
    if (fault !== undefined) return [{ duty: CONNECTS, result: 'missed', why: fault }]
    const ground: Ground<PortTypes[PortName]> = {
      rehearsal,
      open: async () => (await rehearsal.open()) as Connected<PortTypes[PortName]>,
      newId: randomUUID,
    }
    return [{ duty: CONNECTS, result: 'kept' }, ...(await findings(dutiesOf(port), ground))]
  } finally {
    await rehearsal.close?.()
  }
}

/** Without a rehearsal: connects the connector by its settings, and makes the calls that move nothing if it knows them (from version 2 on). */
async function connects(
  port: PortName,
  connector: AnyConnector,
  settings: Parameters<typeof settingsOf>[0],
  recorder: Recorder | undefined,
): Promise<Finding[]> {
  let needs: ReturnType<typeof settingsOf>
  try {
    needs = settingsOf(settings, connector, { ...passing(), recorder })
  } catch (error) {
    return [{ duty: CONNECTS, result: 'not checked', why: (error as Error).message }]
  }
  try {
    const made = await connected(port, connector, needs)
    const harmless = connector.portVersion === 1 ? [] : await harmlessFindings(port, made, needs, connector.probe)
    return [{ duty: CONNECTS, result: 'kept' }, ...harmless]
  } catch (error) {
    if (!(error instanceof ConnectorFault)) throw error
    return [{ duty: CONNECTS, result: 'missed', why: error.message }]
  }
}

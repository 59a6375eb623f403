// Asks an operator's own service what it can do, and whether the settings say the same.
import type { PortName } from '../ports.ts'
import { isKeyLife } from '../spei-bank.ts'
import type { ServiceClient } from './client.ts'
import { type ServiceAbilities, services } from './services.ts'

export interface DeclaredAbilities extends ServiceAbilities {
  /** What the contract suite needs of a service that plays its network; undefined: its money is real. */
  rehearsal: Readonly<Record<string, unknown>> | undefined
}

/** What the service of a port says; or, as a text, why it says nothing. */
export async function readAbilities(
  port: PortName,
  client: ServiceClient,
  signal: AbortSignal,
): Promise<DeclaredAbilities | string> {
  const { segment, words } = services[port]
  const answer = await client.call(`/v1/${segment}/capabilities`, {}, signal)
  if (answer.kind === 'none') return answer.why
  const { kind, capabilities, keyLife, rehearsal } = answer.body
  if (kind !== 'capabilities' || !Array.isArray(capabilities)) return 'its answer has no list of capabilities'
  if (port === 'speiBank' && !isKeyLife(keyLife)) return 'its keyLife is neither `always` nor `banking-day`'
  return {
    // A later version of the protocol may have more.
    words: words.filter((word) => capabilities.includes(word)),
    keyLife: isKeyLife(keyLife) ? keyLife : 'banking-day',
    rehearsal: typeof rehearsal === 'object' && rehearsal !== null ? { ...rehearsal } : undefined,
  }
}

/** What the service says otherwise than the settings; undefined when they fit. */
export async function fitFault(
  port: PortName,
  client: ServiceClient,
  set: ServiceAbilities,
  signal: AbortSignal,
): Promise<string | undefined> {
  const stated = await readAbilities(port, client, signal)
  if (typeof stated === 'string') return stated
  const list = ({ words }: ServiceAbilities) => [...new Set(words)].sort().join(', ') || 'none'
  if (list(stated) !== list(set)) return `the service can do ${list(stated)}, and the setting says ${list(set)}`
  if (port === 'speiBank' && stated.keyLife !== set.keyLife)
    return `the service says the key life ${stated.keyLife}, and the setting ${set.keyLife}`
  return undefined
}

// Writes the audit trail: who changed what, from where, before and after. A record is in the batch of its change and is never updated.
import type { FastifyRequest } from 'fastify'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { NO_ACCOUNT } from '../store/no-account.ts'
import { insert, type Write } from '../store/write.ts'
import type { TrailAction } from '../trail-actions.ts'
import type { AuditTrailRow } from './tables.ts'

/** The actor of a change. */
export type Actor = Pick<AuditTrailRow, 'actor_kind' | 'actor' | 'operator' | 'address' | 'request_id'>

interface TrailEntry {
  /** Null: it concerns the whole service. */
  accountId: string | null
  action: TrailAction
  /** The id of the changed subject. */
  subject: string
  /** Without secrets. Undefined: did not exist before, or does not exist any more. */
  before?: object | undefined
  after?: object | undefined
}

/** The actor of a request: a credential, or a person at the console. */
export function requestActor({ caller, address, id }: Pick<FastifyRequest, 'caller' | 'address' | 'id'>): Actor {
  const { credentialId, operator, person } = caller
  return {
    actor_kind: person === undefined ? 'credential' : 'person',
    actor: credentialId,
    operator: person === undefined ? operator : nameAndAddress(person.name, operator),
    address,
    request_id: id,
  }
}

/** Sample: `Ana Núñez <ana@tienda.mx>`. */
export function nameAndAddress(name: string, email: string): string {
  return `${name} <${email}>`
}

/** A part of the service as the actor, for example of a change that fell due. */
export function processActor(part: string): Actor {
  return { actor_kind: 'process', actor: part, operator: '', address: '', request_id: '' }
}

/** A person at a terminal of the service: the user of the machine, and the command. */
export function operatorActor(user: string, command: string): Actor {
  return { actor_kind: 'operator', actor: user, operator: command, address: '', request_id: '' }
}

/** The record of one change, for its batch. */
export function trailWrite(clock: Clock, by: Actor, { accountId, action, subject, before, after }: TrailEntry): Write {
  return insert('audit_trail', {
    id: newId(clock, 'aud'),
    account_id: accountId ?? NO_ACCOUNT,
    created_at: clock.now(),
    ...by,
    action,
    subject,
    before: before === undefined ? null : JSON.stringify(before),
    after: after === undefined ? null : JSON.stringify(after),
  })
}

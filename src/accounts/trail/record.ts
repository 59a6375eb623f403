// Writes the audit trail: who changed what, from where, before and after. A record is a row of the log, in the batch of its change, and is never updated.
import type { FastifyRequest } from 'fastify'
import { bucketOf } from '../../core/bucket.ts'
import type { Clock } from '../../core/clock.ts'
import { newId } from '../../core/ids.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import { isUuid } from '../../store/uuid.ts'
import { insert, type Write } from '../../store/write.ts'
import type { TrailAction } from '../../trail-actions.ts'
import type { Part } from './part-words.ts'
import type { TrailRow } from './read.ts'

/** The actor of a change. */
export type Actor = Pick<TrailRow, 'actor_kind' | 'actor' | 'operator' | 'address' | 'request_id'>

interface TrailEntry {
  /** Null: it concerns the whole service. */
  accountId: string | null
  action: TrailAction
  /** The id of the changed subject. */
  subject: string
  /** The operation that it is about, where that is not the subject. */
  operation?: string | undefined
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
export function processActor(part: Part): Actor {
  return { actor_kind: 'process', actor: part, operator: '', address: '', request_id: '' }
}

/** A person at a terminal of the service: the user of the machine, and the command. */
export function operatorActor(user: string, command: string): Actor {
  return { actor_kind: 'operator', actor: user, operator: command, address: '', request_id: '' }
}

/** The record of one change, for its batch. */
export function trailWrite(
  clock: Clock,
  by: Actor,
  { accountId, action, subject, operation, before, after }: TrailEntry,
): Write {
  const owner = accountId ?? NO_ACCOUNT
  return insert('events', {
    id: newId(clock, 'evt'),
    account_id: owner,
    bucket: bucketOf(owner),
    type: action,
    operation_id: operation ?? (isUuid(subject) ? subject : null),
    operation_status: null,
    data: JSON.stringify({ before, after }),
    created_at: clock.now(),
    faults: null,
    subject,
    actor_kind: by.actor_kind,
    actor: by.actor,
    operator: by.operator,
    address: by.address,
    request_id: by.request_id,
  })
}

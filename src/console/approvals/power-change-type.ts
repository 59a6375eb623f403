// What the table of changes that two people make says of each.
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Scope } from '../../api/caller.ts'
import type { Store } from '../../store/store.ts'
import type { Mending } from '../mending/item-kinds.ts'
import type { ConsoleNeeds } from '../needs.ts'

export interface PowerChange {
  method: 'PUT' | 'POST' | 'DELETE'
  /** The route, as it was added. */
  url: string
  /** What whoever approves needs: the scopes that the call needs itself. */
  needs: readonly Scope[]
  /** Whether this request is such a change; always when left out. */
  takes?(store: Store, request: FastifyRequest): Promise<boolean>
  /** Whether the thing of the path is there; what is not there is not asked for. */
  isThere?(store: Store, request: FastifyRequest): Promise<boolean>
  /** Further scopes that whoever approves needs. */
  alsoNeeds?(store: Store, request: FastifyRequest): Promise<readonly Scope[]>
  /** The money that it gives up. The call itself refuses a person alone, above the person's limit. */
  amountOf?(store: Store, request: FastifyRequest): Promise<number>
  /** A decision of the operator: with and without the account's rule two operators make it, and nobody else asks or approves. */
  ofOperator?: true
  /** Its answer has a secret: whoever asked fetches it, so that nobody else sees it. */
  isFetched?: true
  /** What is kept of the thing as it was, for whoever approves; all of it when left out. */
  shows?: readonly string[]
  /** The body of the call, which is checked when it is asked for. */
  body?: TSchema
  /** What it does about an open item, for whoever approves it. Fails as the call would, for what can be seen already. */
  mends?(needs: MendsNeeds, request: FastifyRequest): Promise<{ amountCentavos: number; mends: Mending }>
}

export type MendsNeeds = Pick<ConsoleNeeds, 'store' | 'releases' | 'readCauses'>

// The kinds of requests that a second person approves: their stored data, and the scopes that approval needs.
import Type, { type Static } from 'typebox'
import type { CredentialRequest } from '../../accounts/make-credential.ts'
import type { Caller, Scope } from '../../api/caller.ts'
import { orNull } from '../../api/fields.ts'
import type { Language } from '../../core/language/bilingual.ts'
import type { Destination } from '../../refunds/way.ts'
import { Mending } from '../mending/item-kinds.ts'
import { type Role, roles } from '../people/roles.ts'
import type { ApprovalRow } from '../tables.ts'

/** It is carried out exactly as stored here. */
export type Asked =
  | {
      kind: 'refund'
      operation: string
      amountCentavos: number
      reason: string
      destination: Destination | undefined
      /** The e-mail of the author, as the refund stores it. */
      operator: string
      language: Language
    }
  | { kind: 'reversal'; operation: string }
  | { kind: 'retry'; refund: string; destination: Destination }
  | { kind: 'transfer'; transfer: string; clabe: string; beneficiary: string | undefined }
  | { kind: 'release'; payment: string; clabe: string; beneficiary: string }
  | { kind: 'affiliate'; user: string; name: string; email: string; clabe: string }
  | {
      kind: 'affiliate_account'
      affiliate: string
      user: string
      /** Undefined: unchanged. */
      name: string | undefined
      email: string | undefined
      clabe: string
      /** The affiliate's account at the time of the request. */
      previous: string
      /** The e-mail of the author, and the language of the e-mails about it. */
      operator: string
      language: Language
    }
  | { kind: 'credential'; request: CredentialRequest }
  | { kind: 'roll'; credential: string; appKey: string; graceHours: number }
  | {
      kind: 'person'
      /** A person of the account; undefined: somebody is invited. */
      member: string | undefined
      email: string
      name: string
      role: Role
      /** The person's role when it was asked for. */
      before?: Role
      /** The language of the e-mail with the invitation. */
      language: Language
    }
  /** A call that takes power or can stop the shop, as it is made when it is approved. */
  | {
      kind: 'change'
      method: string
      path: string
      body: unknown
      fetched?: true
      ofOperator?: true
      mends?: Mending
      /** What the call changes, as the API answered it when it was asked for. */
      was?: unknown
    }
  | { kind: 'rule'; centavos: number | null; before: number | null }

/** The author fetches what has a secret, so that nobody else sees it. The other kinds are carried out on approval. */
export function isFetched(asked: Asked): boolean {
  return asked.kind === 'credential' || asked.kind === 'roll' || (asked.kind === 'change' && asked.fetched === true)
}

/** An Error when another program version wrote the row. */
export function askedOf({ kind, asked }: Pick<ApprovalRow, 'kind' | 'asked'>): Asked {
  const parsed = JSON.parse(asked) as Asked
  if (parsed.kind !== kind) throw new Error(`an approval of the kind ${kind} asks for ${parsed.kind}`)
  return parsed
}

/** What somebody may decide. */
export interface Power {
  scopes: readonly string[]
  /** The operator's role. */
  isOperator: boolean
}

export function powerOf({ scopes, person }: Pick<Caller, 'scopes' | 'person'>): Power {
  return { scopes, isOperator: person?.operator === true }
}

export function powerOfRole(role: Role): Power {
  return { scopes: roles[role], isOperator: role === 'operator' }
}

/** Whether a person with this power may approve or refuse it. */
export function maySee(
  { needed_scopes, asked }: Pick<ApprovalRow, 'needed_scopes' | 'asked'>,
  { scopes, isOperator }: Power,
): boolean {
  if ((JSON.parse(asked) as { ofOperator?: true }).ofOperator && !isOperator) return false
  return needed_scopes.split(' ').every((scope) => scopes.includes(scope))
}

/** What was asked for, as people read it: each kind has some of these. */
export const AskedShown = Type.Partial(
  Type.Object({
    operation: Type.String(),
    refund: Type.String(),
    transfer: Type.String(),
    payment: Type.String(),
    reason: Type.String(),
    clabe: Type.String(),
    name: Type.String(),
    email: Type.String(),
    phone: Type.String(),
    affiliate: Type.String(),
    user: Type.String(),
    previous: Type.String({ description: 'The account until now' }),
    scopes: Type.Array(Type.String()),
    expires_at: orNull(Type.String()),
    app_key: Type.String(),
    role: Type.String(),
    role_before: Type.String(),
    method: Type.String(),
    path: Type.String(),
    body: Type.Unknown(),
    fetched: Type.Boolean({ description: 'It makes a secret, which its author fetches' }),
    mends: Mending,
    was: Type.Unknown({ description: 'What the call changes, as it was when it was asked for' }),
    rule: orNull(Type.Number({ description: 'In pesos; null: no rule' })),
    rule_before: orNull(Type.Number()),
  }),
)

/** For people: the effect, without fields that only a program reads. */
export function presentAsked(asked: Asked): Static<typeof AskedShown> {
  switch (asked.kind) {
    case 'refund':
      return { operation: asked.operation, reason: asked.reason, ...shownDestination(asked.destination) }
    case 'reversal':
      return { operation: asked.operation }
    case 'retry':
      return { refund: asked.refund, ...shownDestination(asked.destination) }
    case 'transfer':
      return { transfer: asked.transfer, clabe: asked.clabe, name: asked.beneficiary ?? '' }
    case 'release':
      return { payment: asked.payment, clabe: asked.clabe, name: asked.beneficiary }
    case 'affiliate': {
      const { kind: _, ...shown } = asked
      return shown
    }
    case 'affiliate_account': {
      const { affiliate, user, name, email, clabe, previous } = asked
      const changed = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) }
      return { affiliate, user, ...changed, clabe, previous }
    }
    case 'credential':
      return { name: asked.request.name, scopes: asked.request.scopes, expires_at: asked.request.expiresAt }
    case 'roll':
      return { app_key: asked.appKey }
    case 'person':
      return {
        ...{ email: asked.email, name: asked.name, role: asked.role },
        ...(asked.before && { role_before: asked.before }),
      }
    case 'change':
      return {
        ...{ method: asked.method, path: asked.path, body: asked.body ?? null, fetched: asked.fetched === true },
        ...(asked.mends && { mends: asked.mends }),
        ...(asked.was !== undefined && { was: asked.was }),
      }
    case 'rule':
      return { rule: inPesos(asked.centavos), rule_before: inPesos(asked.before) }
  }
}

function inPesos(centavos: number | null): number | null {
  return centavos === null ? null : centavos / 100
}

/** The scopes that the approving person needs: for a key, those of the key too, so that nobody grants more than they have. */
export function scopesFor(asked: Asked, all: readonly Scope[]): readonly Scope[] {
  switch (asked.kind) {
    case 'refund':
    case 'reversal':
    case 'retry':
    case 'transfer':
    case 'release':
      return ['refund']
    case 'affiliate':
    case 'affiliate_account':
      return ['payouts']
    case 'credential':
      return ['admin', ...asked.request.scopes]
    case 'roll':
      return ['admin']
    case 'change':
      // Those of the call itself are stored with the request.
      return []
    case 'person':
    case 'rule':
      return all
  }
}

function shownDestination(destination: Destination | undefined) {
  const { clabe, name, email, phone } = destination ?? {}
  return { clabe: clabe ?? '', name: name ?? '', email: email ?? '', phone: phone ?? '' }
}

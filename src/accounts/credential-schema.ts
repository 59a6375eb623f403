// Credentials as the wire has them.
import Type, { type Static } from 'typebox'
import { scopeMeanings, scopes, scopesOf } from '../api/caller.ts'
import { Instant } from '../api/description/answer-members.ts'
import { choice, freeText, requiredText, strictObject } from '../api/fields.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { CredentialRow } from './tables.ts'

const meanings = Object.entries(scopeMeanings).map(([scope, meaning]) => `\`${scope}\`: ${meaning}`)

const Scopes = Type.Array(Type.Union(scopes.map((scope) => Type.Literal(scope))), {
  maxItems: 20,
  description: `What it may do. ${meanings.join('. ')}`,
  examples: [['charge', 'read']],
})

export const NewCredential = strictObject(
  {
    name: freeText(100, { minLength: 1, description: 'Its name for people', examples: ['Caja 2'] }),
    kind: Type.Optional(
      Type.Union([Type.Literal('secret'), Type.Literal('publishable')], {
        description: 'Default `secret`. A `publishable` key takes no scopes: it only makes card tokens',
      }),
    ),
    scopes: Type.Optional(Scopes),
    expires_at: Type.Optional(
      requiredText(40, {
        description:
          'When it ends: a time with its offset, or a Mexico City day; left out, it does not expire. Null is refused',
        examples: ['2027-01-01T00:00:00-06:00'],
      }),
    ),
  },
  { title: 'NewCredential' },
)

export const Roll = strictObject(
  {
    grace_hours: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 168,
        description: 'How long the previous secret still works; default 24. 0: it ends now',
      }),
    ),
  },
  { title: 'CredentialRoll' },
)

const instant = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

export const credentialStates = ['active', 'expired', 'revoked'] as const

export const Credential = Type.Object(
  {
    id: Type.String({ description: 'Of the credential, `key_…`', examples: ['key_06gzm4nmanr01ank0qs25eymbc'] }),
    app_key: Type.String({ description: 'The public half of the credential: the user of Basic' }),
    kind: choice(['secret', 'publishable'], {
      description: '`secret`: for a server; `publishable`: only for `POST /v1/token`, with an empty secret',
    }),
    name: Type.String({ description: 'Your own words for it; may be empty' }),
    operator: Type.String({ description: 'E-mail of the person who operates with it' }),
    scopes: Type.Array(Type.String(), { description: 'What it may do; empty for a `publishable` one' }),
    status: choice(credentialStates, { description: 'Only an `active` one is accepted' }),
    timestamp: Instant,
    expires_at: instant('null: it does not expire'),
    last_used_at: instant('To the hour; null while nobody has used it'),
    previous_secret_until: instant('Until when the secret before the last one works too'),
    app_secret: Type.Optional(
      Type.String({
        description: 'Shown once, when it is created or rolled; a repeat by Idempotency-Key does not have it',
      }),
    ),
  },
  { title: 'Credential' },
)

export function presentCredential(row: CredentialRow, now: string): Static<typeof Credential> {
  const ended = row.expires_at !== null && row.expires_at <= now
  const rolling = row.previous_until !== null && row.previous_until > now
  return {
    id: row.id,
    app_key: row.app_key,
    kind: row.kind,
    name: row.name,
    operator: row.operator,
    scopes: row.kind === 'publishable' ? [] : [...scopesOf(row.scopes)],
    status: row.revoked_at !== null ? 'revoked' : ended ? 'expired' : 'active',
    timestamp: mexicoCityTime(row.created_at),
    expires_at: row.expires_at && mexicoCityTime(row.expires_at),
    last_used_at: row.last_used_at && mexicoCityTime(row.last_used_at),
    previous_secret_until: rolling && row.previous_until ? mexicoCityTime(row.previous_until) : null,
  }
}

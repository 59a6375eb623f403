// Who is signed in at the console, as its pages read it: the person, the account, the role and what the service offers.
import Type from 'typebox'
import { scopes } from '../../api/caller.ts'
import { choice, orNull } from '../../api/fields.ts'
import type { RailPort } from '../../core/rail-port.ts'
import type { NetworkState } from '../needs.ts'
import { Suspension } from '../operator/standing.ts'

const OwnAccount = Type.Object(
  { id: Type.String(), name: Type.String(), role: Type.String(), suspended: orNull(Suspension) },
  { title: 'OwnAccount' },
)

const mode = choice(['sandbox', 'production'])

export const Session = Type.Object(
  {
    signed_in: Type.Literal(true),
    local: Type.Boolean({ description: 'The person that the sandbox on this machine signs in' }),
    mode,
    version: Type.String(),
    bodies_kept: Type.Boolean({ description: 'Bodies of requests are kept' }),
    offers: Type.Object(
      { cards: Type.Boolean(), stores: Type.Boolean(), spei: Type.Boolean() },
      { description: 'The ways of paying that the service has' },
    ),
    proof: Type.String(),
    person: Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }),
    role: Type.String(),
    scopes: Type.Array(choice(scopes, { title: 'Scope' })),
    account: OwnAccount,
    accounts: Type.Array(OwnAccount),
    second_factor: Type.Boolean(),
    factor_required: Type.Boolean({ description: 'The role needs a second factor, and the person has none' }),
    session: Type.String(),
  },
  { title: 'Session' },
)

const NoSession = Type.Object(
  {
    signed_in: Type.Literal(false),
    local: Type.Boolean({ description: 'The sandbox on this machine signs in by itself' }),
    mode,
    passkeys: Type.Boolean({ description: 'Passkeys can be used at this address' }),
  },
  { title: 'NoSession' },
)

export const SessionFound = Type.Union([Session, NoSession])

export const OpenSession = Type.Object(
  {
    id: Type.String(),
    current: Type.Boolean(),
    since: Type.String(),
    seen: Type.String(),
    address: Type.String(),
    browser: Type.String(),
  },
  { title: 'OpenSession' },
)

/** The ways of paying that the service has, for what the page shows. */
export function offersOf(
  networks: Pick<NetworkState, 'port' | 'offered'>[],
): Record<'cards' | 'stores' | 'spei', boolean> {
  const has = (wanted: RailPort) => networks.some(({ port, offered }) => port === wanted && offered)
  return { cards: has('acquirer'), stores: has('cash-network'), spei: has('spei-bank') }
}

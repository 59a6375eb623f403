// What waits in the whole service, as what a person can do about it: one table of the kinds, for the list, for the calls that mend, and for the rule
// of two operators.
import Type, { type Static } from 'typebox'
import { choice, orNull } from '../../api/fields.ts'
import { formatAmount } from '../../core/money.ts'

/**
 * `release`: the money goes where it belongs; `retry`: it is tried again; `open`: a dispute is opened for what is left of its payment; `close`: a person
 * has settled it in another way.
 */
const acts = ['release', 'retry', 'open', 'close'] as const
export type Act = (typeof acts)[number]

interface Kind {
  acts: readonly Act[]
  /** Money moves or is given up, so two operators decide. */
  two?: true
  /** Closing says what the network did. */
  saysOutcome?: true
  /** Why the operator has nothing to do, or not all of it. */
  waits?: Waits
}

/** `account`: the account decides at its console; `itself`: the service goes on; `file`: the same file is read again; `acquirer`: a person does it there. */
const waits = ['account', 'itself', 'file', 'acquirer'] as const
type Waits = (typeof waits)[number]

const kinds = {
  'payment-of-nobody': { acts: ['release', 'close'], two: true },
  'payment-of-account': { acts: ['close'], two: true, waits: 'account' },
  'transfer-withheld': { acts: ['release', 'close'], two: true },
  'return-failed': { acts: ['retry'], two: true },
  'transfer-failed': { acts: [], waits: 'account' },
  transfer: { acts: [], waits: 'itself' },
  'advice-refused': { acts: ['close'], two: true },
  advice: { acts: [], waits: 'itself' },
  'reversal-refused': { acts: ['close'] },
  report: { acts: ['close'] },
  'dispute-report': { acts: ['open', 'close'], two: true },
  'work-set-aside': { acts: ['retry'] },
  evidence: { acts: [], waits: 'acquirer' },
  charge: { acts: ['close'], two: true, waits: 'itself' },
  capture: { acts: ['close'], two: true, saysOutcome: true, waits: 'itself' },
  reversal: { acts: ['close'], two: true, saysOutcome: true, waits: 'itself' },
  refund: { acts: ['close'], two: true, saysOutcome: true, waits: 'itself' },
  line: { acts: ['close'], two: true },
  statement: { acts: [], waits: 'file' },
} as const satisfies Record<string, Kind>

export type ItemKind = keyof typeof kinds
const kindNames = Object.keys(kinds) as ItemKind[]

export function kindOf(name: ItemKind): Kind {
  return kinds[name]
}

/** The item that a call at such a path mends. Sample: `trf_06` of `/v1/console/open/trf_06/release`. */
export function openIdOf(called: string): string | undefined {
  return /^\/v1\/console\/open\/([^/]+)\//.exec(called)?.[1]
}

/** Where released money goes; both are empty where its own bank sends it back, and null where whoever releases it says it. */
export const Destination = orNull(Type.Object({ clabe: Type.String(), name: Type.String() }))

const OpenItemKind = choice(kindNames, { title: 'OpenItemKind' })

/** What the list says of an item besides what it is. */
export const mendFields = {
  what: OpenItemKind,
  acts: Type.Array(choice(acts)),
  two: Type.Boolean({ description: 'Money moves or is given up: two operators decide' }),
  says_outcome: Type.Boolean({ description: 'Closing says what the network did' }),
  waits: orNull(choice(waits, { description: 'What happens without the operator, if anything does' })),
  to: Destination,
  left: orNull(Type.String({ description: 'What is left of the payment of a dispute; null of anything else' })),
}

interface Presented {
  what: ItemKind
  to: Static<typeof Destination>
  leftCentavos?: number | undefined
  unclosable?: unknown
}

/** With the acts that can succeed now. */
export function presentItem({ what, to, leftCentavos, unclosable }: Presented) {
  const { acts: ways, two = false, saysOutcome = false, waits = null } = kindOf(what)
  const canDo = (act: Act) => (act === 'close' ? unclosable === undefined : act !== 'open' || leftCentavos !== 0)
  const left = leftCentavos === undefined ? null : formatAmount(leftCentavos)
  return { what, acts: ways.filter(canDo), two, says_outcome: saysOutcome, waits, to, left }
}

/** What an approval does about such an item, for whoever decides it. */
export const Mending = Type.Object(
  {
    act: choice(acts),
    what: OpenItemKind,
    account: Type.String(),
    account_name: Type.String({ description: 'Empty without an account' }),
    to: Destination,
    demanded: Type.Optional(
      Type.String({ description: 'What the acquirer demands by a dispute of more than is left' }),
    ),
    operation: Type.Optional(Type.String({ description: 'The payment of the dispute' })),
    about: Type.Optional(Type.String({ description: 'Of a line: what it is, and what differs' })),
    about_es: Type.Optional(Type.String()),
  },
  { title: 'Mending' },
)
export type Mending = Static<typeof Mending>

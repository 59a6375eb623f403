// A month of the books as the wire has it: its state, its amounts, and what stands open.
import Type, { type Static } from 'typebox'
import Value from 'typebox/value'
import { choice } from '../api/fields.ts'
import { keptList, keptObject } from '../core/kept-json.ts'
import { LedgerAccountName } from '../ledger/account-member.ts'

const Pesos = (description: string, example = '1250.00') => Type.String({ description, examples: [example] })
const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

/** The states of a month. */
export const monthStates = ['running', 'open', 'closing', 'closed'] as const

const summary = {
  month: Type.String({ description: 'A calendar month of Mexico City, YYYY-MM', examples: ['2026-10'] }),
  status: choice(monthStates, {
    title: 'MonthStatus',
    description:
      '`running`: it has not ended; `open`: it can be closed; `closing`: its package is being made; `closed`: its figures stay as they are',
  }),
  opening: Pesos('What the service owed you before the month; negative: you owed it'),
  closing: Pesos('The same after the month, or now'),
  closed_at: Nullable('When it was closed'),
}

export const MonthSummary = Type.Object(summary, { title: 'MonthOfBooks' })

export const OpenItem = Type.Object(
  {
    kind: choice(['payout', 'refund', 'dispute', 'payment', 'transfer', 'invoice', 'statement'], {
      title: 'MonthOpenKind',
      description:
        '`payout`, `refund`, `transfer`: without a final answer; `dispute`: not decided; `payment`: in suspense; `invoice`: the fees are not stamped; `statement`: no statement of the network has some days on which it owed money',
    }),
    id: Type.String({ description: 'Its id; of a statement, the network' }),
    amount: Type.Union([Type.String(), Type.Null()], {
      description: 'Mexican pesos with two decimals; null when it has none',
      examples: ['1250.00', null],
    }),
    since: Type.String({ description: 'Since when; of a statement, its days' }),
  },
  { title: 'MonthOpenItem' },
)
export type OpenItem = Static<typeof OpenItem>

export const Figures = Type.Object(
  {
    balances: Type.Array(
      Type.Object(
        {
          account: LedgerAccountName,
          opening: Pesos('Debits are positive', '-95.82'),
          debits: Pesos('Of the month'),
          credits: Pesos('Of the month'),
          closing: Pesos('Opening, with the debits and less the credits', '-95.82'),
        },
        { title: 'MonthBalance' },
      ),
      { description: 'Each account of the ledger, at both ends of the month' },
    ),
    movements: Type.Array(
      Type.Object(
        {
          type: Type.String({ description: 'As in the report of a payout', examples: ['payment'] }),
          entries: Type.Integer({ description: 'How many lines it sums' }),
          total: Pesos('What the payers paid; what is taken is negative'),
          fee: Pesos('Without IVA'),
          iva: Pesos('Of the fee'),
          affiliate: Pesos('The shares of affiliated users'),
          net: Pesos('What it changed of what you are owed'),
        },
        { title: 'MonthMovements' },
      ),
      { description: 'What changed the amount that you are owed, by kind' },
    ),
    payouts: Type.Object(
      {
        booked: Pesos('Taken from what you are owed, to be paid out'),
        given_back: Pesos('Payouts that the bank refused or returned: you are owed them again'),
      },
      { title: 'MonthPayouts' },
    ),
    fees: Type.Object(
      {
        base: Pesos('The fees, without IVA'),
        iva_charged: Pesos('The IVA as it was charged'),
        iva: Pesos('The IVA due'),
        rounding: Pesos('What the rounding is worth; it is posted in the next month', '0.01'),
      },
      { title: 'MonthFees' },
    ),
    checks: Type.Array(
      Type.Object(
        {
          check: Type.String({ description: 'What was counted', examples: ['journal payable:merchant'] }),
          one: Pesos('By one count'),
          other: Pesos('By the other: the same, or the month is not closed'),
        },
        { title: 'MonthCheck' },
      ),
      { description: 'Amounts that were counted in two ways' },
    ),
  },
  { title: 'MonthFigures' },
)
export type Figures = Static<typeof Figures>

/** The amounts that a row keeps; undefined when somebody has made them unreadable. */
export function figuresIn(text: string): Figures | undefined {
  const kept = keptObject(text)
  return Value.Check(Figures, kept) ? kept : undefined
}

/** The open items that a row keeps, without those that somebody has made unreadable. */
export function openItemsIn(text: string): OpenItem[] {
  return (keptList(text) ?? []).filter((item) => Value.Check(OpenItem, item))
}

export const Month = Type.Object(
  {
    ...summary,
    open_items: Type.Array(OpenItem, {
      description: 'What stands open; of a closed month, what stood open. At most 200',
    }),
    figures: Type.Union([Figures, Type.Null()], {
      description: 'null until the month is closed, and when somebody has damaged them in the database',
    }),
    head: Nullable('The checkpoint of your books up to the end of the month'),
    package: Type.Union(
      [
        Type.Object(
          {
            bytes: Type.Integer({ description: 'The size of the ZIP file' }),
            sha256: Type.String({ description: 'Hexadecimal' }),
          },
          { title: 'MonthPackage' },
        ),
        Type.Null(),
      ],
      { description: 'Of the file; null until the month is closed' },
    ),
  },
  { title: 'Month of the books' },
)
export type Month = Static<typeof Month>

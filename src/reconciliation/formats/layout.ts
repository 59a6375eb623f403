// A layout: how a bank or network writes its statements, as data. docs/guides/reconciliation.md describes it.
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { choice, requiredText, strictObject } from '../../api/fields.ts'
import { refusalOf } from '../../api/validate.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import { firstUse } from '../../core/first-use.ts'
import { movementKindNames } from '../../core/movement.ts'
import { railNames } from '../../core/rail.ts'
import { refuseInvalid } from '../../failures.ts'

const formats = ['csv', 'mt940', 'camt.053'] as const
const encodings = ['utf-8', 'windows-1252', 'iso-8859-1', 'utf-16le'] as const
export type Encoding = (typeof encodings)[number]

const Name = requiredText(100)
const marks = (description: string) => Type.Array(requiredText(100), { minItems: 1, maxItems: 50, description })

/** Where a value stands: a column, or what comes behind a mark in a column. */
const PlaceSchema = Type.Union([
  Name,
  strictObject({
    column: requiredText(100, { description: 'The column’s name, or its number without a heading' }),
    after: requiredText(100, { description: 'The mark; the value is the word behind it' }),
  }),
])
/** Where the value that is described stands. Of several places, the first that is not empty counts. */
const at = (description: string) =>
  Type.Optional(Type.Union([PlaceSchema, Type.Array(PlaceSchema, { minItems: 1, maxItems: 10 })], { description }))

/** A line that says a balance and no movement. */
const BalanceLine = (description: string) =>
  Type.Optional(
    strictObject(
      {
        column: Type.Optional(
          requiredText(100, { description: 'The column that has one of the texts; any when left out' }),
        ),
        has: marks('Texts, of which the line has one'),
      },
      { description },
    ),
  )

const Conditions = {
  sign: Type.Optional(choice(['in', 'out'], { description: 'Whether money came in or went out' })),
  column: Type.Optional(
    requiredText(100, { description: 'The column that must have one of the texts; any when left out' }),
  ),
  has: Type.Optional(marks('Texts, of which the line must have one')),
}

export const Layout = strictObject(
  {
    layout: choice([1], { description: 'The version of this format' }),
    description: Type.Optional(Type.String({ maxLength: 1_000, description: 'Your own words for it' })),
    format: choice(formats, { description: 'What kind of file it is' }),
    network: requiredText(100, { description: 'The connector’s name' }),
    rail: choice(railNames, { description: 'The way of paying whose money the statement has' }),
    own_account: Type.Optional(requiredText(40, { description: 'The account whose statement it must be' })),
    encoding: Type.Optional(choice(encodings, { description: 'Without it, UTF-8' })),
    separator: Type.Optional(choice([',', ';', '\t', '|'], { description: 'Without it, the one of the heading' })),
    heading: Type.Optional(Type.Boolean({ description: 'false: no line names the columns, which are 1, 2, 3 …' })),
    dates: Type.Optional(choice(['YMD', 'DMY', 'MDY'], { description: 'The order of a date; without it, YMD' })),
    decimal: Type.Optional(choice(['.', ','], { description: 'The decimal mark; without it, a point' })),
    fee_in_amount: Type.Optional(
      Type.Boolean({
        description: 'true: the amounts are those after the fee. Without it, the fee was taken beside them',
      }),
    ),
    incoming: Type.Optional(marks('For an amount without a sign: the texts of `columns.sign` for money that came in')),
    columns: strictObject({
      id: at('The line’s own number or tracking key'),
      day: at('The banking day'),
      amount: at('The amount with its sign, or without one beside `sign`'),
      credit: at('Money that came in'),
      debit: at('Money that went out'),
      sign: at('Whether the amount came in or went out'),
      fee: at('The network’s fee'),
      currency: at('The currency, of a table with several. Only pesos are read; an empty cell is pesos'),
      reference: at('The network’s reference of the payment'),
      institution: at('The ordering bank or the chain'),
      payer_clabe: at('The payer’s account'),
      paid_at: at('When the payer paid'),
      balance: at('The balance after the line'),
      own_account: at('The account whose statement it is'),
    }),
    kinds: Type.Array(
      strictObject({ kind: choice(movementKindNames, { description: 'What the line is' }), ...Conditions }),
      { minItems: 1, maxItems: 100, description: 'The kind of a line: that of the first rule that fits' },
    ),
    ignore: Type.Optional(
      Type.Array(strictObject(Conditions), {
        maxItems: 100,
        description: 'Lines that are no movement, such as a total',
      }),
    ),
    opening: BalanceLine('Of a table: the lines with the balance before the movements, such as `SALDO INICIAL`'),
    closing: BalanceLine(
      'Of a table: the lines with the balance after the movements. Opening balances and movements must be the closing balances',
    ),
  },
  { title: 'StatementLayout' },
)
export type Layout = Static<typeof Layout>
export type ValueName = keyof Layout['columns']
export type Place = string | { column: string; after: string }
export type Condition = Pick<Layout['kinds'][number], 'sign' | 'column' | 'has'>

/** The columns that a program’s format gives by itself. */
const GIVEN: Partial<Record<Layout['format'], Partial<Layout['columns']>>> = {
  mt940: { day: 'day', amount: 'amount' },
  'camt.053': { day: 'day', amount: 'amount' },
}

const compiled = firstUse(() => Compile(Layout))

/** Throws `parameters-invalid`, with each fault by its name, for what is no layout. `within`: what stands before the names. */
export function readLayout(value: unknown, within = ''): Layout {
  if (!compiled().Check(value)) throw refusalOf(Layout, compiled().Errors(value))
  const layout = { ...value, columns: { ...GIVEN[value.format], ...value.columns } }
  refuseInvalid(
    Object.fromEntries(Object.entries(contradictions(layout)).map(([name, problems]) => [within + name, problems])),
  )
  return layout
}

/** What only says how a table is written; the other formats say it themselves. */
const OF_TABLES = [
  'separator',
  'heading',
  'dates',
  'decimal',
  'fee_in_amount',
  'columns.currency',
  'opening',
  'closing',
] as const

/** What would not be done, or only half, is refused. */
function contradictions(layout: Layout): FieldProblems {
  const { columns, format, ignore = [], incoming, kinds, opening, closing, own_account } = layout
  const fields: FieldProblems = {}
  const { id, day, amount, credit, debit, sign } = columns
  const split = credit !== undefined || debit !== undefined
  if (id === undefined) fields['columns.id'] = [['columns.id es obligatorio', 'columns.id is required']]
  if (day === undefined) fields['columns.day'] = [['columns.day es obligatorio', 'columns.day is required']]
  if ((amount === undefined) !== split)
    fields['columns.amount'] = [
      [
        'columns debe nombrar amount, o bien credit, debit o ambos',
        'columns must name amount, or else credit, debit or both',
      ],
    ]
  if ((sign === undefined) !== (incoming === undefined))
    fields.incoming = [
      [
        'incoming dice qué textos de columns.sign son abonos: van juntos',
        'incoming says which texts of columns.sign are money in: they come together',
      ],
    ]
  const empty = [...kinds.slice(0, -1), ...ignore].find((one) => isAlways(one))
  if (empty !== undefined)
    fields.kinds = [
      ['solo la última regla de kinds puede ir sin condición', 'only the last rule of kinds may have no condition'],
    ]
  for (const name of OF_TABLES) {
    const given = name === 'columns.currency' ? columns.currency : layout[name]
    if (format === 'csv' || given === undefined) continue
    fields[name] = [
      [
        `${name} solo va con format csv: ${format} ya lo dice`,
        `${name} is only for format csv: ${format} says it itself`,
      ],
    ]
  }
  if (format === 'csv' && columns.balance === undefined && (opening === undefined) !== (closing === undefined))
    fields[opening === undefined ? 'opening' : 'closing'] = [
      [
        'opening y closing van juntos: sin columns.balance, uno solo no se compara con nada',
        'opening and closing come together: without columns.balance, one alone is compared with nothing',
      ],
    ]
  if (format === 'csv' && own_account !== undefined && columns.own_account === undefined)
    fields['columns.own_account'] = [
      [
        'columns.own_account es obligatorio con own_account: dice dónde está la cuenta en el archivo',
        'columns.own_account is required with own_account: it says where the file has the account',
      ],
    ]
  for (const [name, conditions] of Object.entries({ kinds, ignore })) {
    if (!conditions.some(({ column, has }) => column !== undefined && has === undefined)) continue
    fields[name] ??= [
      [
        'column va con has: los textos que busca en esa columna',
        'column comes with has: the texts to look for in that column',
      ],
    ]
  }
  return fields
}

function isAlways({ sign, has }: Condition): boolean {
  return sign === undefined && has === undefined
}

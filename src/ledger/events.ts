// The events of the books.
import Type, { type TSchema } from 'typebox'
import type { ledgerEventTypes } from './event-types.ts'

const BooksHead = Type.Object(
  {
    day: Type.String({ description: 'Mexico City day' }),
    head: Type.String({ description: 'SHA-256, hex' }),
    records: Type.Integer(),
    tables: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
    since: Type.Optional(
      Type.String({
        description: 'The first of the days that were closed at once; this checkpoint covers all of them',
      }),
    ),
  },
  { title: 'BooksHead' },
)

export const ledgerEvents = {
  'books.head': BooksHead,
} satisfies Record<keyof typeof ledgerEventTypes, TSchema>

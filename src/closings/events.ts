// The events of months that an account closes.
import Type, { type TSchema } from 'typebox'
import { choice } from '../api/fields.ts'
import type { closingEventTypes } from './event-types.ts'

const MonthClosed = Type.Object(
  {
    month: Type.String({ examples: ['2026-10'] }),
    status: choice(['closed']),
    head: Type.String({ description: 'The checkpoint of the books up to the end of the month' }),
    package: Type.Object({ bytes: Type.Integer(), sha256: Type.String({ description: 'Hexadecimal' }) }),
    closed_at: Type.String(),
  },
  { title: 'MonthClosedEvent', description: 'Download it with `GET /v1/ledger/months/{month}/package.zip`' },
)

export const closingEvents = {
  'ledger.month_closed': MonthClosed,
} satisfies Record<keyof typeof closingEventTypes, TSchema>

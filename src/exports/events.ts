// The events of exports.
import Type, { type TSchema } from 'typebox'
import { choice } from '../api/fields.ts'
import type { exportEventTypes } from './event-types.ts'
import { ExportFormat } from './routes.ts'

const ExportEnded = Type.Object(
  {
    id: Type.String(),
    list: Type.String({ description: 'The path of the list', examples: ['/v1/operations'] }),
    format: ExportFormat,
    status: choice(['finished', 'failed']),
    rows: Type.Integer({ description: 'Rows that were written' }),
    expires_at: Type.Union([Type.String(), Type.Null()], { description: 'Until when the file can be fetched: UTC' }),
  },
  { title: 'ExportEvent', description: 'Read `url` with `GET /v1/exports/{id}`' },
)

export const exportEvents = {
  'export.finished': ExportEnded,
} satisfies Record<keyof typeof exportEventTypes, TSchema>

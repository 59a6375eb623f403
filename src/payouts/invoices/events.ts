// The events of the fees of a month and of their invoice.
import Type, { type TSchema } from 'typebox'
import { choice } from '../../api/fields.ts'
import type { invoiceEventTypes } from './event-types.ts'
import { FeeSummary } from './present.ts'

const Invoice = Type.Object(
  {
    statement: Type.String({ description: 'The `id` of the statement' }),
    status: choice(['stamped', 'refused']),
    uuid: Type.Union([Type.String(), Type.Null()], { description: 'The folio fiscal; null when it was refused' }),
    reason: Type.String({ description: 'Why it was refused; empty otherwise' }),
  },
  { title: 'InvoiceEvent' },
)

export const invoiceEvents = {
  'fees.month_closed': FeeSummary,
  'fees.invoice_stamped': Invoice,
  'fees.invoice_refused': Invoice,
} satisfies Record<keyof typeof invoiceEventTypes, TSchema>

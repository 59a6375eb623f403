// The parameter that names the invoice of a credit note.
import Type from 'typebox'
import { queryText } from '../../api/paging.ts'
import type { Bilingual } from '../../core/bilingual.ts'
import { capitalForm, isUuid } from '../../core/forms.ts'
import { refuseInvalid } from '../../failures.ts'

export const RelatedQuery = Type.Object({
  related: queryText(
    'The folio fiscal (UUID) of the stamped invoice that a credit note belongs to; only for a credit note',
    ['6128396f-c09b-4ec6-8699-43c5f7e3b230'],
  ),
})

const MALFORMED_RELATED = [
  'related debe ser un folio fiscal: un UUID',
  'related must be a folio fiscal: a UUID',
] as const satisfies Bilingual
export const UNRELATED = [
  'related es solo de una nota de crédito; las comisiones de este mes son positivas',
  'related is only for a credit note; the fees of this month are positive',
] as const satisfies Bilingual

export type Related = { related?: string }

/** The folio fiscal in capitals, as the tax office writes it; undefined when none is given. */
export function relatedIn({ related: given = '' }: Related): string | undefined {
  const related = capitalForm(given)
  if (related === '') return undefined
  if (!isUuid(related)) refuseInvalid({ related: [MALFORMED_RELATED] })
  return related
}

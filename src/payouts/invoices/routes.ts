// The endpoints of the months' fees: their statements, as JSON and as a CFDI, and the stamp.
import Type from 'typebox'
import { Total } from '../../api/description/answer-members.ts'
import { answer, fileAnswer, NoBody } from '../../api/fields.ts'
import { cutPageBy, ListQuery, listPageOf, Next, queryText } from '../../api/paging.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import type { StampingPort } from '../../connectors/stamping.ts'
import { capitalForm, isUuid } from '../../core/forms.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { genericReceptorFaults, type Taxpayer } from '../../core/taxpayer.ts'
import { Failure, refuseInvalid } from '../../failures.ts'
import { columns } from '../../store/columns.ts'
import { conflictOn, decide } from '../../store/decide.ts'
import { cfdiKindOf, cfdiOf, type Invoiced } from './cfdi.ts'
import { FeeStatement, FeeSummary, presentStatement, summaryOf } from './present.ts'
import { receptorRoutes } from './receptor-routes.ts'
import { type Found, findMonth } from './search.ts'
import { stampWrite } from './stamp.ts'

const tags = ['Fees']
const path = '/v1/fees/statements'
const params = Type.Object({ period: Type.String({ examples: ['2026-11'] }) })

/** What an invoice may lack. */
const INVOICE_REFUSALS = [
  'month-open',
  'month-not-invoiced',
  'credit-note-unrelated',
  'invoice-issuer-missing',
  'invoice-receptor-missing',
] as const

export function invoiceRoutes(
  app: App,
  needs: RouteNeeds & {
    /** The issuer of the invoices; undefined: not set, and no CFDI is made. */
    issuer: Taxpayer | undefined
    /** That of its postal code. */
    timeZone: string
    /** Undefined: no stamping provider is set. */
    provider: StampingPort | undefined
  },
): void {
  const { store, clock, once, issuer, timeZone, provider } = needs
  receptorRoutes(app, needs)

  const known = async (request: { caller: { accountId: string }; params: unknown }): Promise<Found> => {
    const { accountId } = request.caller
    const { period } = request.params as { period: string }
    const found = await findMonth(store, { accountId, period, at: clock.epochMs() })
    if (found === undefined) throw new Failure('resource-unknown')
    return found
  }
  const shown = ({ summary, ...rest }: Found) => presentStatement(summary, { ...rest, issuer })

  /** The data of an invoice; throws the refusal that names the missing part. */
  const invoiced = ({ statement, concepts, receptor }: Found, related: string | undefined): Invoiced => {
    if (statement === undefined) throw new Failure('month-open')
    const kind = cfdiKindOf(statement)
    if (kind === undefined) throw new Failure('month-not-invoiced')
    if (kind === 'invoice' && related !== undefined) refuseInvalid({ related: [UNRELATED] })
    if (kind === 'credit-note' && related === undefined) throw new Failure('credit-note-unrelated')
    if (issuer === undefined) throw new Failure('invoice-issuer-missing')
    if (receptor === undefined) throw new Failure('invoice-receptor-missing')
    // The issuer may have been set, or have moved, after the receptor was given.
    refuseInvalid(genericReceptorFaults(receptor, issuer.postal_code))
    return { statement, concepts, issuer, timeZone, receptor, related }
  }

  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List the closed months of fees',
        description:
          'Newest first. A month of Mexico City is closed minutes after it has ended: its IVA becomes the IVA on the sum of its fees, and the difference from the rounded IVA of the operations is settled with the merchant.',
        querystring: Type.Object(ListQuery),
        response: answer(
          Type.Object(
            { total: Total, statements: Type.Array(FeeSummary, { description: 'Newest first' }), next: Next },
            { title: 'FeeStatementList' },
          ),
          'The closed months',
        ),
      },
    },
    async (request) => {
      const { limit, offset, after } = listPageOf(request.query, /^\d{4}-\d{2}$/)
      const from = store.db.selectFrom('fee_statements').where('account_id', '=', request.caller.accountId)
      const those = after === undefined ? from : from.where('month', '<', after)
      const [{ total }, rows] = await Promise.all([
        from.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
        those
          .select(columns.fee_statements)
          .orderBy('month', 'desc')
          .limit(limit + 1)
          .offset(offset)
          .execute(),
      ])
      const { page, next } = cutPageBy(rows, limit, ({ month }) => month)
      return { success: true, result: { total, statements: page.map(summaryOf), next } }
    },
  )

  app.get(
    `${path}/:period`,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read the fees of a month',
        description:
          'By month, `2026-11`. The data of an invoice: base, rate and tax of each concept, issuer and receptor. For an open month the figures are the present ones; `rounding` is settled when it is closed. 404: no fees, or the month has not begun.',
        params,
        response: answer(FeeStatement, 'The fees of the month by concept, with what an invoice needs'),
      },
    },
    async (request) => ({ success: true, result: shown(await known(request)) }),
  )

  app.get(
    `${path}/:period/cfdi.xml`,
    {
      config: { access: 'read', refusals: INVOICE_REFUSALS },
      schema: {
        operationId: 'getFeeStatementCfdi',
        tags,
        summary: 'Read the fees of a month as a CFDI 4.0',
        description:
          'For a closed month. Until it is stamped, the seals are empty, `Fecha` is the present instant, and it is not an invoice (`Cobro-Cfdi: unstamped`); a stamped invoice is answered unchanged. A month that gave back more fees than it charged has a credit note (type E), which needs `related`.',
        params,
        querystring: RelatedQuery,
        ...fileAnswer('The CFDI as XML, unstamped until a provider stamps it', ['application/xml']),
      } as never,
    },
    async (request, reply) => {
      const related = relatedIn(request.query as Related)
      const found = await known(request)
      const stamped = found.stamp?.state === 'stamped' ? found.stamp.xml : null
      const { period } = request.params as { period: string }
      const name = `cobro-${period}${stamped === null ? '-sin-timbrar' : ''}.xml`
      return reply
        .header('content-type', 'application/xml; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cobro-cfdi', stamped === null ? 'unstamped' : 'stamped')
        .send(stamped ?? cfdiOf(invoiced(found, related), clock.now()))
    },
  )

  // Without a provider this call does not exist.
  if (provider !== undefined) stampRoute(app, provider)

  function stampRoute(app: App, provider: StampingPort): void {
    app.post(
      `${path}/:period/stamp`,
      {
        config: { access: 'admin', refusals: INVOICE_REFUSALS },
        schema: {
          operationId: 'stampFeeStatement',
          tags,
          summary: 'Have the invoice of a month stamped',
          description:
            'The stamping provider is asked in the background, until it answers. A repeated request is stamped once; after a refusal, a repeat asks again with the present data. `Fecha` is the instant of the request. A credit note (type E) needs `related`.',
          params,
          querystring: RelatedQuery,
          body: NoBody,
          response: answer(FeeStatement, 'The fees of the month; `cfdi` says what becomes of the invoice'),
        },
      },
      (request, reply) =>
        once(request, reply, (effect) =>
          decide(
            async () => {
              const related = relatedIn(request.query)
              const found = await known(request)
              const isAsked = found.stamp !== undefined && found.stamp.state !== 'refused'
              const asking = isAsked
                ? []
                : [stampWrite({ clock, provider: provider.name }, invoiced(found, related), found.stamp)]
              const stamp = isAsked ? found.stamp : ({ state: 'pending', uuid: null, reason: '' } as const)
              const body = { success: true, result: shown({ ...found, stamp: stamp as Found['stamp'] }) }
              const writes = [...asking, ...effect.answered(body)]
              if (writes.length > 0) await store.commit(writes)
              return body
            },
            { again: conflictOn('fee_stamps') },
          ),
        ),
    )
  }
}

/** The parameter that names the invoice of a credit note. */
const RelatedQuery = Type.Object({
  related: queryText(
    'The folio fiscal (UUID) of the stamped invoice that a credit note belongs to; only for a credit note',
    ['6128396f-c09b-4ec6-8699-43c5f7e3b230'],
  ),
})

const MALFORMED_RELATED = [
  'related debe ser un folio fiscal: un UUID',
  'related must be a folio fiscal: a UUID',
] as const satisfies Bilingual
const UNRELATED = [
  'related es solo de una nota de crédito; las comisiones de este mes son positivas',
  'related is only for a credit note; the fees of this month are positive',
] as const satisfies Bilingual

type Related = { related?: string }

/** The folio fiscal in capitals, as the tax office writes it; undefined when none is given. */
function relatedIn({ related: folio = '' }: Related): string | undefined {
  const related = capitalForm(folio)
  if (related === '') return undefined
  if (!isUuid(related)) refuseInvalid({ related: [MALFORMED_RELATED] })
  return related
}

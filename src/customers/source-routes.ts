// The SPEI sources of a customer: list, add, read, deactivate.
import Type from 'typebox'
import { answer, Id, openObject, optionalFreeText } from '../api/fields.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { isPrintable } from '../core/text.ts'
import { Failure, invalidField } from '../failures.ts'
import { columns } from '../store/columns.ts'
import { conditionHeld } from '../store/decide.ts'
import { update } from '../store/write.ts'
import type { ChangeNeeds } from './change.ts'
import { presentSource, Source } from './present.ts'
import { activeCustomer, knownCustomer } from './read.ts'
import { addSource, MAX_SOURCES, newSource, sourcesExhausted, sourcesOf } from './sources.ts'
import type { SourceRow } from './tables.ts'
import { clabeWord } from './words.ts'

const NAME_LIMIT = 250
const tags = ['Customers']
const path = '/v1/customer/:customerId/sources'
const params = Type.Object({ customerId: Id })
const sourceParams = Type.Object({ customerId: Id, sourceId: Id })

export function sourceRoutes(app: App, needs: ChangeNeeds & RouteNeeds): void {
  const { store, clock, once } = needs
  const shown = (row: SourceRow) => ({ success: true, result: presentSource(row) })
  const sourceOf = async (accountId: string, ids: { customerId: string; sourceId: string }): Promise<SourceRow> => {
    await knownCustomer(store, accountId, ids.customerId)
    return store.db
      .selectFrom('sources')
      .select(columns.sources)
      .where('account_id', '=', accountId)
      .where('id', '=', ids.sourceId)
      .where('customer_id', '=', ids.customerId)
      .where('deactivated_at', 'is', null)
      .executeTakeFirstOrThrow(() => new Failure('resource-unknown'))
  }

  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'List a customer’s SPEI sources',
        description: 'Oldest first; deactivated ones are left out.',
        params,
        response: answer(Type.Array(Source, { description: 'Oldest first' })),
      },
    },
    async (request) => {
      const customer = await knownCustomer(store, request.caller.accountId, request.params.customerId)
      return { success: true, result: (await sourcesOf(store, customer)).map(presentSource) }
    },
  )

  app.post(
    path,
    {
      config: {
        access: 'charge',
        refusals: ['spei-not-offered', 'sources-exhausted', 'bank-unreachable', 'customer-inactive'],
      },
      schema: {
        tags,
        summary: 'Add a SPEI source',
        description: `Another account number (CLABE) of the customer’s own; to ${MAX_SOURCES} for each customer.`,
        params,
        body: openObject({
          type: Type.Literal('SPEI', { description: 'What the source is for: a CLABE of the customer’s own' }),
          name: optionalFreeText(1_000, { description: 'Your own words for it', examples: ['Colegiaturas'] }),
        }),
        response: answer(Source),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        const { accountId } = request.caller
        const customer = await activeCustomer(store, accountId, request.params.customerId)
        const name = request.body.name || customer.name
        if (!isPrintable(name, NAME_LIMIT))
          throw invalidField(
            'name',
            `name debe tener a lo más ${NAME_LIMIT} caracteres sin caracteres de control`,
            `name must have at most ${NAME_LIMIT} characters without control characters`,
          )
        // Before the bank is asked for an account that nobody would get.
        if ((await sourcesOf(store, customer)).length >= MAX_SOURCES) throw sourcesExhausted()
        const owner = { accountId, customerId: customer.id }
        const { row, writes } = await newSource(needs, { ...owner, name })
        await addSource(store, owner, [
          ...writes,
          clabeWord(store, customer, row.clabe),
          ...effect.answered(shown(row)),
        ])
        return shown(row)
      }),
  )

  app.get(
    `${path}/:sourceId`,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read a SPEI source',
        description: 'One account number (CLABE) of the customer.',
        params: sourceParams,
        response: answer(Source),
      },
    },
    async (request) => shown(await sourceOf(request.caller.accountId, request.params)),
  )

  app.delete(
    `${path}/:sourceId`,
    {
      config: { access: 'charge', refusals: [] },
      schema: {
        tags,
        summary: 'Deactivate a SPEI source',
        description:
          'Answers the source. No new voucher can use it; a pending voucher can still be paid, and other money sent to it is returned.',
        params: sourceParams,
        response: answer(Source),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        const row = await sourceOf(request.caller.accountId, request.params)
        const writing = store.commit([
          update(
            'sources',
            { deactivated_at: clock.now() },
            { account_id: row.account_id, id: row.id, deactivated_at: null },
          ),
          ...effect.answered(shown(row)),
        ])
        if (!(await conditionHeld(writing))) throw new Failure('resource-unknown')
        return shown(row)
      }),
  )
}

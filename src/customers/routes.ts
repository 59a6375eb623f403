// The calls about customers (spec 4.9 to 4.11), and their list and deletion.
import Type, { type TSchema } from 'typebox'
import { Limit, Offset } from '../api/description/answer-members.ts'
import { answer, freeText, Id, Metadata, openObject, orNull } from '../api/fields.ts'
import { ListQuery, Next, queryText, readListPage } from '../api/paging.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { isEmail, isPrintable } from '../core/text.ts'
import { Failure, refuseInvalid } from '../failures.ts'
import { savedCardsOf } from '../vault/saved-cards.ts'
import { type ChangeNeeds, createCustomer, deleteCustomer, updateCustomer } from './change.ts'
import { Customer, CustomerInFull, presentCustomer, presentSource } from './present.ts'
import { knownCustomer, listCustomers } from './read.ts'
import { sourcesOf } from './sources.ts'
import { customerFinder, readTyped } from './words.ts'

const NAME_LIMIT = 250
const NOTHING_TYPED: Bilingual = [
  'q debe tener letras o números, sin caracteres de control',
  'q must have letters or digits, and no control characters',
]

const name = freeText(1_000, { description: `To ${NAME_LIMIT} characters`, examples: ['Ana López'] })
const email = freeText(1_000, { description: 'The customer’s e-mail address', examples: ['ana@ejemplo.mx'] })
const metadata = Type.Optional(Type.Union([Metadata, Type.Null()]))

const optional = <T extends TSchema>(field: T) => Type.Optional(orNull(field))

const CreateBody = openObject({ name, email, metadata })
const UpdateBody = openObject({ name: optional(name), email: optional(email), metadata })

const tags = ['Customers']
const path = '/v1/customer'
const params = Type.Object({ customerId: Id })

export function customerRoutes(app: App, needs: ChangeNeeds & RouteNeeds): void {
  const { store, once } = needs
  const find = customerFinder(store)
  const shown = (row: Parameters<typeof presentCustomer>[0]) => ({ success: true, result: presentCustomer(row) })

  app.post(
    path,
    {
      config: { access: 'charge', refusals: ['bank-unreachable'] },
      schema: {
        tags,
        summary: 'Create a customer',
        description:
          'Every customer gets one SPEI source: its own account number (CLABE) for payments. In a service without a SPEI bank it gets none.',
        body: CreateBody,
        response: answer(Customer),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        const { name, email, metadata = null } = request.body
        refuseUnfit({ name, email })
        const { accountId } = request.caller
        const wanted = { name, email, metadata }
        return shown(await createCustomer(needs, accountId, wanted, (row) => effect.answered(shown(row))))
      }),
  )

  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listCustomers',
        tags,
        summary: 'List customers',
        description:
          'Newest first. Deleted customers are listed too, with `active: false`. With `q` only those that have all of it: of more than 500, `total` is null, ' +
          'and `more` says that there may be older ones, which `next` goes on to.',
        querystring: Type.Object({
          ...ListQuery,
          q: queryText(
            'Words or numbers, in any order; all must match. Searches name, e-mail, account numbers to ' +
              'pay into (CLABE) and the texts and numbers of its metadata, such as an id of your own; words by their beginning, without accents or ' +
              'capitals. Of more than six, the first six count. Or a whole id',
            ['ana lopez'],
          ),
        }),
        response: answer(
          Type.Object({
            limit: Limit,
            offset: Offset,
            total: Type.Union([Type.Integer(), Type.Null()], { description: 'null with `more`' }),
            customers: Type.Array(Customer, { description: 'Newest first' }),
            next: Next,
            more: Type.Optional(Type.Boolean({ description: 'Only with `q`: there may be older ones than were read' })),
            counted: Type.Optional(
              Type.Integer({
                description: 'Only with `q`: how many of the newest were read; `offset` reaches no further',
              }),
            ),
          }),
        ),
      },
    },
    async (request) => {
      const fields: FieldProblems = {}
      const { after, ...paging } = readListPage(request.query, /^cus_[a-z0-9]{1,90}$/, fields)
      const page = { ...paging, after }
      const { accountId } = request.caller
      const { q } = request.query
      const typed = q === undefined || q === '' ? undefined : readTyped(q)
      if (q && typed === undefined) fields.q = [NOTHING_TYPED]
      refuseInvalid(fields)
      const { total, customers, ...found } = typed
        ? await find(accountId, typed, page)
        : await listCustomers(store, accountId, page)
      return { success: true, result: { ...paging, total, customers: customers.map(presentCustomer), ...found } }
    },
  )

  app.get(
    `${path}/:customerId`,
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read a customer',
        description: 'With its sources and saved cards. A deleted customer stays readable, with `active: false`.',
        params,
        response: answer(CustomerInFull),
      },
    },
    async (request) => {
      const row = await knownCustomer(store, request.caller.accountId, request.params.customerId)
      const [sources, saved] = await Promise.all([sourcesOf(store, row), savedCardsOf(store, row)])
      return {
        success: true,
        result: {
          ...presentCustomer(row),
          sources: sources.map(presentSource),
          cards: saved.cards,
          deactivated_cards: saved.deactivated,
        },
      }
    },
  )

  app.put(
    `${path}/:customerId`,
    {
      config: { access: 'charge', refusals: ['customer-unchanged', 'customer-inactive'] },
      schema: {
        tags,
        summary: 'Update a customer',
        description:
          'Any of the three fields, at least one. Fields that are absent or null stay; `metadata` is replaced as a whole.',
        params,
        body: UpdateBody,
        response: answer(Customer),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        const { accountId } = request.caller
        const target = { accountId, id: request.params.customerId }
        const change = {
          name: request.body.name ?? undefined,
          email: request.body.email ?? undefined,
          metadata: request.body.metadata ?? undefined,
        }
        if (Object.values(change).every((field) => field === undefined)) throw new Failure('customer-unchanged')
        refuseUnfit(change)
        return shown(await updateCustomer(needs, target, change, (row) => effect.answered(shown(row))))
      }),
  )

  app.delete(
    `${path}/:customerId`,
    {
      config: { access: 'charge', refusals: [] },
      schema: {
        tags,
        summary: 'Delete a customer',
        description:
          'Answers the customer with `active: false`. Its sources and saved cards are deactivated and the card numbers are deleted; it is taken off its plans; payments stay, and the customer stays readable. It cannot be undone; a repeat answers the same.',
        params,
        response: answer(Customer),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        const target = { accountId: request.caller.accountId, id: request.params.customerId }
        return shown(await deleteCustomer(needs, target, (row) => effect.answered(shown(row))))
      }),
  )
}

/** Checks what the schema cannot: a name that can be printed, an address that mail can reach. */
function refuseUnfit({ name, email }: { name?: string | undefined; email?: string | undefined }): void {
  const fields: FieldProblems = {}
  if (name !== undefined && (name.trim() === '' || !isPrintable(name, NAME_LIMIT))) {
    fields.name = [
      [
        `name debe tener de 1 a ${NAME_LIMIT} caracteres sin caracteres de control`,
        `name must have 1 to ${NAME_LIMIT} characters without control characters`,
      ],
    ]
  }
  if (email !== undefined && !isEmail(email))
    fields.email = [['email debe ser un correo electrónico', 'email must be an e-mail address']]
  refuseInvalid(fields)
}

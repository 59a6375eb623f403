// The sandbox's calls to rehearse a reconciliation: the statement of a simulated network, and its comparison with the books.
import Type from 'typebox'
import { requestActor } from '../accounts/trail/record.ts'
import { languageOf } from '../api/answer.ts'
import { readDay } from '../api/days.ts'
import { answer, FORMED, formedText, strictObject } from '../api/fields.ts'
import { neededChoice, queryChoice, queryDay, queryNumber, queryText } from '../api/paging.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { byRail, type Rail, railNames, rails } from '../core/rail.ts'
import { NO_NETWORK } from '../core/rail-port.ts'
import { oneOf } from '../core/text.ts'
import { addDays, isDay, mexicoCityDay } from '../core/time.ts'
import { Failure, invalidField } from '../failures.ts'
import { Layout, readLayout } from '../reconciliation/formats/layout.ts'
import { presentReconciliation, ReconciliationResult } from '../reconciliation/present.ts'
import type { Finding } from '../reconciliation/reconcile.ts'
import type { SandboxNeeds } from './needs.ts'
import { makeStatement } from './statement.ts'
import type { StatementRequest } from './statement-request.ts'

const tags = ['Sandbox']
const day = (description: string) =>
  Type.Refine(Type.String({ maxLength: FORMED, description, examples: ['2027-01-31'] }), isDay, () =>
    JSON.stringify({ problem: ['debe ser una fecha AAAA-MM-DD', 'must be a date YYYY-MM-DD'] }),
  )
const MAX_FINDINGS = 1_000
const MAX_CHANGED = 1_000

const changed = (description: string) => queryNumber(description, { minimum: 0, maximum: MAX_CHANGED }, 1)

const StatementQuery = Type.Object({
  rail: neededChoice(railNames, `${oneOf(railNames)}: whose network`, ['spei']),
  network: queryText('Of several acquirers the name of one; default the first'),
  start_date: queryDay('First day, YYYY-MM-DD; default yesterday'),
  end_date: queryDay('Last day, included; default and at the latest today, of SPEI the banking day'),
  missing: changed('Leave so many payments out'),
  extra: changed('State so many unpaid vouchers as paid'),
  other_amount: changed('State so many payments with one peso more'),
  settled: queryChoice(['true', 'false'], '`false`: an acquirer or cash network has not paid us yet', ['false']),
})

export function statementRoutes(app: App, needs: SandboxNeeds & RouteNeeds): void {
  app.get(
    '/v1/sandbox/statement',
    {
      config: { access: 'admin' },
      schema: {
        operationId: 'createSandboxStatement',
        tags,
        summary: 'Have a simulated network make its statement',
        description:
          'What the network of a rail did for the account, in the format of docs/guides/reconciliation.md; with parameters, not quite that.',
        querystring: StatementQuery,
        response: answer(Type.Object({ content: Type.String({ description: 'The file, CSV' }) })),
      },
    },
    async (request) => {
      const wanted = readRequest(needs.clock, request.caller.accountId, request.query)
      const networks = networksOf(needs, wanted.rail, request.query.network)
      return { success: true, result: { content: await makeStatement({ store: needs.store, networks }, wanted) } }
    },
  )

  app.post(
    '/v1/sandbox/reconcile',
    {
      config: {
        access: 'admin',
        refusals: [
          'statement-unreadable',
          'statement-columns',
          'statement-encoding',
          'statement-network',
          'statement-half',
          'statement-heading',
          'statement-days',
          'statement-date-order',
          'statement-future',
          'statement-account',
          'statement-no-account',
          'statement-balance',
          'statement-large',
          'statement-xml',
          'statement-cut',
          'statement-unknown',
          'statement-corrected',
          'balance-too-large',
          'statement-unfinished',
          'statement-correction-network',
          'statement-correction-days',
          'statement-correction-same',
          'statement-correction-line',
        ],
      },
      schema: {
        operationId: 'reconcileSandboxStatement',
        tags,
        summary: 'Reconcile a statement with the account’s books',
        description:
          'Each line is held against what is on record for the account. What is missing, extra or different is listed; extra payments go the ' +
          'way of a report of the network. The same file again changes nothing. `cobro reconcile` does it for all accounts.',
        body: strictObject(
          {
            content: Type.String({
              minLength: 1,
              description: 'The file: CSV, or one JSON object a line; with `layout`, in the bank’s own format',
            }),
            layout: Type.Optional(Layout),
            start_date: Type.Optional(
              day('With `layout`: the first day that the file covers, if its lines do not say it'),
            ),
            end_date: Type.Optional(day('With `layout`: the last day that the file covers')),
            corrects: Type.Optional(
              formedText(
                /^stm_[0-9a-z]{1,26}$/,
                [
                  'debe ser el id de un estado de cuenta, como stm_06ehx5pav000t6r0k8k1v3q2m4: viene en la respuesta de su conciliación',
                  'must be the id of a statement, such as stm_06ehx5pav000t6r0k8k1v3q2m4: it is in the answer to its reconciliation',
                ],
                {
                  description: 'The statement whose place the file takes',
                  examples: ['stm_06ehx5pav000t6r0k8k1v3q2m4'],
                },
              ),
            ),
          },
          { title: 'SandboxStatement' },
        ),
        response: answer(ReconciliationResult, 'What the statement and the books have in common, and what not'),
      },
    },
    (request, reply) =>
      needs.once(request, reply, async (effect) => {
        const { content, corrects } = request.body
        const layout = layoutIn(request.body)
        const bytes = Buffer.from(content)
        const findings: Finding[] = []
        let more = false
        const done = await needs.reconcile({
          source: async function* () {
            yield bytes
          },
          accountId: request.caller.accountId,
          layout,
          correction: corrects === undefined ? undefined : { statement: corrects, by: requestActor(request) },
          onFinding: (finding) => {
            if (findings.length < MAX_FINDINGS) findings.push(finding)
            else more = true
          },
        })
        const body = { success: true, result: presentReconciliation(done, { findings, more }, languageOf(request)) }
        // The report is written already, and is not repeated.
        const writes = effect.answered(body)
        if (writes.length > 0) await needs.store.commit(writes)
        return body
      }),
  )
}

/** `content` is text already, whatever the encoding of the file was. */
function layoutIn(body: { layout?: Layout; start_date?: string; end_date?: string }) {
  const { layout, start_date: firstDay, end_date: lastDay } = body
  if (layout !== undefined)
    return { layout: readLayout({ ...layout, encoding: 'utf-8' }, 'layout.'), days: { firstDay, lastDay } }
  const [alone] = (['start_date', 'end_date'] as const).filter((name) => body[name] !== undefined)
  if (alone === undefined) return undefined
  throw invalidField(
    alone,
    `${alone} va con layout: el encabezado del archivo ya dice sus días`,
    `${alone} comes with layout: the header of the file says its days already`,
  )
}

/** The network of each rail that a statement is made of. */
function networksOf(
  { networks }: SandboxNeeds & RouteNeeds,
  rail: Rail,
  network: string | undefined,
): Record<Rail, string> {
  const first = byRail((one) => networks[one][0] ?? NO_NETWORK)
  if (network === undefined || network === '') return first
  if (networks[rail].includes(network)) return { ...first, [rail]: network }
  const all = networks[rail].join(', ')
  throw invalidField('network', `network debe ser una de ${all}`, `network must be one of ${all}`)
}

type Query = { [name in keyof typeof StatementQuery.properties]?: string }

function readRequest(clock: Clock, accountId: string, query: Query): StatementRequest {
  const fields: FieldProblems = {}
  const rail = railNames.find((name) => name === query.rail)
  if (rail === undefined)
    fields.rail = [[`rail debe ser ${railNames.join(', ')}`, `rail must be ${railNames.join(', ')}`]]
  const now = clock.now()
  const today = mexicoCityDay(now)
  const latest = rail ? rails[rail].dayOf(now) : today
  const asked = readDay(query, 'end_date', fields) ?? latest
  const firstDay = readDay(query, 'start_date', fields) ?? addDays(today, -1)
  if (firstDay > asked) {
    fields.start_date = [['start_date debe ser a lo más end_date', 'start_date must not be after end_date']]
  } else if (firstDay > latest) {
    fields.start_date = [['start_date debe ser a lo más hoy', 'start_date must not be after today']]
  }
  // Nothing has happened on the days ahead.
  const [lastDay = latest] = [asked, latest].sort()
  const count = (name: 'missing' | 'extra' | 'other_amount'): number => {
    const text = query[name] || '0'
    if (/^\d{1,4}$/.test(text) && Number(text) <= MAX_CHANGED) return Number(text)
    fields[name] = [
      [`${name} debe ser un entero de 0 a ${MAX_CHANGED}`, `${name} must be an integer from 0 to ${MAX_CHANGED}`],
    ]
    return 0
  }
  const isSettled = query.settled || 'true'
  if (isSettled !== 'true' && isSettled !== 'false') {
    fields.settled = [['settled debe ser true o false', 'settled must be true or false']]
  }
  const counts = { missing: count('missing'), extra: count('extra'), otherAmount: count('other_amount') }
  if (rail === undefined || Object.keys(fields).length > 0) throw new Failure('parameters-invalid', { fields })
  return { accountId, rail, firstDay, lastDay, ...counts, isSettled: isSettled === 'true' }
}

// The endpoints of the chart of accounts.
import Type from 'typebox'
import { requestActor, trailWrite } from '../accounts/trail/record.ts'
import { answer, freeText, strictObject } from '../api/fields.ts'
import type { RouteNeeds } from '../api/room.ts'
import type { App } from '../api/server.ts'
import { invalidField } from '../failures.ts'
import { conflictOn, decide } from '../store/decide.ts'
import { insert, update } from '../store/write.ts'
import { LedgerAccountName } from './account-member.ts'
import { chartOf, codesOf, type OwnCodes, readChartRow } from './chart.ts'
import { ledgerAccounts } from './postings.ts'
import type { LedgerChartRow } from './tables.ts'

const tags = ['Ledger']
const path = '/v1/ledger/chart'
const Chart = Type.Object(
  {
    accounts: Type.Array(
      Type.Object(
        {
          account: LedgerAccountName,
          code: Type.String({ description: 'Empty: none', examples: ['1107-005'] }),
          name: Type.String({ description: 'What your books call it', examples: ['Cobro, por liquidar'] }),
          default: Type.Boolean({ description: 'It was not given: the tax office’s código agrupador, or none' }),
        },
        { title: 'ChartAccount' },
      ),
      { description: 'Each account of the ledger, with its code in your books' },
    ),
  },
  { title: 'ChartOfAccounts' },
)

const ChartRequest = strictObject(
  {
    accounts: Type.Array(
      strictObject({
        account: LedgerAccountName,
        code: freeText(40, { description: 'Your own code of the account; empty: none', examples: ['1107-005'] }),
        name: freeText(100, {
          description: 'Your own name of the account; empty: none',
          examples: ['Cobro, por liquidar'],
        }),
      }),
      { maxItems: ledgerAccounts.length, description: 'Your own chart: an account that is left out has its default' },
    ),
  },
  { title: 'ChartRequest' },
)

export function chartRoutes(app: App, { store, clock, once }: RouteNeeds): void {
  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getChartOfAccounts',
        tags,
        summary: 'Read the chart of accounts',
        description:
          'Your codes and names of the ledger’s accounts, which the lines of the journal have. What you have not given has the code of the tax office where there is one.',
        response: answer(Chart),
      },
    },
    async (request) => ({ success: true, result: present(await readChartRow(store, request.caller.accountId)) }),
  )

  app.put(
    path,
    {
      config: { access: 'admin', refusals: [] },
      schema: {
        operationId: 'setChartOfAccounts',
        tags,
        summary: 'Set the chart of accounts',
        description:
          'Replaces the whole chart: an account that is left out has its default again; one with an empty code has none. It changes how the journal is shown, of all days, and no entry.',
        body: ChartRequest,
        response: answer(Chart),
      },
    },
    (request, reply) =>
      once(request, reply, (effect) =>
        decide(
          async () => {
            const { accountId } = request.caller
            const codes: OwnCodes = {}
            for (const { account, code, name } of request.body.accounts) {
              if (codes[account] !== undefined)
                throw invalidField('accounts', `accounts tiene ${account} dos veces`, `accounts has ${account} twice`)
              codes[account] = { code, name }
            }
            const before = await readChartRow(store, accountId)
            const row: LedgerChartRow = {
              account_id: accountId,
              codes: JSON.stringify(codes),
              updated_at: clock.now(),
            }
            const body = { success: true, result: present(row) }
            const { account_id: _, ...set } = row
            await store.commit([
              before === undefined
                ? insert('ledger_charts', row)
                : // Nobody may have changed it meanwhile.
                  update('ledger_charts', set, before),
              trailWrite(clock, requestActor(request), {
                accountId,
                action: 'ledger.chart_changed',
                subject: accountId,
                before: before && codesOf(before),
                after: codes,
              }),
              ...effect.answered(body),
            ])
            return body
          },
          { again: conflictOn('ledger_charts'), row: `chart ${request.caller.accountId}` },
        ),
      ),
  )
}

function present(row: LedgerChartRow | undefined) {
  const chart = chartOf(row)
  return {
    accounts: ledgerAccounts.map((account) => {
      const { code, name, isDefault } = chart[account]
      return { account, code, name, default: isDefault }
    }),
  }
}

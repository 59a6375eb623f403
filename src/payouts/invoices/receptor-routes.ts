// The endpoints of whom the fees of an account are invoiced to.
import Type from 'typebox'
import { requestActor, trailWrite } from '../../accounts/trail/record.ts'
import { answer, describedAs, FORMED, freeText, strictObject } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import { isRfc, plainRfc, RFC_TYPED_LENGTH, rfcProblem } from '../../core/rfc.ts'
import {
  cfdiUses,
  fitsRegime,
  genericReceptorFaults,
  isPostalCode,
  isTaxName,
  type Taxpayer,
} from '../../core/taxpayer.ts'
import { refuseInvalid } from '../../failures.ts'
import { conflictOn, decide } from '../../store/decide.ts'
import { insert, update } from '../../store/write.ts'
import { CfdiUse, presentReceptor, Receptor } from './present.ts'
import { receptorOf } from './search.ts'
import type { TaxReceptorRow } from './tables.ts'

const tags = ['Fees']
const path = '/v1/fees/receptor'

export function receptorRoutes(
  app: App,
  {
    store,
    clock,
    once,
    issuer,
  }: RouteNeeds & {
    /** The issuer of the invoices; undefined: not set. */
    issuer: Taxpayer | undefined
  },
): void {
  app.get(
    path,
    {
      config: { access: 'read' },
      schema: {
        operationId: 'getTaxReceptor',
        tags,
        summary: 'Read whom the fees are invoiced to',
        description: 'The tax data of the merchant; null until they are given.',
        response: answer(Type.Union([Receptor, Type.Null()]), 'Whom the fees are invoiced to; null until it is set'),
      },
    },
    async (request) => {
      const row = await receptorOf(store, request.caller.accountId)
      return { success: true, result: row ? presentReceptor(row) : null }
    },
  )

  app.put(
    path,
    {
      config: { access: 'admin', refusals: [] },
      schema: {
        operationId: 'setTaxReceptor',
        tags,
        summary: 'Set whom the fees are invoiced to',
        description:
          'As the tax office has it (constancia de situación fiscal): RFC, name, regime and postal code of the fiscal address, and the use of the invoice. For invoices that are not stamped yet. A generic RFC (`XAXX010101000`, `XEXX010101000`) goes with the postal code of the issuer, regime 616 and use S01.',
        body: strictObject(
          {
            rfc: Type.String({
              maxLength: RFC_TYPED_LENGTH,
              description: '12 or 13 characters',
              examples: ['EKU9003173C9'],
            }),
            name: freeText(1_000, {
              description: 'The name or razón social, as the tax office has it',
              examples: ['ESCUELA KEMPER URGATE'],
            }),
            regime: Type.String({
              maxLength: FORMED,
              description: 'A key of c_RegimenFiscal, three digits',
              examples: ['601'],
            }),
            postal_code: Type.String({
              maxLength: FORMED,
              description: 'Of the fiscal address, five digits',
              examples: ['42501'],
            }),
            cfdi_use: Type.Union(cfdiUses.map((use) => Type.Literal(use)) as never, describedAs(CfdiUse)),
          },
          { title: 'TaxReceptorRequest' },
        ),
        response: answer(Receptor, 'Whom the fees are invoiced to from now on'),
      },
    },
    (request, reply) =>
      once(request, reply, async (effect) => {
        const { accountId } = request.caller
        const receptor = request.body as Record<'rfc' | 'name' | 'regime' | 'postal_code' | 'cfdi_use', string>
        const wanted = checked({ ...receptor, rfc: plainRfc(receptor.rfc) }, issuer)
        return decide(
          async () => {
            const before = await receptorOf(store, accountId)
            const row: TaxReceptorRow = { account_id: accountId, ...wanted, updated_at: clock.now() }
            const { account_id: _, ...set } = row
            const body = { success: true, result: presentReceptor(row) }
            await store.commit([
              before === undefined
                ? insert('tax_receptors', row)
                : // Nobody may have changed it meanwhile.
                  update('tax_receptors', set, before),
              trailWrite(clock, requestActor(request), {
                accountId,
                action: 'fees.receptor_changed',
                subject: accountId,
                before: before && presentReceptor(before),
                after: presentReceptor(row),
              }),
              ...effect.answered(body),
            ])
            return body
          },
          { again: conflictOn('tax_receptors'), row: `receptor ${accountId}` },
        )
      }),
  )
}

function checked<T extends Taxpayer & { cfdi_use: string }>(receptor: T, issuer: Taxpayer | undefined): T {
  const fields: FieldProblems = genericReceptorFaults(receptor, issuer?.postal_code)
  if (!isRfc(receptor.rfc)) fields.rfc = [[`rfc ${rfcProblem[0]}`, `rfc ${rfcProblem[1]}`]]
  if (!isTaxName(receptor.name))
    fields.name = [['name debe tener de 1 a 300 caracteres, sin |', 'name must have 1 to 300 characters, without |']]
  if (!isPostalCode(receptor.postal_code))
    fields.postal_code = [['postal_code debe tener 5 dígitos', 'postal_code must have 5 digits']]
  if (fields.rfc === undefined && !fitsRegime(receptor.rfc, receptor.regime))
    fields.regime = [
      [
        'regime debe ser una clave de c_RegimenFiscal que corresponda al RFC',
        'regime must be a key of c_RegimenFiscal that fits the RFC',
      ],
    ]
  refuseInvalid(fields)
  return receptor
}

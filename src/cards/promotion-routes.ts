// GET /v1/partial-payment/promotion/{bin}/{amount}: over how many months without interest a card may pay an amount.
import Type from 'typebox'
import { CardIssuer } from '../api/description/answer-members.ts'
import { answer } from '../api/fields.ts'
import type { App } from '../api/server.ts'
import type { Issuer } from '../core/cards/issuers.ts'
import { brandOf } from '../core/cards/number.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { promotionsFor } from '../core/instalments.ts'
import { amountNumber, parseAmount } from '../core/money.ts'
import { Failure } from '../failures.ts'

const Promotions = Type.Object(
  {
    binInfo: Type.Object({
      bin: Type.String({ description: 'The first digits of the card number, as you sent them', examples: ['512745'] }),
      brand: Type.String({ description: 'Empty for a brand that is not taken here' }),
      bank_name: CardIssuer,
      country_code: Type.String({ description: 'The issuer’s country, ISO 3166 alpha-2; empty when unknown' }),
      funding: Type.String({ description: 'DEBIT, CREDIT, PREPAID or UNKNOWN', examples: ['CREDIT'] }),
    }),
    promotions: Type.Array(
      Type.Object({
        months: Type.Integer({ description: 'How many monthly instalments: send it as `months`' }),
        rate: Type.Number({ description: 'Percent that the merchant pays on top of the fee, before IVA' }),
        amount: Type.Number({ description: 'Of one month' }),
        promotionId: Type.String({ description: 'Names these terms; a charge does not need it' }),
      }),
      { description: 'The terms on which it can be paid in months without interest; empty when there are none' },
    ),
    cash: Type.Number({ description: 'The amount of a single payment' }),
  },
  { title: 'Promotions' },
)

export function promotionRoutes(app: App, { issuerOf }: { issuerOf(digits: string): Readonly<Issuer> }): void {
  app.get(
    '/v1/partial-payment/promotion/:bin/:amount',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listPromotions',
        tags: ['Payments'],
        summary: 'List months without interest',
        description:
          'The first 6 to 8 digits of a card and an amount. Credit cards may pay from 500.00 on over 3, 6, 9, 12 or 18 months, 100.00 a month at least; `months` in the charge chooses one.',
        params: Type.Object({
          bin: Type.String({ examples: ['512745'] }),
          amount: Type.String({ examples: ['600.00'] }),
        }),
        response: answer(Promotions),
      },
    },
    async (request) => {
      const { bin } = request.params
      const centavos = read(bin, request.params.amount)
      const { bankName, countryCode, funding } = issuerOf(bin)
      const offers = promotionsFor({ funding, centavos })
      return {
        success: true,
        result: {
          binInfo: { bin, brand: brandOf(bin) ?? '', bank_name: bankName, country_code: countryCode, funding },
          promotions: offers.map(({ months, rate, amountCentavos, promotionId }) => ({
            months,
            rate,
            amount: amountNumber(amountCentavos),
            promotionId,
          })),
          cash: amountNumber(centavos),
        },
      }
    },
  )
}

function read(bin: string, amount: string): number {
  const fields: FieldProblems = {}
  if (!/^\d{6,8}$/.test(bin)) fields.bin = [['bin debe tener de 6 a 8 dígitos', 'bin must have 6 to 8 digits']]
  const parsed = parseAmount(amount, { minCentavos: 1 })
  if ('problem' in parsed) fields.amount = [[`amount ${parsed.problem[0]}`, `amount ${parsed.problem[1]}`]]
  if ('problem' in parsed || fields.bin) throw new Failure('parameters-invalid', { fields })
  return parsed.centavos
}

// The console's previews of money before a person moves it.
import Type, { type Static } from 'typebox'
import { answer, choice, Id, orNull } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { formatAmount, parseAmount } from '../../core/money.ts'
import { railOf } from '../../core/rail.ts'
import { Failure } from '../../failures.ts'
import { checkAllowed } from '../../operations/reversal/reverse.ts'
import { netOf } from '../../refunds/parts.ts'
import { quoteRefund, type RefundQuote } from '../../refunds/quote.ts'
import { type Way, wayOf } from '../../refunds/way.ts'
import type { ConsoleNeeds } from '../needs.ts'

const RefundPreview = Type.Object(
  {
    left: Type.String({ description: 'What can still be given back' }),
    amount: Type.String(),
    fee: Type.String({ description: 'The part of the fee that comes back with it, IVA included' }),
    affiliate: Type.String({ description: 'The part of the affiliate’s share that comes back with it' }),
    net: Type.String({ description: 'What it costs the merchant' }),
    owed: Type.String({ description: 'What the merchant is owed now' }),
    owed_after: Type.String(),
    cover: Type.String({ description: 'Where its money comes from' }),
    from_reserve: Type.String(),
    way: choice(['acquirer', 'transfer']),
    asks: Type.Boolean({ description: 'The payer’s account is asked for' }),
    email: Type.String(),
    clabe: Type.String({ description: 'The last digits of the account' }),
    beneficiary: Type.String(),
    reversal: orNull(
      Type.Object(
        { amount: Type.String(), net: Type.String() },
        { description: 'Cancelling all of it instead, while possible: its fee comes back whole' },
      ),
    ),
  },
  { title: 'RefundPreview' },
)

export function moneyRoutes(app: App, needs: ConsoleNeeds): void {
  const hide = { hide: true }

  app.get(
    '/v1/console/operations/:id/give-back',
    {
      config: { access: 'refund' },
      schema: {
        ...hide,
        params: Type.Object({ id: Id }),
        querystring: Type.Object({ amount: Type.Optional(Type.String()) }),
        response: answer(RefundPreview),
      },
    },
    async (request) => {
      const { accountId } = request.caller
      const { amount } = request.query
      const parsed = amount ? parseAmount(amount, { minCentavos: 1 }) : undefined
      if (parsed !== undefined && 'problem' in parsed) {
        const [es, en] = parsed.problem
        throw new Failure('parameters-invalid', { fields: { amount: [[`amount ${es}`, `amount ${en}`]] } })
      }
      const quote = await quoteRefund(needs, {
        accountId,
        operationId: request.params.id,
        amountCentavos: parsed?.centavos,
      })
      const way = await wayKnown(needs, quote)
      return { success: true, result: present(quote, way, isReversible(needs, quote, way)) }
    },
  )
}

/** The destination of a refund; undefined while no account is named. */
async function wayKnown(needs: ConsoleNeeds, { operation, parts }: RefundQuote): Promise<Way | undefined> {
  try {
    return await wayOf(needs.refunds, operation, { amountCentavos: parts.amount_centavos, destination: undefined })
  } catch (error) {
    if (error instanceof Failure && error.reason === 'parameters-invalid') return undefined
    throw error
  }
}

/** Whether the whole payment can still be cancelled, which gives its fee back too. */
function isReversible(
  { clock, reversalWindow: window }: ConsoleNeeds,
  { operation }: RefundQuote,
  way: Way | undefined,
): boolean {
  if (operation.refunded_centavos > 0 || operation.disputed_centavos > 0) return false
  // A transfer needs the payer's account.
  if (railOf(operation.rail).reversal === 'transfer' && way?.destination == null) return false
  try {
    checkAllowed({ clock, window }, operation)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

function present(
  { operation, leftCentavos, parts, standing, cover }: RefundQuote,
  way: Way | undefined,
  reversible: boolean,
): Static<typeof RefundPreview> {
  const { fee_centavos: fee, iva_centavos: iva, affiliate_centavos: affiliate } = operation
  return {
    left: formatAmount(leftCentavos),
    amount: formatAmount(parts.amount_centavos),
    fee: formatAmount(parts.fee_centavos + parts.iva_centavos),
    affiliate: formatAmount(parts.affiliate_centavos),
    net: formatAmount(netOf(parts)),
    owed: formatAmount(standing.owedCentavos),
    owed_after: formatAmount(standing.owedCentavos - netOf(parts)),
    cover: cover.kind,
    from_reserve: formatAmount(cover.kind === 'taken' ? cover.reserveCentavos : 0),
    way: way?.way ?? 'transfer',
    asks: way?.destination == null && way?.way !== 'acquirer',
    email: way?.email ?? '',
    clabe: way?.destination?.slice(-4) ?? '',
    beneficiary: way?.beneficiary ?? '',
    reversal: reversible
      ? {
          amount: formatAmount(operation.total_centavos),
          net: formatAmount(operation.total_centavos - fee - iva - affiliate),
        }
      : null,
  }
}

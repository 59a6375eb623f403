// `cobro pay CARD AMOUNT`: a card payment from end to end - key, sealing, token, charge - and its receipt.
import { CobroError } from '../../../client/src/errors.ts'
import { say, type Words } from '../terminal/speech.ts'
import { type Command, EXIT, type Invocation, UsageError, wanted } from './command.ts'

/** The fields of `--with`. The card's other data are invented: only the sandbox accepts them. */
export const PAY_FIELDS = {
  name: 'Cobro Pay',
  expiration: '3512',
  description: 'cobro pay',
  reference: '',
  transaction: '',
  months: '',
  capture: '',
} as const

type Payment = { number: string; amount: string } & Record<keyof typeof PAY_FIELDS, string>

export const payCommand: Command = {
  synopsis: 'CARD AMOUNT [--with field=value]',
  summary: 'pay by card in the sandbox',
  options: [`fields: ${Object.keys(PAY_FIELDS).join(', ')}`],
  run: async (invocation) => {
    const [number, amount] = invocation.positionals
    const fields = fieldsOf(invocation.options.with, PAY_FIELDS)
    const { output } = invocation
    try {
      const paid = await payByCard(invocation, {
        number: wanted(number, 'the card number').replace(/\D/g, ''),
        amount: wanted(amount, 'the amount'),
        ...fields,
      })
      const { recipe } = paid
      const authorisation = paid.autorization_code || say(['ninguna', 'none'])
      const values = {
        amount: `${recipe.total.amount} ${recipe.total.currency}`,
        standing: say(standingOf(paid)),
        card: `${paid.card_type} ${paid.card}`,
        authorisation,
      }
      const line: Words = [
        '{amount} {standing}, {card}, autorización {authorisation}',
        '{amount} {standing}, {card}, authorisation {authorisation}',
      ]
      const text = `${say(line, values)}\n    ${paid.payer_url ?? recipe.url}`
      output.say(paid.status ? 'good' : 'warning', text, { ...recipe })
      return EXIT.done
    } catch (error) {
      if (!(error instanceof CobroError) || !error.declined) throw error
      const { code, message, detail } = error
      output.say('bad', `${say(['declinado con', 'declined with'])} ${detail?.code}: ${detail?.message}`, {
        error: { code, message, detail },
      })
      return EXIT.refused
    }
  },
}

function standingOf({ status, payer_url, recipe }: Awaited<ReturnType<typeof payByCard>>): Words {
  if (status)
    return recipe.status === 'A' ? ['autorizado, por capturar', 'authorised, to be captured'] : ['pagado', 'paid']
  return payer_url
    ? ['pendiente: quien paga debe actuar', 'pending: the payer must act']
    : ['pendiente: el banco todavía no responde', 'pending: the bank has not answered yet']
}

export async function payByCard(
  { cobro, output, signal }: Pick<Invocation, 'cobro' | 'output' | 'signal'>,
  payment: Payment,
) {
  const { number, name, expiration, amount, description, reference, transaction, months, capture } = payment
  const cvv = securityCodeFor(number)
  output.note(say(['Sellando la tarjeta y haciendo un token …', 'Sealing the card and making a token …']))
  const token = await cobro.tokens.create({ number, cardholder_name: name, expiration, cvv }, { signal })
  output.note(say(['Cobrando a {token} …', 'Charging {token} …'], { token: token.token }))
  return cobro.payments.card(
    {
      recurrent: token.token,
      payment: {
        total: { amount },
        external: { transaction },
        reference: { description, number: reference },
      },
      ...(capture === '' ? {} : { capture: capture !== 'false' }),
      ...(months === '' ? {} : { months: Number(months) as 3 }),
    },
    { signal },
  )
}

/** The sandbox accepts any code of the right length: four digits on American Express. */
export function securityCodeFor(number: string): string {
  return /^3[47]/.test(number) ? '1234' : '123'
}

/** The fields with the values of `--with`. Refuses unknown names. */
export function fieldsOf<F extends Record<string, string>>(
  typed: Record<string, string>,
  fields: F,
): Record<keyof F, string> {
  for (const name of Object.keys(typed)) {
    if (fields[name] === undefined)
      throw new UsageError(
        say(['--with {name}: los campos son {fields}', '--with {name}: the fields are {fields}'], {
          name,
          fields: Object.keys(fields).join(', '),
        }),
      )
  }
  return { ...fields, ...typed }
}

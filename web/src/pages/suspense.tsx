// Suspense: received money that paid no operation, and waits for a person to give it back or accept it.
import type { ReceivedPayment } from '../../../client/src/types.ts'
import { moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { List } from '../parts/list.tsx'
import { Next, useCursor } from '../parts/next.tsx'
import { receivedReason } from '../parts/received-reason.ts'
import { RowLink } from '../parts/row-link.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { rails } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'

export function Page() {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const read = useRead<{ payments: ReceivedPayment[]; next: string | null }>(
    `/v1/received-payments?outcome=suspended&${useCursor()}`,
  )
  return (
    <>
      <h1>{say(['En suspenso', 'In suspense'])}</h1>
      <p className="quiet">
        {say([
          'Dinero que llegó y no paga nada como está: de más, de menos, tarde o dos veces. Espera a que alguien decida.',
          'Received money that pays no voucher: too much, too little, late or twice. It waits for a person to decide.',
        ])}
      </p>
      <section className="card">
        <Read of={read}>
          {({ payments }) =>
            payments.length === 0 ? (
              <Empty
                title={say(['Nada espera', 'Nothing waits'])}
                text={say([
                  'Cada pago que llegó es de una operación, o ya se devolvió.',
                  'Every received payment belongs to an operation, or was given back.',
                ])}
              />
            ) : (
              <List<ReceivedPayment>
                caption={say(['Lo que espera', 'What waits'])}
                isTitled
                rows={payments}
                idOf={({ id }) => id}
                columns={[
                  {
                    head: ['Monto', 'Amount'],
                    area: 'first',
                    right: true,
                    cell: ({ amount }) => <strong>{money(amount.amount)}</strong>,
                  },
                  {
                    head: ['Por qué', 'Why'],
                    area: 'second',
                    cell: ({ reason }) => say(receivedReason(reason) ?? [reason, reason]),
                  },
                  { head: ['Forma', 'Way'], area: 'third', cell: ({ rail }) => say(rails[rail]) },
                  {
                    head: ['Llegó', 'Came'],
                    area: 'when',
                    whole: true,
                    sort: ({ received_at }) => received_at,
                    cell: ({ received_at }) => moment(received_at, language),
                  },
                  {
                    head: ['Operación', 'Operation'],
                    area: 'state',
                    cell: ({ transaction }) =>
                      transaction ? (
                        <RowLink href={`/operations/${transaction}`}>
                          {say(['Ver la ficha', 'See the voucher'])}
                        </RowLink>
                      ) : (
                        '—'
                      ),
                  },
                  {
                    head: ['Decidir', 'Decide'],
                    area: 'acts',
                    cell: (payment) =>
                      can('refund') && (
                        <>
                          <Return payment={payment} />
                          <Accept payment={payment} />
                        </>
                      ),
                  },
                ]}
              />
            )
          }
        </Read>
        <Next list={read.data} />
      </section>
    </>
  )
}

function Return({ payment: { id, amount, payer_clabe } }: { payment: ReceivedPayment }) {
  const { say } = useLanguage()
  return (
    <Ask
      plain
      button={say(['Devolver', 'Give back'])}
      title={say(['¿Devolver {amount}?', 'Give back {amount}?'], { amount: money(amount.amount) })}
      text={
        payer_clabe
          ? say(
              [
                'Se transfieren a la cuenta de la que vinieron, {clabe}.',
                'It goes to the account that it came from, {clabe}.',
              ],
              { clabe: payer_clabe },
            )
          : say(['Se transfieren a la cuenta que escribas.', 'It goes to the account that you enter.'])
      }
      confirm={say(['Sí, devolver', 'Yes, give back'])}
      change={(form) => {
        const text = (name: string) => textIn(form, name) || undefined
        return {
          method: 'POST',
          path: `/v1/received-payments/${id}/release`,
          body: { action: 'return', clabe: text('clabe')?.replaceAll(' ', ''), beneficiary: text('beneficiary') },
        }
      }}
    >
      {!payer_clabe && (
        <>
          <Field label={say(['CLABE, 18 dígitos', 'CLABE, 18 digits'])}>
            <input name="clabe" inputMode="numeric" maxLength={22} required />
          </Field>
          <Field label={say(['A nombre de', 'Account holder'])}>
            <input name="beneficiary" required maxLength={40} />
          </Field>
        </>
      )}
    </Ask>
  )
}

/** Only where something waits for exactly this money. */
function Accept({ payment: { id, amount, transaction, acceptable = false } }: { payment: ReceivedPayment }) {
  const { say } = useLanguage()
  const values = { amount: money(amount.amount) }
  return (
    <Ask
      plain
      never={
        acceptable
          ? undefined
          : transaction
            ? say(['No se puede tomar por la ficha.', 'It cannot be accepted for the voucher.'])
            : say(['Ningún pago lo espera.', 'No payment waits for it.'])
      }
      button={
        transaction
          ? say(['Tomar por la ficha', 'Accept it for the voucher'])
          : say(['Tomar como pago del cliente', 'Accept it as the customer’s payment'])
      }
      title={
        transaction
          ? say(['¿Tomar {amount} por la ficha?', 'Take {amount} for the voucher?'], values)
          : say(['¿Tomar {amount} como pago del cliente?', 'Take {amount} as the customer’s payment?'], values)
      }
      text={
        transaction
          ? say(['La ficha queda pagada.', 'The voucher is paid.'])
          : say(['Queda como pago de quien tiene esa CLABE.', 'It is a payment of the customer who has that CLABE.'])
      }
      confirm={say(['Sí, tomarlo', 'Yes, accept it'])}
      change={() => ({ method: 'POST', path: `/v1/received-payments/${id}/release`, body: { action: 'accept' } })}
    />
  )
}

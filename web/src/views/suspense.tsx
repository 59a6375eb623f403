// Suspense: received money that paid no operation, and waits for a person to give it back or accept it.
import { Link } from 'wouter'
import type { ReceivedPayment } from '../../../client/src/types.ts'
import { moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { List } from '../parts/list.tsx'
import { Next, useCursor } from '../parts/next.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { heldBecause, rails } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import type { View } from '../view.ts'

function Page() {
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
                rows={payments}
                idOf={({ id }) => id}
                columns={[
                  {
                    head: ['Llegó', 'Came'],
                    whole: true,
                    sort: ({ received_at }) => received_at,
                    cell: ({ received_at }) => moment(received_at, language),
                  },
                  { head: ['Monto', 'Amount'], right: true, cell: ({ amount }) => money(amount.amount) },
                  { head: ['Forma', 'Way'], cell: ({ rail }) => say(rails[rail]) },
                  { head: ['Por qué', 'Why'], cell: ({ reason }) => say(heldBecause[reason] ?? [reason, reason]) },
                  {
                    head: ['Operación', 'Operation'],
                    cell: ({ transaction }) =>
                      transaction ? (
                        <Link href={`/operations/${transaction}`}>{say(['Ver la ficha', 'See the voucher'])}</Link>
                      ) : (
                        '—'
                      ),
                  },
                  {
                    head: ['Decidir', 'Decide'],
                    cell: ({ id, amount, payer_clabe }) =>
                      can('refund') && (
                        <>
                          <Ask
                            plain
                            button={say(['Devolver', 'Give back'])}
                            title={say(['¿Devolver {amount}?', 'Give back {amount}?'], {
                              amount: money(amount.amount),
                            })}
                            text={
                              payer_clabe
                                ? say(
                                    [
                                      'Se transfieren a la cuenta de la que vinieron, {clabe}.',
                                      'It goes to the account that it came from, {clabe}.',
                                    ],
                                    { clabe: payer_clabe },
                                  )
                                : say([
                                    'Se transfieren a la cuenta que escribas.',
                                    'It goes to the account that you enter.',
                                  ])
                            }
                            confirm={say(['Sí, devolver', 'Yes, give back'])}
                            change={(form) => {
                              const text = (name: string) => String(form.get(name) ?? '').trim() || undefined
                              return {
                                method: 'POST',
                                path: `/v1/received-payments/${id}/release`,
                                body: { action: 'return', clabe: text('clabe'), beneficiary: text('beneficiary') },
                              }
                            }}
                          >
                            {!payer_clabe && (
                              <>
                                <Field label="CLABE">
                                  <input name="clabe" inputMode="numeric" pattern="[0-9]{18}" required />
                                </Field>
                                <Field label={say(['A nombre de', 'Account holder'])}>
                                  <input name="beneficiary" required maxLength={100} />
                                </Field>
                              </>
                            )}
                          </Ask>
                          <Ask
                            plain
                            button={say(['Tomar por la ficha', 'Accept it for the voucher'])}
                            title={say(['¿Tomar {amount} por la ficha?', 'Take {amount} for the voucher?'], {
                              amount: money(amount.amount),
                            })}
                            text={say([
                              'La ficha queda pagada, si es exactamente su monto.',
                              'The voucher is paid, if it is exactly its amount.',
                            ])}
                            confirm={say(['Sí, tomarlo', 'Yes, accept it'])}
                            change={() => ({
                              method: 'POST',
                              path: `/v1/received-payments/${id}/release`,
                              body: { action: 'accept' },
                            })}
                          />
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

export const view: View = {
  path: '/suspense',
  group: 'money',
  order: 5,
  title: ['En suspenso', 'In suspense'],
  needs: ['read'],
  Page,
}

// Vouchers to be paid: those that end first, with the button that reminds the payer.
import { useSearchParams } from 'wouter'
import { at } from '../base.ts'
import { centavos, count, money, nearMoment, pesos } from '../format.ts'
import { counted, useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { List } from '../parts/list.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Segments } from '../parts/segments.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { rails } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import type { Calls, WaitingVoucher } from '../wire.ts'

const SPANS: readonly (readonly [days: string, words: Words])[] = [
  ['2', ['Hoy y mañana', 'Today and tomorrow']],
  ['7', ['7 días', '7 days']],
  ['all', ['Todas', 'All']],
]

export function Page() {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const [query, setQuery] = useSearchParams()
  const [span] = SPANS.find(([days]) => days === query.get('days')) ?? (['all'] as const)
  const read = useRead<Calls['GET /v1/console/vouchers']['result']>(`/v1/console/vouchers?days=${span}`, 30_000)
  return (
    <>
      <div className="head">
        <hgroup>
          <h1>{say(['Fichas por pagar', 'Unpaid vouchers'])}</h1>
          <p className="quiet">{say(['Primero las que vencen antes.', 'Those that end first come first.'])}</p>
        </hgroup>
        <Segments
          legend={['Vencen', 'They end']}
          choices={SPANS}
          chosen={span}
          choose={(days) => setQuery(days === 'all' ? {} : { days })}
        />
      </div>
      <section className="card">
        <Read of={read}>
          {({ vouchers, more }) =>
            vouchers.length === 0 ? (
              <Empty
                before={span === 'all'}
                title={say(['Ninguna ficha espera', 'No voucher waits'])}
                text={say([
                  'Las que emitas aparecen aquí hasta que se pagan.',
                  'New ones show up here until they are paid.',
                ])}
              >
                <a className="button" href={at('/docs/pages/docs/guides/cash.md')}>
                  {say(['Cómo se emite una ficha', 'How to issue a voucher'])}
                </a>
              </Empty>
            ) : (
              <List<WaitingVoucher>
                caption={
                  more
                    ? say(['Las primeras {many}', 'The first {many}'], { many: count(vouchers.length) })
                    : say(
                        counted(
                          vouchers.length,
                          ['{many} ficha · {sum}', '{many} voucher · {sum}'],
                          ['{many} fichas · {sum}', '{many} vouchers · {sum}'],
                        ),
                        {
                          many: count(vouchers.length),
                          sum: pesos(vouchers.reduce((sum, { amount }) => sum + centavos(amount), 0)),
                        },
                      )
                }
                isTitled
                rows={vouchers}
                idOf={({ transaction }) => transaction}
                hrefOf={({ transaction }) => `/operations/${transaction}`}
                columns={[
                  {
                    head: ['Monto', 'Amount'],
                    area: 'first',
                    right: true,
                    cell: ({ transaction, amount }) => (
                      <RowLink className="amount" href={`/operations/${transaction}`}>
                        {money(amount)}
                      </RowLink>
                    ),
                  },
                  {
                    head: ['Por qué', 'For what'],
                    area: 'second',
                    cut: true,
                    cell: ({ description, reference }) => (
                      <>
                        {description || '—'}
                        {reference && (
                          <span className="quiet">
                            {' '}
                            · <span className="id">{reference}</span>
                          </span>
                        )}
                      </>
                    ),
                  },
                  {
                    head: ['Forma', 'Way'],
                    area: 'third',
                    whole: true,
                    cell: ({ payment_method, chain }) => chain || say(rails[payment_method]),
                  },
                  {
                    head: ['Vence', 'Ends'],
                    area: 'when',
                    told: ['vence', 'ends'],
                    whole: true,
                    cell: ({ expires_at }) => nearMoment(expires_at, language),
                  },
                  {
                    head: ['Recordar', 'Remind'],
                    area: 'state',
                    cell: ({ transaction }) => can('charge') && <Remind transaction={transaction} />,
                  },
                ]}
              />
            )
          }
        </Read>
      </section>
    </>
  )
}

function Remind({ transaction }: { transaction: string }) {
  const { say } = useLanguage()
  return (
    <Ask
      plain
      button={say(['Enviar ficha', 'Send the slip'])}
      title={say(['¿A dónde va la ficha?', 'Where to?'])}
      text={say(['Quien paga la recibe otra vez. No se mueve dinero.', 'The payer gets it again. No money moves.'])}
      confirm={say(['Enviar', 'Send'])}
      change={(form) => ({
        method: 'POST',
        path: '/v1/operations/send',
        body: { id: transaction, email: textIn(form, 'email') },
      })}
    >
      <Field label={say(['Correo', 'E-mail'])}>
        <input name="email" type="email" required maxLength={254} />
      </Field>
    </Ask>
  )
}

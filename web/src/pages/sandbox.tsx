// Sandbox: plays the payer of a voucher, moves the clock, shows the messages to payers.
import type { MailboxMessage, Operation, SandboxClock } from '../../../client/src/types.ts'
import { at } from '../base.ts'
import { LONG_WORK_MS } from '../call.ts'
import { moment, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask } from '../parts/ask.tsx'
import { List } from '../parts/list.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Long } from '../parts/scrolled.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { rails } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { Faults } from '../sandbox/faults.tsx'
import { useSession } from '../session.tsx'

/** The ways to pay a voucher, and the fields that each sends besides the voucher. */
const ways: [name: Words, what: Words, body: (total: number) => object][] = [
  [['Pagar', 'Pay'], ['Por el monto exacto: queda pagada.', 'The exact amount: it is paid.'], () => ({})],
  [
    ['De menos', 'Too little'],
    [
      'Un peso menos: no la paga; el dinero vuelve o queda en suspenso.',
      'One peso short: the voucher stays unpaid; the money goes back or is kept in suspense.',
    ],
    (total) => ({ amount: (total - 1).toFixed(2) }),
  ],
  [
    ['De más', 'Too much'],
    [
      'Un peso más: no la paga; el dinero vuelve o queda en suspenso.',
      'One peso over: the voucher stays unpaid; the money goes back or is kept in suspense.',
    ],
    (total) => ({ amount: (total + 1).toFixed(2) }),
  ],
  [
    ['Aviso doble', 'Reported twice'],
    ['La red lo reporta dos veces: es un solo pago.', 'The network reports it twice: it is one payment.'],
    () => ({ report_twice: true }),
  ],
  [
    ['Aviso tarde', 'Reported late'],
    ['La red lo reporta 8 horas después: mueve el reloj.', 'The network reports it 8 hours later: move the clock.'],
    () => ({ report_after: 'PT8H' }),
  ],
]

/** Of one peso nobody can pay one peso less. */
function waysFor(total: number): typeof ways {
  return ways.filter(([, , body]) => Number((body(total) as { amount?: string }).amount ?? total) > 0)
}

type Voucher = Exclude<Operation, { payment_method: 'POS' }>

/** Where the payer of a voucher pays. */
const PAY: Record<Voucher['payment_method'], string> = {
  OXX: '/v1/sandbox/pay/store',
  SPE: '/v1/sandbox/pay/spei',
}

const steps: [Words, string][] = [
  [['1 hora', '1 hour'], 'PT1H'],
  [['1 día', '1 day'], 'P1D'],
  [['3 días', '3 days'], 'P3D'],
  [['1 mes', '1 month'], 'P30D'],
]

export function Page() {
  const { say } = useLanguage()
  return (
    <>
      <h1>{say(['Sandbox', 'Sandbox'])}</h1>
      <Clock />
      <Vouchers />
      <Faults />
      <Mailbox />
    </>
  )
}

function Clock() {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const read = useRead<SandboxClock>('/v1/sandbox/clock', 5_000)
  return (
    <section className="card">
      <div className="head">
        <h2>{say(['El reloj', 'The clock'])}</h2>
        <Read of={read}>
          {({ now, frozen }) => (
            <strong data-figure="clock">
              {moment(now, language, true)} {frozen && say(['(detenido)', '(stopped)'])}
            </strong>
          )}
        </Read>
      </div>
      {can('admin') && (
        <div className="row">
          {steps.map(([words, advance]) => (
            <Ask
              key={advance}
              button={`+ ${say(words)}`}
              title={say(['¿Adelantar el reloj {step}?', 'Move the clock {step} ahead?'], { step: say(words) })}
              text={say([
                'Es el reloj de todo el servicio. En el camino vencen fichas, se reintentan webhooks, se cobran planes y se liquida.',
                'It is the clock of the whole service. On the way vouchers expire, webhooks are tried again, plans charge and payouts are made.',
              ])}
              confirm={say(['Adelantar', 'Move it'])}
              change={() => ({ method: 'PUT', path: '/v1/sandbox/clock', body: { advance }, longestMs: LONG_WORK_MS })}
            />
          ))}
        </div>
      )}
    </section>
  )
}

function Vouchers() {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const read = useRead<{ operations: Operation[] }>('/v1/operations?status=P&limit=50', 5_000)
  return (
    <section className="card">
      <h2>{say(['Fichas que esperan', 'Vouchers that wait'])}</h2>
      <Read of={read}>
        {({ operations }) => {
          const vouchers = operations.filter((one) => one.payment_method !== 'POS')
          if (vouchers.length === 0)
            return (
              <Empty
                title={say(['Ninguna', 'None'])}
                text={say([
                  'Emite una con la API o en la tienda de ejemplo.',
                  'Issue one with the API or in the example shop.',
                ])}
              />
            )
          return (
            <List<Voucher>
              caption={say(['Juega a ser quien paga', 'Play the payer'])}
              rows={vouchers}
              idOf={({ transaction }) => transaction}
              columns={[
                {
                  head: ['Creada', 'Created'],
                  whole: true,
                  cell: ({ transaction, timestamp }) => (
                    <RowLink href={`/operations/${transaction}`}>{moment(timestamp, language)}</RowLink>
                  ),
                },
                { head: ['Forma', 'Way'], cell: ({ payment_method }) => say(rails[payment_method]) },
                { head: ['Monto', 'Amount'], right: true, cell: ({ total }) => money(total.amount) },
                {
                  head: ['Pagarla', 'Pay it'],
                  cell: ({ transaction, payment_method, total }) =>
                    can('charge') &&
                    waysFor(Number(total.amount)).map(([name, what, body]) => (
                      <Ask
                        key={name[1]}
                        plain
                        button={say(name)}
                        title={`${say(name)}: ${money(total.amount)}`}
                        text={say(what)}
                        confirm={say(name)}
                        change={() => ({
                          method: 'POST',
                          path: PAY[payment_method],
                          body: { transaction, ...body(Number(total.amount)) },
                        })}
                      />
                    )),
                },
              ]}
            />
          )
        }}
      </Read>
    </section>
  )
}

function Mailbox() {
  const { say, language } = useLanguage()
  const { session } = useSession()
  const read = useRead<{ messages: MailboxMessage[] }>('/v1/sandbox/mailbox?limit=20', 5_000)
  return (
    <section className="card">
      <div className="head">
        <h2>{say(['El buzón', 'The mailbox'])}</h2>
        {session.local && <a href={at('/mailbox')}>{say(['Ver todo', 'See all of it'])}</a>}
      </div>
      <Read of={read}>
        {({ messages }) =>
          messages.length === 0 ? (
            <Empty
              title={say(['Vacío', 'Empty'])}
              text={say(['Aquí caen los correos y SMS.', 'E-mails and SMS land here.'])}
            />
          ) : (
            <ul className="stack">
              {messages.map((message) => (
                <li key={message.id}>
                  <details>
                    <summary>
                      {moment(message.timestamp, language, true)} · {message.recipient} ·{' '}
                      {message.subject || message.body.slice(0, 60)}
                    </summary>
                    <Long label={message.subject || 'SMS'} text={message.body} />
                  </details>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
    </section>
  )
}

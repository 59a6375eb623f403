// Payment links: those that were made, with their state and uses; and one, to share, to print and to cancel.
import { Link, useSearchParams } from 'wouter'
import type { Checkout, CheckoutList, CheckoutWithPayments } from '../../../client/src/types.ts'
import { checkoutStateWords } from '../../../src/checkout/code-words.ts'
import { operationStateWords } from '../../../src/operations/code-words.ts'
import { count, moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { amountOf } from '../links/amount.ts'
import { CreateLink } from '../links/create.tsx'
import { Share } from '../links/share.tsx'
import { Ask } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { Copied } from '../parts/copy.tsx'
import { Facts } from '../parts/facts.tsx'
import { List } from '../parts/list.tsx'
import { Next, useCursor } from '../parts/next.tsx'
import { type Choice, OnlyPick, STATE } from '../parts/pick.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { rails } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import { ItemTitle } from '../title.ts'

const STATES: Choice[] = [
  ['open', ['Abiertos', 'Open']],
  ['paid', ['Pagados', 'Paid']],
  ['expired', ['Vencidos', 'Expired']],
  ['cancelled', ['Cancelados', 'Cancelled']],
]

export function Page() {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const [query] = useSearchParams()
  const status = query.get('status') ?? ''
  const read = useRead<CheckoutList>(`/v1/checkout?${useCursor()}${status === '' ? '' : `&status=${status}`}`)
  return (
    <>
      <div className="head">
        <h1>{say(['Links de pago', 'Payment links'])}</h1>
        <div className="row">
          <OnlyPick name="status" title={STATE} all={['Todos', 'All']} choices={STATES} />
          {can('charge') && <CreateLink />}
        </div>
      </div>
      <p className="quiet">
        {say([
          'Una página con tu marca donde cualquiera paga con tarjeta, en tienda o por SPEI. Compártela por WhatsApp o imprime su código.',
          'A page with your brand where anybody pays by card, at a store or by SPEI. Share it by WhatsApp, or print its code.',
        ])}
      </p>
      <section className="card">
        <Read of={read}>
          {({ checkouts }) =>
            checkouts.length === 0 ? (
              <Empty
                before={status === ''}
                title={say(['Ningún link', 'No links'])}
                text={say([
                  'Crea uno con el monto y compártelo: no necesitas programar nada.',
                  'Make one with the amount and share it: you need not program anything.',
                ])}
              />
            ) : (
              <List<Checkout>
                caption={say(['Links de pago, los más nuevos primero', 'Payment links, newest first'])}
                rows={checkouts}
                idOf={({ id }) => id}
                hrefOf={({ id }) => `/links/${id}`}
                columns={[
                  {
                    head: ['Cobra', 'Asks for'],
                    whole: true,
                    area: 'first',
                    cell: (row) => (
                      <RowLink className="amount" href={`/links/${row.id}`}>
                        {amountOf(row, say)}
                      </RowLink>
                    ),
                  },
                  {
                    head: ['Para', 'For'],
                    long: true,
                    cut: true,
                    area: 'second',
                    cell: ({ description, reference }) => [description, reference].filter(Boolean).join(' · ') || '—',
                  },
                  {
                    head: ['Estado', 'State'],
                    area: 'state',
                    cell: ({ status }) => <State of={status} words={checkoutStateWords} />,
                  },
                  {
                    head: ['Pagos', 'Payments'],
                    area: 'third',
                    told: ['pagos:', 'payments:'],
                    whole: true,
                    cell: ({ uses, uses_paid }) =>
                      say(['{paid} de {uses}', '{paid} of {uses}'], { paid: count(uses_paid), uses: count(uses) }),
                  },
                  {
                    head: ['Hasta', 'Until'],
                    whole: true,
                    area: 'when',
                    told: ['hasta', 'until'],
                    sort: ({ expires_at }) => expires_at,
                    cell: ({ expires_at }) => moment(expires_at, language),
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

export function One({ id }: { id: string }) {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const path = `/v1/checkout/${encodeURIComponent(id)}`
  const read = useRead<CheckoutWithPayments>(path, 5_000)
  return (
    <>
      <p>
        <Link href="/links">{say(['← Links de pago', '← Payment links'])}</Link>
      </p>
      <Read of={read} alone>
        {(link) => (
          <>
            <ItemTitle of={[amountOf(link, say), link.description || link.reference].filter(Boolean).join(' ')} />
            <div className="head">
              <h1>
                {amountOf(link, say)} <State of={link.status} words={checkoutStateWords} />
              </h1>
              {link.status === 'open' && can('charge') && (
                <Ask
                  danger
                  button={say(['Cancelar link', 'Cancel the link'])}
                  title={say(['¿Cancelar este link?', 'Cancel this link?'])}
                  text={say([
                    'Nadie podrá empezar a pagar en él. Las fichas que ya se dieron se pueden pagar hasta su último día.',
                    'Nobody can begin to pay there. Slips that were given out can be paid until their last day.',
                  ])}
                  confirm={say(['Sí, cancelar', 'Yes, cancel it'])}
                  change={() => ({ method: 'POST', path: `${path}/cancel`, body: {} })}
                />
              )}
            </div>
            {link.status === 'open' && <Share link={link} />}
            <section className="card">
              <Facts
                facts={[
                  [['Para', 'For'], link.description || '—'],
                  [['Referencia', 'Reference'], link.reference || '—'],
                  [
                    ['Se puede pagar con', 'It can be paid by'],
                    link.ways.map((way) => say(rails[way] ?? [way, way])).join(', '),
                  ],
                  [
                    ['Pagos', 'Payments'],
                    say(['{paid} de {uses}; {pending} en curso', '{paid} of {uses}; {pending} under way'], {
                      paid: count(link.uses_paid),
                      uses: count(link.uses),
                      pending: count(link.uses_pending),
                    }),
                  ],
                  [['Se puede pagar hasta', 'It can be paid until'], moment(link.expires_at, language)],
                  [['Lo hizo', 'Made by'], link.operator || '—'],
                  [['Identificador', 'Identifier'], <Copied key="id" text={link.id} />],
                ]}
              />
            </section>
            <Payments payments={link.payments} />
          </>
        )}
      </Read>
    </>
  )
}

function Payments({ payments }: { payments: CheckoutWithPayments['payments'] }) {
  const { say, language } = useLanguage()
  return (
    <section className="card">
      <h2>{say(['Pagos', 'Payments'])}</h2>
      {payments.length === 0 ? (
        <Empty title={say(['Todavía ninguno', 'None yet'])} />
      ) : (
        <List
          caption={say(['Los más nuevos primero', 'Newest first'])}
          rows={payments}
          idOf={({ transaction }) => transaction}
          hrefOf={({ transaction }) => `/operations/${transaction}`}
          columns={[
            {
              head: ['Monto', 'Amount'],
              right: true,
              area: 'first',
              cell: ({ transaction, total }) => (
                <RowLink href={`/operations/${transaction}`}>{money(total.amount)}</RowLink>
              ),
            },
            {
              head: ['Estado', 'State'],
              area: 'state',
              cell: ({ status }) => <State of={status} words={operationStateWords} />,
            },
            {
              head: ['Con', 'By'],
              area: 'second',
              cell: ({ payment_method }) =>
                say(rails[payment_method as keyof typeof rails] ?? [payment_method, payment_method]),
            },
            {
              head: ['Cuándo', 'When'],
              whole: true,
              area: 'when',
              cell: ({ timestamp }) => moment(timestamp, language),
            },
          ]}
        />
      )}
    </section>
  )
}

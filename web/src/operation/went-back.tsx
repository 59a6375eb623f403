// The returned parts of a payment: its refunds, with the actions for one that waits or failed, and its disputes.
import { Link } from 'wouter'
import type { Dispute, Refund } from '../../../client/src/types.ts'
import { moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { List } from '../parts/list.tsx'
import { stages } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'

export function WentBack({ transaction }: { transaction: string }) {
  const id = encodeURIComponent(transaction)
  const refunds = useRead<{ refunds: Refund[] }>(`/v1/operations/${id}/refunds?limit=100`, 5_000)
  const disputes = useRead<{ disputes: Dispute[] }>(`/v1/disputes?operation=${id}&limit=20`, 5_000)
  return (
    <>
      {refunds.data && refunds.data.refunds.length > 0 && <Refunds refunds={refunds.data.refunds} />}
      {disputes.data && disputes.data.disputes.length > 0 && <Disputes disputes={disputes.data.disputes} />}
    </>
  )
}

function Refunds({ refunds }: { refunds: Refund[] }) {
  const { say, language } = useLanguage()
  return (
    <section className="card">
      <h2>{say(['Devoluciones', 'Refunds'])}</h2>
      <List<Refund>
        caption={say(['Cada una con lo que le pasó', 'Each with what became of it'])}
        rows={refunds}
        idOf={({ id }) => id}
        columns={[
          { head: ['Cuándo', 'When'], whole: true, cell: ({ timestamp }) => moment(timestamp, language) },
          { head: ['Monto', 'Amount'], right: true, cell: ({ amount }) => money(amount.amount) },
          {
            head: ['Estado', 'State'],
            cell: ({ status, waits_for }) => (
              <State of={waits_for === '' ? `refund-${status}` : `waits-${waits_for}`} />
            ),
          },
          {
            head: ['A dónde', 'Where to'],
            long: true,
            cell: ({ method, destination: { clabe, bank_name, name } }) =>
              method === 'card'
                ? say(['A la tarjeta', 'To the card'])
                : clabe === null
                  ? say(['Cuenta por decir', 'Account not said yet'])
                  : [`${bank_name} •${clabe}`, name].filter(Boolean).join(' · '),
          },
          { head: ['Motivo', 'Reason'], long: true, cell: ({ reason, failure }) => failure || reason || '—' },
          { head: ['Decidir', 'Decide'], cell: (refund) => <RefundActs refund={refund} /> },
        ]}
      />
    </section>
  )
}

function RefundActs({ refund }: { refund: Refund }) {
  const { say } = useLanguage()
  const { can } = useSession()
  const { id, amount, status, waits_for } = refund
  const failed = status === 'failed' || status === 'returned'
  if (!can('refund') || !(failed || waits_for !== '')) return '—'
  const values = { amount: money(amount.amount) }
  return (
    <>
      {(failed || waits_for === 'details') && (
        <Ask
          plain
          button={say(['Enviar otra vez', 'Send again'])}
          title={say(['¿Enviar otra vez {amount}?', 'Send {amount} again?'], values)}
          text={say([
            'Por el mismo camino, o a la cuenta que escribas. No toma más dinero de tu saldo.',
            'The same way, or to the account that you enter. It takes nothing more from your balance.',
          ])}
          confirm={say(['Enviar otra vez', 'Send again'])}
          change={(form) => {
            const field = (name: string) => String(form.get(name) ?? '').trim()
            const clabe = field('clabe').replaceAll(' ', '')
            return {
              method: 'POST',
              path: `/v1/refunds/${id}/retry`,
              body: clabe === '' ? {} : { destination: { clabe, name: field('name') } },
            }
          }}
        >
          <Field label={say(['Otra CLABE, si hace falta', 'Another CLABE, if needed'])}>
            <input name="clabe" inputMode="numeric" maxLength={22} />
          </Field>
          <Field label={say(['A nombre de', 'Account holder'])}>
            <input name="name" maxLength={40} />
          </Field>
        </Ask>
      )}
      <Ask
        plain
        button={say(['Cancelar devolución', 'Cancel the refund'])}
        title={say(['¿Cancelar la devolución de {amount}?', 'Cancel the refund of {amount}?'], values)}
        text={say([
          'El dinero vuelve a tu saldo y quien pagó no lo recibe. Después se puede devolver de nuevo.',
          'The money comes back to your balance and the payer does not get it. You can refund it again later.',
        ])}
        confirm={say(['Sí, cancelar la devolución', 'Yes, cancel the refund'])}
        change={() => ({ method: 'POST', path: `/v1/refunds/${id}/cancel` })}
      />
    </>
  )
}

function Disputes({ disputes }: { disputes: Dispute[] }) {
  const { say, language } = useLanguage()
  return (
    <section className="card">
      <h2>{say(['Aclaraciones', 'Disputes'])}</h2>
      <List<Dispute>
        caption={say(['Lo que el banco pregunta o retira', 'What the bank asks about or takes back'])}
        rows={disputes}
        idOf={({ id }) => id}
        columns={[
          {
            head: ['Cuándo', 'When'],
            whole: true,
            cell: ({ id, timestamp }) => <Link href={`/disputes/${id}`}>{moment(timestamp, language)}</Link>,
          },
          { head: ['Monto', 'Amount'], right: true, cell: ({ amount }) => money(amount.amount) },
          { head: ['Etapa', 'Stage'], cell: ({ stage }) => say(stages[stage] ?? [stage, stage]) },
          { head: ['Estado', 'State'], cell: ({ status }) => <State of={status} /> },
          { head: ['Motivo', 'Reason'], long: true, cell: ({ reason }) => reason.text[language] },
        ]}
      />
    </section>
  )
}

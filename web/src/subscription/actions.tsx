// The actions on a subscription, each confirmed once with the charge that is or is not made.
import type { SavedCard } from '../../../client/src/types.ts'
import { moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { brandOf } from '../parts/brand.ts'
import { Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import type { SubscriptionShown } from '../wire.ts'

export function Actions({ of }: { of: SubscriptionShown }) {
  const { say, language } = useLanguage()
  const { can } = useSession()
  if (!can('charge') || of.status === 'cancelled') return null
  const { plan, customer, status, next_charge, resumed_charge, under_way } = of
  const path = `/v1/plan/${encodeURIComponent(plan)}/customers/${encodeURIComponent(customer)}`
  const values = {
    name: of.customer_name,
    plan: of.plan_name,
    amount: money(of.amount),
    next: next_charge ? moment(next_charge, language) : '',
    resumed: resumed_charge ? moment(resumed_charge, language) : '',
    card: of.card_last4 ? `•${of.card_last4}` : '',
  }
  const underWay = under_way && (
    <p>
      {say([
        'Hay un cobro en camino: si el banco lo aprueba, queda pagado.',
        'A charge is under way: if the bank approves it, it is paid.',
      ])}
    </p>
  )
  const notMade = next_charge && !under_way && (
    <p>
      {say(['El cobro de {amount} del {next} no se hace.', 'The charge of {amount} on {next} is not made.'], values)}
    </p>
  )
  return (
    <span className="badges">
      {status === 'active' ? (
        <Ask
          plain
          button={say(['Pausar', 'Pause'])}
          title={say(['¿Pausar {plan} de {name}?', 'Pause {plan} of {name}?'], values)}
          text={
            <div className="stack">
              {notMade}
              {underWay}
              <p>
                {say([
                  'No se cobra nada hasta que la reanudes. Lo ya pagado se queda como está.',
                  'Nothing is charged until you resume it. What was paid stays as it is.',
                ])}
              </p>
            </div>
          }
          confirm={say(['Sí, pausar', 'Yes, pause'])}
          change={() => ({ method: 'POST', path: `${path}/pause`, body: {} })}
        />
      ) : (
        <Ask
          plain
          button={say(['Reanudar', 'Resume'])}
          title={say(['¿Reanudar {plan} de {name}?', 'Resume {plan} of {name}?'], values)}
          text={
            <div className="stack">
              {underWay || (
                <p>
                  {say(
                    [
                      'El siguiente cobro es de {amount} a la tarjeta {card}, el {resumed}.',
                      'The next charge is {amount} to the card {card}, on {resumed}.',
                    ],
                    values,
                  )}
                </p>
              )}
              <p>
                {say([
                  'Los periodos que empezaron en la pausa no se cobran.',
                  'Periods that began during the pause are not charged.',
                ])}
              </p>
            </div>
          }
          confirm={say(['Sí, reanudar', 'Yes, resume'])}
          change={() => ({ method: 'POST', path: `${path}/resume`, body: {} })}
        />
      )}
      <OtherCard of={of} path={path} />
      <Ask
        plain
        danger
        button={say(['Terminar', 'End'])}
        title={say(['¿Sacar a {name} de {plan}?', 'Take {name} off {plan}?'], values)}
        text={
          <div className="stack">
            {notMade}
            {underWay}
            <p>
              {say([
                'No se le vuelve a cobrar. Lo ya pagado no se devuelve: eso se hace en cada operación. Para volver hay que suscribirse otra vez.',
                'They are not charged again. Earlier charges are not refunded: refund them at each operation. To return, they subscribe again.',
              ])}
            </p>
          </div>
        }
        confirm={say(['Sí, terminar', 'Yes, end it'])}
        change={() => ({ method: 'DELETE', path })}
      />
    </span>
  )
}

/** Reads the customer's cards when it opens. */
function OtherCard({ of, path }: { of: SubscriptionShown; path: string }) {
  const { say } = useLanguage()
  return (
    <Ask
      plain
      button={say(['Otra tarjeta', 'Other card'])}
      title={say(['La tarjeta de {plan}', 'The card of {plan}'], { plan: of.plan_name })}
      text={
        of.status === 'active' && of.attempts > 0 && !of.under_way
          ? say(
              [
                'La anterior fue declinada: a la nueva se le cobran {amount} ahora mismo.',
                'The previous card was declined: the new one is charged {amount} at once.',
              ],
              { amount: money(of.amount) },
            )
          : say([
              'Se cobra desde el siguiente cobro. Ahora no se mueve dinero.',
              'The next charge is made to it. No money moves now.',
            ])
      }
      confirm={say(['Cambiar', 'Change'])}
      change={(form) => ({ method: 'PUT', path, body: { card: String(form.get('card') ?? '') } })}
    >
      <CardChoice customer={of.customer} now={of.card} />
    </Ask>
  )
}

/** One of a customer's saved cards. */
export function CardChoice({ customer, now }: { customer: string; now?: string }) {
  const { say } = useLanguage()
  const read = useRead<SavedCard[]>(`/v1/customer/${encodeURIComponent(customer)}/cards`)
  return (
    <Read of={read}>
      {(cards) =>
        cards.length === 0 ? (
          <p className="notice">
            {say(['El cliente no tiene tarjetas guardadas.', 'The customer has no saved cards.'])}
          </p>
        ) : (
          <Field label={say(['Tarjeta', 'Card'])}>
            <select name="card" defaultValue={now} required>
              {cards.map(({ token, type, number }) => (
                <option key={token} value={token}>
                  {brandOf(type)} •{number.slice(-4)}
                </option>
              ))}
            </select>
          </Field>
        )
      }
    </Read>
  )
}

// The saved cards of a customer, and removing one: the dialog first names the plans that charge it.
import type { SavedCard } from '../../../client/src/types.ts'
import { count, money, month } from '../format.ts'
import { counted, useLanguage } from '../language.tsx'
import { Ask } from '../parts/ask.tsx'
import { brandOf } from '../parts/brand.ts'
import { List } from '../parts/list.tsx'
import { Empty } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import { subscriptionsPath } from '../subscription/subscribed.ts'
import type { Calls } from '../wire.ts'

export function Cards({ customer, cards, removed }: { customer: string; cards: SavedCard[]; removed: number }) {
  const { say, language } = useLanguage()
  const { can } = useSession()
  return (
    <section className="card">
      <h2>{say(['Tarjetas guardadas', 'Saved cards'])}</h2>
      {cards.length === 0 ? (
        <Empty
          title={say(['Ninguna', 'None'])}
          text={say([
            'Una tarjeta se guarda con el formulario de tarjeta de tu página, nunca escribiéndola aquí.',
            'A card is saved with the card form of your page, never by typing it here.',
          ])}
        />
      ) : (
        <List<SavedCard>
          caption={say(counted(cards.length, ['{many} tarjeta', '{many} card'], ['{many} tarjetas', '{many} cards']), {
            many: count(cards.length),
          })}
          isTitled
          rows={cards}
          idOf={({ token }) => token}
          columns={[
            {
              head: ['Tarjeta', 'Card'],
              area: 'first',
              whole: true,
              cell: ({ type, number }) => `${brandOf(type)} •${number.slice(-4)}`,
            },
            {
              head: ['Vence', 'Expires'],
              area: 'when',
              told: ['vence en', 'expires in'],
              whole: true,
              cell: ({ expiration }) => month(expires(expiration), language),
            },
            { head: ['A nombre de', 'Holder'], area: 'second', long: true, cell: ({ holder_name }) => holder_name },
            { head: ['Banco', 'Bank'], area: 'third', cell: ({ bank_name }) => bank_name || '—' },
            {
              head: ['Acciones', 'Actions'],
              area: 'acts',
              whole: true,
              cell: (card) => can('charge') && <Remove customer={customer} card={card} />,
            },
          ]}
        />
      )}
      {removed > 0 && (
        <p className="quiet">
          {say(
            counted(
              removed,
              ['{removed} tarjeta quitada antes.', '{removed} card was removed before.'],
              ['{removed} tarjetas quitadas antes.', '{removed} cards were removed before.'],
            ),
            { removed: count(removed) },
          )}
        </p>
      )}
    </section>
  )
}

function Remove({ customer, card: { token, number } }: { customer: string; card: SavedCard }) {
  const { say } = useLanguage()
  const read = useRead<Calls['GET /v1/console/subscriptions']['result']>(subscriptionsPath({ customer }))
  const charging = read.data?.subscriptions.filter(({ card }) => card === token) ?? []
  const card = `•${number.slice(-4)}`
  return (
    <Ask
      plain
      danger
      button={say(['Quitar', 'Remove'])}
      title={say(['¿Quitar la tarjeta {card}?', 'Remove the card {card}?'], { card })}
      text={
        <div className="stack">
          <p>
            {say([
              'Su número se olvida y ya no se le puede cobrar. No se mueve dinero. No se puede deshacer.',
              'Its number is forgotten and it can no longer be charged. No money moves. It cannot be undone.',
            ])}
          </p>
          {charging.map(({ id, plan_name, amount }) => (
            <p key={id} className="notice bad">
              {say(
                [
                  'Con ella se paga {plan}: el próximo cobro de {amount} no pasará y la suscripción quedará en pausa. Cambia antes la tarjeta.',
                  '{plan} is paid with it: the next charge of {amount} will fail and the subscription will be paused. Change the card first.',
                ],
                { plan: plan_name, amount: money(amount) },
              )}
            </p>
          ))}
        </div>
      }
      ready={read.data !== undefined}
      confirm={say(['Sí, quitar', 'Yes, remove'])}
      change={() => ({ method: 'DELETE', path: `/v1/customer/${customer}/cards/${token}` })}
    />
  )
}

/** Sample: `3012` is `2030-12`. */
function expires(yearAndMonth: string): string {
  return `20${yearAndMonth.slice(0, 2)}-${yearAndMonth.slice(2)}`
}

// What waits for a person or a network in the whole service, each with what mends it.
import { Link } from 'wouter'
import { moment, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { List } from '../parts/list.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { heldBecause } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import type { Calls, OpenItem } from '../wire.ts'
import { Mend } from './mend.tsx'

const kinds: Record<string, Words> = {
  held: ['Espera a una persona', 'Waits for a person'],
  charge: ['Cobro sin respuesta', 'Charge without an answer'],
  reversal: ['Cancelación sin respuesta', 'Reversal without an answer'],
  refund: ['Devolución sin respuesta', 'Refund without an answer'],
  transfer: ['Transferencia sin terminar', 'Transfer not final'],
  line: ['Línea de un estado de cuenta', 'Line of a statement'],
  statement: ['Estado de cuenta a medias', 'Statement half read'],
}

/** Items that wait for a person or a network. */
export function StillOpen() {
  const { say, language } = useLanguage()
  const read = useRead<Calls['GET /v1/console/open']['result']>('/v1/console/open', 30_000)
  return (
    <section className="card">
      <h2>{say(['Lo que sigue abierto', 'What is still open'])}</h2>
      <Read of={read}>
        {({ more, items }) =>
          items.length === 0 ? (
            <Empty
              title={say(['Nada', 'Nothing'])}
              text={say(['Ninguna cuenta tiene algo pendiente.', 'No account has anything open.'])}
            />
          ) : (
            <List<OpenItem>
              caption={
                more
                  ? say(['Los primeros {many}: hay más', 'The first {many}: there are more'], { many: items.length })
                  : say(['En todas las cuentas', 'In all accounts'])
              }
              rows={items}
              idOf={({ kind, id }) => `${kind} ${id}`}
              columns={[
                {
                  head: ['Desde', 'Since'],
                  whole: true,
                  sort: ({ since }) => since,
                  cell: ({ since }) => moment(since, language),
                },
                { head: ['Qué', 'What'], cell: ({ kind }) => say(kinds[kind] ?? [kind, kind]) },
                {
                  head: ['Monto', 'Amount'],
                  right: true,
                  sort: ({ amount }) => Number(amount),
                  cell: ({ amount }) => money(amount),
                },
                {
                  head: ['Cuenta', 'Account'],
                  cell: ({ account, account_name }) =>
                    account_name === '' ? account : <Link href={`/accounts/${account}`}>{account_name}</Link>,
                },
                { head: ['Por qué', 'Why'], cell: ({ because }) => say(heldBecause[because] ?? [because, because]) },
                { head: ['Identificador', 'Identifier'], cell: ({ id }) => <code>{id}</code> },
                { head: ['Resolver', 'Mend'], cell: (item) => <Mend item={item} /> },
              ]}
            />
          )
        }
      </Read>
    </section>
  )
}

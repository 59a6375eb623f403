// What waits for a person or a network in the whole service, each with what mends it.
import { kindWords } from '../../../src/console/mending/item-words.ts'
import { moment, money } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { List } from '../parts/list.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import type { Calls, OpenItem } from '../wire.ts'
import { Mend } from './mend.tsx'

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
                  head: ['Qué', 'What'],
                  cell: ({ what, because, because_es }) => (
                    <>
                      {say(kindWords[what])}
                      <div className="quiet">{say([because_es, because])}</div>
                    </>
                  ),
                },
                {
                  head: ['Monto', 'Amount'],
                  right: true,
                  sort: ({ amount }) => Number(amount),
                  cell: ({ amount }) => (Number(amount) === 0 ? '—' : money(amount)),
                },
                { head: ['Resolver', 'Mend'], cell: (item) => <Mend item={item} /> },
                {
                  head: ['Cuenta', 'Account'],
                  cell: ({ what, account, account_name }) =>
                    account_name === '' ? (
                      what === 'report' ? (
                        '—'
                      ) : (
                        say(['De nadie', 'Of nobody'])
                      )
                    ) : (
                      <RowLink href={`/accounts/${account}`}>{account_name}</RowLink>
                    ),
                },
                {
                  head: ['Desde', 'Since'],
                  whole: true,
                  sort: ({ since }) => since,
                  cell: ({ since }) => moment(since, language),
                },
                { head: ['Identificador', 'Identifier'], cell: ({ id }) => <code>{id}</code> },
              ]}
            />
          )
        }
      </Read>
    </section>
  )
}

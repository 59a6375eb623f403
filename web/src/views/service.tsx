// Networks and queues, for the operator of the service: what is reached, what waits and since when.
import { count, moment } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { List } from '../parts/list.tsx'
import { Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import type { View } from '../view.ts'

interface Network {
  port: string
  name: string
  openCircuits: number
}

interface Queue {
  name: string
  waiting: number
  failing: number
  next: string | null
}

const ports: Record<string, Words> = {
  acquirer: ['Tarjetas', 'Cards'],
  cash_network: ['Efectivo', 'Cash'],
  spei_bank: ['SPEI', 'SPEI'],
}

const queues: Record<string, Words> = {
  webhooks: ['Webhooks', 'Webhooks'],
  messages: ['Correos y SMS', 'E-mails and SMS'],
  transfers: ['Transferencias', 'Transfers'],
  advices: ['Avisos de reverso', 'Reversal advices'],
  reversals: ['Cancelaciones', 'Cancellations'],
}

function Page() {
  const { say, language } = useLanguage()
  const read = useRead<{ networks: Network[]; queues: Queue[]; lag_seconds: number; engine: string }>(
    '/v1/console/service',
    5_000,
  )
  return (
    <>
      <h1>{say(['Redes y colas', 'Networks and queues'])}</h1>
      <Read of={read}>
        {({ networks, queues: all, lag_seconds, engine }) => (
          <>
            <dl className="figures few">
              <div>
                <dt>{say(['Atraso del trabajo', 'How late work is'])}</dt>
                <dd>{count(Math.round(lag_seconds))} s</dd>
              </div>
              <div>
                <dt>{say(['Base de datos', 'Database'])}</dt>
                <dd>{engine === 'postgres' ? 'PostgreSQL' : 'SQLite'}</dd>
              </div>
            </dl>
            <section className="card">
              <List<Network>
                caption={say(['Las redes, como las ve este proceso', 'The networks, as this process sees them'])}
                rows={networks}
                idOf={({ port }) => port}
                columns={[
                  { head: ['Forma de pago', 'Way of paying'], cell: ({ port }) => say(ports[port] ?? [port, port]) },
                  { head: ['Conector', 'Connector'], cell: ({ name }) => <code>{name}</code> },
                  {
                    head: ['Estado', 'State'],
                    cell: ({ openCircuits }) =>
                      openCircuits === 0 ? (
                        <span className="badge good">{say(['Se alcanza', 'Reached'])}</span>
                      ) : (
                        <span className="badge bad">
                          {say(['{many} llamadas cortadas', '{many} calls cut off'], { many: openCircuits })}
                        </span>
                      ),
                  },
                ]}
              />
            </section>
            <section className="card">
              <List<Queue>
                caption={say([
                  'Lo que espera en todo el servicio; se cuenta hasta 10,000',
                  'What waits in the whole service; counted up to 10,000',
                ])}
                rows={all}
                idOf={({ name }) => name}
                columns={[
                  { head: ['Cola', 'Queue'], cell: ({ name }) => say(queues[name] ?? [name, name]) },
                  {
                    head: ['Esperan', 'Waiting'],
                    right: true,
                    sort: ({ waiting }) => waiting,
                    cell: ({ waiting }) => count(waiting),
                  },
                  {
                    head: ['Ya intentadas', 'Tried before'],
                    right: true,
                    sort: ({ failing }) => failing,
                    cell: ({ failing }) => count(failing),
                  },
                  {
                    head: ['La primera toca', 'The first is due'],
                    cell: ({ next }) => (next ? moment(next, language, true) : '—'),
                  },
                ]}
              />
            </section>
          </>
        )}
      </Read>
    </>
  )
}

export const view: View = {
  path: '/service',
  group: 'service',
  order: 1,
  title: ['Redes y colas', 'Networks and queues'],
  needs: ['operator'],
  letter: 'q',
  Page,
}

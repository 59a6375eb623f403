// Networks, queues and health, for the operator of the service: reachable networks, waiting work with its age, and the answering process.
import { failingWebhookWords } from '../../../src/events/webhooks/code-words.ts'
import { count, moment } from '../format.ts'
import { counted, useLanguage, type Words } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import { List } from '../parts/list.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import { StillOpen } from '../service/still-open.tsx'
import type { FailingWebhook, NetworkHealth, Queue, ServiceHealth } from '../wire.ts'

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

export function Page() {
  const { say, language } = useLanguage()
  const read = useRead<ServiceHealth>('/v1/console/service', 5_000)
  return (
    <>
      <h1>{say(['Redes y colas', 'Networks and queues'])}</h1>
      <Read of={read}>
        {({ networks, queues: all, failing, rsa_key, lag_seconds, engine, process, database }) => (
          <>
            <dl className="figures few">
              <div>
                <dt>{say(['Atraso del trabajo', 'Delay of work'])}</dt>
                {Math.round(lag_seconds) === 0 ? (
                  <>
                    <dd>{say(['Ninguno', 'None'])}</dd>
                    <dd>{say(['nada está atorado', 'nothing is stuck'])}</dd>
                  </>
                ) : (
                  <>
                    <dd>{count(Math.round(lag_seconds))} s</dd>
                    <dd>{say(['lo vencido más antiguo', 'the oldest that is due'])}</dd>
                  </>
                )}
              </div>
              <div>
                <dt>{say(['Base de datos', 'Database'])}</dt>
                <dd>{engine === 'postgres' ? 'PostgreSQL' : 'SQLite'}</dd>
                <dd>{say(['responde en {ms} ms', 'answers in {ms} ms'], { ms: count(database.answers_ms) })}</dd>
              </div>
            </dl>
            <StillOpen />
            <section className="card">
              <List<NetworkHealth>
                caption={say(['Las redes, como las ve este proceso', 'The networks, as this process sees them'])}
                rows={networks}
                idOf={({ port }) => port}
                columns={[
                  { head: ['Forma de pago', 'Way of paying'], cell: ({ port }) => say(ports[port] ?? [port, port]) },
                  {
                    head: ['Conector', 'Connector'],
                    cell: ({ name, simulated }) => (
                      <>
                        <code>{name}</code>{' '}
                        {simulated && <span className="badge">{say(['simulado', 'simulated'])}</span>}
                      </>
                    ),
                  },
                  {
                    head: ['Último movimiento', 'Last movement'],
                    whole: true,
                    cell: ({ last }) => (last ? moment(last, language) : '—'),
                  },
                  {
                    head: ['Espera hasta', 'Waits up to'],
                    right: true,
                    cell: ({ deadlineMs, offered }) => (offered ? `${count(deadlineMs / 1_000)} s` : '—'),
                  },
                  {
                    head: ['Estado', 'State'],
                    cell: ({ openCircuits, offered }) =>
                      !offered ? (
                        <span className="badge">{say(['No se ofrece', 'Not offered'])}</span>
                      ) : openCircuits === 0 ? (
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
                    head: ['Con intentos', 'Tried before'],
                    right: true,
                    sort: ({ failing }) => failing,
                    cell: ({ failing }) => count(failing),
                  },
                  {
                    head: ['Próximo intento', 'Next try'],
                    cell: ({ next }) => (next ? moment(next, language, true) : '—'),
                  },
                ]}
              />
            </section>
            {failing.total > 0 && (
              <section className="card">
                <List<FailingWebhook>
                  caption={say(
                    counted(
                      failing.total,
                      ['{total} webhook al que nada llega', '{total} webhook that nothing reaches'],
                      ['{total} webhooks a los que nada llega', '{total} webhooks that nothing reaches'],
                    ),
                    { total: count(failing.total) },
                  )}
                  rows={failing.webhooks}
                  idOf={({ id }) => id}
                  columns={[
                    {
                      head: ['Cuenta', 'Account'],
                      cell: ({ account, account_name }) => (
                        <RowLink href={`/accounts/${account}`}>{account_name}</RowLink>
                      ),
                    },
                    { head: ['URL', 'URL'], cell: ({ url }) => <code>{url}</code> },
                    {
                      head: ['Desde', 'Since'],
                      whole: true,
                      cell: ({ since }) => (since ? moment(since, language) : '—'),
                    },
                    {
                      head: ['Estado', 'State'],
                      cell: ({ state }) => <State of={state} words={failingWebhookWords} />,
                    },
                  ]}
                />
              </section>
            )}
            <Answering process={process} database={database} rsa_key={rsa_key} />
          </>
        )}
      </Read>
    </>
  )
}

function Answering({ process, database, rsa_key }: Pick<ServiceHealth, 'process' | 'database' | 'rsa_key'>) {
  const { say, language } = useLanguage()
  const written = { batches: count(database.batches), waiting: count(database.waiting) }
  const facts: Fact[] = [
    [['Versión', 'Version'], `${process.version} · Node ${process.runtime}`],
    [['Encendido hace', 'Up for'], length(process.up_seconds, say)],
    [['Memoria', 'Memory'], `${count(Math.round(process.memory_bytes / 1_048_576))} MB`],
    [['Esquema de la base', 'Schema of the database'], database.schema],
    [
      ['Escrituras', 'Writes'],
      say(
        ['{batches} desde que encendió, {waiting} en espera', '{batches} since it started, {waiting} waiting'],
        written,
      ),
    ],
  ]
  if (rsa_key !== null) {
    const since = `${say(['desde el', 'since'])} ${moment(rsa_key.since, language)}`
    facts.push([['Llave RSA', 'RSA key'], `${rsa_key.id}, ${since}`])
  }
  facts.push([['Proceso', 'Process'], process.pid])
  return (
    <section className="card">
      <h2>{say(['El proceso que contesta', 'The process that answers'])}</h2>
      <Facts facts={facts} />
    </section>
  )
}

/** Sample: `3 d 4 h`. */
function length(seconds: number, say: (words: Words) => string): string {
  const parts: [number, string][] = [
    [Math.floor(seconds / 86_400), 'd'],
    [Math.floor(seconds / 3_600) % 24, 'h'],
    [Math.floor(seconds / 60) % 60, 'min'],
  ]
  const shown = parts.filter(([many]) => many > 0).slice(0, 2)
  if (shown.length === 0) return say(['menos de un minuto', 'less than a minute'])
  return shown.map(([many, unit]) => `${many} ${unit}`).join(' ')
}

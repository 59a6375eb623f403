// The audit of all books, for the operator: a button that runs it, its findings, the last closed day of the books, and open items.
import { count, dayAndMonth, moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask } from '../parts/ask.tsx'
import { Facts } from '../parts/facts.tsx'
import { List } from '../parts/list.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import { StillOpen } from '../service/still-open.tsx'
import type { AuditOfBooks } from '../wire.ts'

export function Page() {
  const { say, language } = useLanguage()
  const read = useRead<AuditOfBooks>('/v1/console/audit', 2_000)
  return (
    <>
      <div className="head">
        <h1>{say(['Auditoría', 'Audit'])}</h1>
        <Ask
          button={say(['Auditar ahora', 'Audit now'])}
          disabled={read.data?.running ?? true}
          title={say(['¿Auditar todos los libros ahora?', 'Audit all books now?'])}
          text={say([
            'Lee todo de todas las cuentas, como está en este instante, mientras el servicio sigue. Con mucha historia tarda minutos. No cambia nada.',
            'It reads the books of all accounts as of this instant, while the service runs. With much history it takes minutes. It changes nothing.',
          ])}
          confirm={say(['Auditar', 'Audit'])}
          change={() => ({ method: 'POST', path: '/v1/console/audit', body: {} })}
        />
      </div>
      <Read of={read}>
        {(audited) => (
          <>
            <Outcome of={audited} />
            <section className="card">
              <h2>{say(['Sellos de los libros', 'Checkpoints of the books'])}</h2>
              <p>
                {audited.closed_until
                  ? say(['Cerrados hasta el {until}.', 'Closed up to {until}.'], {
                      until: moment(audited.closed_until, language),
                    })
                  : say([
                      'Aún no hay: el servicio los escribe cada hora.',
                      'None yet: the service writes them every hour.',
                    ])}
              </p>
              {audited.heads.length > 0 && (
                <List
                  caption={say([
                    'El sello de cada día sigue del anterior',
                    'Each day’s checkpoint follows from the last',
                  ])}
                  rows={audited.heads}
                  idOf={({ day }) => day}
                  columns={[
                    { head: ['Día', 'Day'], whole: true, cell: ({ day }) => dayAndMonth(day, language) },
                    { head: ['Sello', 'Checkpoint'], cell: ({ head }) => <code>{head}</code> },
                  ]}
                />
              )}
            </section>
          </>
        )}
      </Read>
      <StillOpen />
    </>
  )
}

function Outcome({ of }: { of: AuditOfBooks }) {
  const { say, language } = useLanguage()
  const { running, failed, report, chain, finished_at, read } = of
  const found = report?.invariants.filter(({ faults }) => faults > 0) ?? []
  const isClean = report?.clean === true && chain?.faults.length === 0
  return (
    <section className="card">
      <h2>{say(['La última en este proceso', 'The last audit in this process'])}</h2>
      {running && (
        <p role="status">
          {say(['Auditando: {read} registros leídos …', 'Auditing: {read} records read …'], { read: count(read) })}
        </p>
      )}
      {failed && !running && (
        <p className="notice bad" role="alert">
          {say([
            'No se pudo terminar: mira el registro del servicio.',
            'It could not be finished: see the service’s log.',
          ])}
        </p>
      )}
      {report === null || finished_at === null ? (
        !running &&
        !failed && (
          <Empty
            title={say(['Ninguna todavía', 'None yet'])}
            text={say(['Desde que este proceso arrancó.', 'Since this process started.'])}
          />
        )
      ) : (
        <>
          <p>
            <span className={`badge ${isClean ? 'good' : 'bad'}`} data-figure="audit">
              {isClean ? say(['Todo cuadra', 'All is right']) : say(['Algo no cuadra', 'Something is wrong'])}
            </span>{' '}
            {moment(finished_at, language, true)}
          </p>
          <Facts
            facts={[
              [
                ['Operaciones', 'Operations'],
                <span key="operations" data-figure="audited-operations">
                  {count(report.counts.operations ?? 0)}
                </span>,
              ],
              [['Asientos del libro mayor', 'Ledger postings'], count(report.counts.postings ?? 0)],
              [['Reglas revisadas', 'Rules checked'], count(report.invariants.length)],
              [
                ['Contra los sellos', 'Against the checkpoints'],
                say(['{days} días, {records} registros', '{days} days, {records} records'], {
                  days: count(chain?.days ?? 0),
                  records: count(chain?.records ?? 0),
                }),
              ],
            ]}
          />
          {found.length > 0 && (
            <List
              caption={say(['Lo que no cuadra', 'What is wrong'])}
              rows={found}
              idOf={({ name }) => name}
              columns={[
                { head: ['Regla', 'Rule'], cell: ({ name, meaning }) => <span title={meaning}>{name}</span> },
                { head: ['Faltas', 'Faults'], right: true, cell: ({ faults }) => count(faults) },
                { head: ['La primera', 'The first'], cell: ({ first }) => <code>{first?.id}</code> },
                { head: ['Debía ser', 'Expected'], cell: ({ first }) => first?.expected },
                { head: ['Es', 'Found'], cell: ({ first }) => first?.found },
              ]}
            />
          )}
          {chain && chain.faults.length > 0 && (
            <List
              caption={say(['No es lo que se selló', 'Records that differ from the heads'])}
              rows={chain.faults}
              idOf={({ id, expected }) => `${id} ${expected}`}
              columns={[
                { head: ['Dónde', 'Where'], cell: ({ id }) => <code>{id}</code> },
                { head: ['Debía ser', 'Expected'], cell: ({ expected }) => expected },
                { head: ['Es', 'Found'], cell: ({ found: there }) => there },
              ]}
            />
          )}
        </>
      )}
    </section>
  )
}

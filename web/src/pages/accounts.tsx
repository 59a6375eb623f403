// The accounts of the whole service, for its operator: opening, search, names, fees, and the people of each.
import { Link, useSearchParams } from 'wouter'
import { Claims } from '../account/claims.tsx'
import { PATH } from '../account/one.tsx'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { PagedList } from '../parts/paged-list.tsx'
import { PAGE, useOffset } from '../parts/pages.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Search, useFound } from '../parts/search.tsx'
import { Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { useRead } from '../read.ts'
import type { AccountListed, Calls } from '../wire.ts'

export function Page() {
  const { say, language } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const offset = useOffset()
  const q = query.get('q') ?? ''
  const asked = new URLSearchParams({ limit: String(PAGE), offset: String(offset), ...(q && { q }) })
  const read = useRead<Calls['GET /v1/console/accounts']['result']>(`${PATH}?${asked}`)
  const found = useFound(read, ({ total }) => total)
  return (
    <>
      <div className="head">
        <h1>{say(['Cuentas', 'Accounts'])}</h1>
        <Open />
      </div>
      <Claims />
      <Search
        what={say(['Parte del nombre o correo, o el identificador', 'Part of a name or e-mail, or the id'])}
        text={q}
        found={found}
        onSearch={(text) => setQuery(text === '' ? {} : { q: text })}
      />
      <section className="card">
        <Read of={read}>
          {({ total, accounts }) => (
            <PagedList<AccountListed>
              total={total}
              rows={accounts}
              idOf={({ id }) => id}
              caption={[
                ['{total} cuenta', '{total} account'],
                ['{total} cuentas, las más nuevas primero', '{total} accounts, newest first'],
              ]}
              empty={{
                title: ['Ninguna cuenta', 'No accounts'],
                text: ['Ninguna se llama así.', 'None is called that.'],
              }}
              columns={[
                {
                  head: ['Nombre', 'Name'],
                  area: 'first',
                  long: true,
                  sort: ({ name }) => name,
                  cell: ({ id, name }) => <RowLink href={`/accounts/${id}`}>{name}</RowLink>,
                },
                {
                  head: ['Correo', 'E-mail'],
                  area: 'second',
                  long: true,
                  sort: ({ email }) => email,
                  cell: ({ email }) => email,
                },
                {
                  head: ['Abierta', 'Opened'],
                  area: 'when',
                  whole: true,
                  sort: ({ since }) => since,
                  cell: ({ since }) => moment(since, language),
                },
                {
                  head: ['Estado', 'State'],
                  area: 'state',
                  sort: ({ suspended }) => suspended?.since ?? '',
                  cell: ({ suspended }) =>
                    suspended === null ? (
                      <span className="badge good">{say(['Abierta', 'Open'])}</span>
                    ) : (
                      <span className="badge bad">{say(['Suspendida', 'Suspended'])}</span>
                    ),
                },
                { head: ['Identificador', 'Identifier'], area: 'third', cell: ({ id }) => <code>{id}</code> },
              ]}
            />
          )}
        </Read>
      </section>
    </>
  )
}

function Open() {
  const { say } = useLanguage()
  return (
    <Ask<{ id: string; name: string; app_key: string; app_secret?: string }>
      button={say(['Abrir cuenta', 'Open an account'])}
      title={say(['Abrir una cuenta', 'Open an account'])}
      text={say([
        'Paga las comisiones de costumbre hasta que pongas otras, y puede cobrar de inmediato. Recibes su primera llave, una sola vez.',
        'It pays the usual fees until you set others, and can charge at once. You get its first key, once.',
      ])}
      confirm={say(['Abrir', 'Open it'])}
      change={(form) => {
        const text = (name: string) => textIn(form, name)
        return { method: 'POST', path: PATH, body: { name: text('name'), email: text('email') } }
      }}
      onDone={({ id, name, app_key, app_secret }) => (
        <div className="stack">
          <p>
            {say(['Cópiala ahora: no se vuelve a mostrar.', 'Copy it now: it is not shown again.'])}{' '}
            <Link href={`/accounts/${id}`}>{say(['Ver {name}', 'See {name}'], { name })}</Link>
          </p>
          <pre>{`${app_key}:${app_secret ?? ''}`}</pre>
        </div>
      )}
    >
      <Field label={say(['Nombre del comercio', 'Name of the business'])}>
        <input name="name" maxLength={100} required />
      </Field>
      <Field label={say(['Correo de quien usa la llave', 'E-mail of who uses the key'])}>
        <input name="email" type="email" maxLength={254} required />
      </Field>
    </Ask>
  )
}

export { AccountOne as One } from '../account/one.tsx'

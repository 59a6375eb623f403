// Customers: people with a CLABE of their own and saved cards; search and creation.
import { Link, useSearchParams } from 'wouter'
import type { Customer } from '../../../client/src/types.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { useFault } from '../parts/fault.tsx'
import { PagedList } from '../parts/paged-list.tsx'
import { PAGE, useOffset } from '../parts/pages.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Search, useFound } from '../parts/search.tsx'
import { Alert, Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'

export function Page() {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const offset = useOffset()
  const [query, setQuery] = useSearchParams()
  const q = query.get('q') ?? ''
  const asked = new URLSearchParams({ limit: String(PAGE), offset: String(offset), ...(q !== '' && { q }) })
  const read = useRead<{ total: number | null; customers: Customer[]; more?: boolean; counted?: number }>(
    `/v1/customer?${asked}`,
  )
  const found = useFound(read, ({ total, counted = 0 }) => total ?? counted)
  const fault = useFault()
  const refused = read.error?.status === 400 ? read.error : undefined
  return (
    <>
      <div className="head">
        <h1>{say(['Clientes', 'Customers'])}</h1>
        {can('charge') && <Create />}
      </div>
      <Search
        what={say(['Nombre, correo, CLABE, tu propio identificador …', 'Name, e-mail, CLABE, your own identifier …'])}
        text={q}
        found={found}
        onSearch={(text) => setQuery(text === '' ? {} : { q: text })}
      />
      <section className="card">
        {refused ? (
          <Alert>{fault(refused)}</Alert>
        ) : (
          <Read of={read}>
            {({ customers, more = false, counted = 0, total: all }) => (
              <>
                {more && (
                  <p className="notice">
                    {say([
                      'Puede haber más antiguos: estos son los más nuevos. Agrega otra palabra.',
                      'There may be older ones: these are the newest. Add another word.',
                    ])}
                  </p>
                )}
                <PagedList<Customer>
                  total={all ?? counted}
                  rows={customers}
                  idOf={({ id }) => id}
                  caption={[
                    ['{total} cliente', '{total} customer'],
                    ['{total} clientes, los más nuevos primero', '{total} customers, newest first'],
                  ]}
                  empty={q === '' ? NONE : NOBODY}
                  columns={[
                    {
                      head: ['Nombre', 'Name'],
                      area: 'first',
                      long: true,
                      sort: ({ name }) => name,
                      cell: ({ id, name }) => <RowLink href={`/customers/${id}`}>{name}</RowLink>,
                    },
                    {
                      head: ['Correo', 'E-mail'],
                      area: 'second',
                      long: true,
                      sort: ({ email }) => email,
                      cell: ({ email }) => email,
                    },
                    {
                      head: ['Desde', 'Since'],
                      area: 'when',
                      told: ['desde', 'since'],
                      whole: true,
                      sort: ({ date_create }) => date_create,
                      cell: ({ date_create }) => moment(date_create, language),
                    },
                    {
                      head: ['Estado', 'State'],
                      area: 'state',
                      cell: ({ active }) =>
                        active ? (
                          <span className="badge good">{say(['Activo', 'Active'])}</span>
                        ) : (
                          <span className="badge">{say(['Borrado', 'Deleted'])}</span>
                        ),
                    },
                  ]}
                />
                {q !== '' && all === 0 && (
                  <Link className="button" href={`/operations?q=${encodeURIComponent(q)}`}>
                    {say(['Buscar en operaciones', 'Search operations'])}
                  </Link>
                )}
              </>
            )}
          </Read>
        )}
      </section>
    </>
  )
}

const NONE = {
  before: true,
  title: ['Ningún cliente', 'No customers'],
  text: [
    'Un cliente tiene su propia CLABE para pagarte por SPEI y guarda tarjetas para pagar otra vez.',
    'A customer has a CLABE of their own to pay you by SPEI, and keeps cards to pay again.',
  ],
} as const

const NOBODY = {
  title: ['Nadie se llama así', 'Nobody is called that'],
  text: [
    'Busca el principio de un nombre, un correo o una CLABE. Sus pagos están en Operaciones.',
    'Search the beginning of a name, an e-mail or a CLABE. Their payments are in Operations.',
  ],
} as const

function Create() {
  const { say } = useLanguage()
  return (
    <Ask<Customer>
      button={say(['Crear cliente', 'Create a customer'])}
      title={say(['Crear un cliente', 'Create a customer'])}
      text={say([
        'Recibe una CLABE propia: lo que llegue a ella por SPEI es pago suyo. No se mueve dinero.',
        'They get a CLABE of their own: what comes into it by SPEI is their payment. No money moves.',
      ])}
      confirm={say(['Crear', 'Create'])}
      change={(form) => {
        const text = (name: string) => textIn(form, name)
        return { method: 'POST', path: '/v1/customer', body: { name: text('name'), email: text('email') } }
      }}
      onDone={({ id, name }) => <Link href={`/customers/${id}`}>{say(['Ver a {name}', 'See {name}'], { name })}</Link>}
    >
      <Field label={say(['Nombre', 'Name'])}>
        <input name="name" maxLength={250} required />
      </Field>
      <Field label={say(['Correo', 'E-mail'])}>
        <input name="email" type="email" maxLength={254} required />
      </Field>
    </Ask>
  )
}

export { CustomerOne as One } from '../customer/one.tsx'

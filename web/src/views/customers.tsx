// Customers: who has a CLABE of their own to pay into and cards that are kept; finding them and making one.
import type { FormEvent } from 'react'
import { Link, useSearchParams } from 'wouter'
import type { Customer } from '../../../client/src/types.ts'
import { CustomerOne } from '../customer/one.tsx'
import { count, moment } from '../format.ts'
import { counted, useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { List } from '../parts/list.tsx'
import { PAGE, Pages, useOffset } from '../parts/pages.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import type { View } from '../view.ts'

function Page() {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const offset = useOffset()
  const [query] = useSearchParams()
  const q = query.get('q') ?? ''
  const asked = new URLSearchParams({ limit: String(PAGE), offset: String(offset), ...(q !== '' && { q }) })
  const read = useRead<{ total: number; customers: Customer[]; more?: boolean }>(`/v1/customer?${asked}`)
  const refused = read.error?.status === 400 ? read.error : undefined
  return (
    <>
      <div className="head">
        <h1>{say(['Clientes', 'Customers'])}</h1>
        {can('charge') && <Create />}
      </div>
      <Search />
      <section className="card">
        {refused ? (
          <p className="notice bad" role="alert">
            {Object.values(refused.messages).flat().join(' · ') || refused.message}
          </p>
        ) : (
          <Read of={read}>
            {({ total, customers, more = false }) =>
              customers.length === 0 && q !== '' ? (
                <Empty
                  title={say(['Nadie se llama así', 'Nobody is called that'])}
                  text={say([
                    'Busca el principio de un nombre, un correo o una CLABE. Sus pagos están en Operaciones.',
                    'Search the beginning of a name, an e-mail or a CLABE. Their payments are in Operations.',
                  ])}
                >
                  <Link className="button" href={`/operations?q=${encodeURIComponent(q)}`}>
                    {say(['Buscar en operaciones', 'Search operations'])}
                  </Link>
                </Empty>
              ) : customers.length === 0 ? (
                <Empty
                  title={say(['Ningún cliente', 'No customers'])}
                  text={say([
                    'Un cliente tiene su propia CLABE para pagarte por SPEI y guarda tarjetas para pagar otra vez.',
                    'A customer has a CLABE of their own to pay you by SPEI, and keeps cards to pay again.',
                  ])}
                />
              ) : (
                <>
                  {more && (
                    <p className="notice">
                      {say([
                        'Puede haber más antiguos: estos son los más nuevos. Agrega otra palabra.',
                        'There may be older ones: these are the newest. Add another word.',
                      ])}
                    </p>
                  )}
                  <List<Customer>
                    caption={say(
                      counted(
                        total,
                        ['{total} cliente', '{total} customer'],
                        ['{total} clientes, los más nuevos primero', '{total} customers, newest first'],
                      ),
                      { total: count(total) },
                    )}
                    rows={customers}
                    idOf={({ id }) => id}
                    columns={[
                      {
                        head: ['Nombre', 'Name'],
                        sort: ({ name }) => name,
                        cell: ({ id, name }) => <Link href={`/customers/${id}`}>{name}</Link>,
                      },
                      { head: ['Correo', 'E-mail'], sort: ({ email }) => email, cell: ({ email }) => email },
                      {
                        head: ['Desde', 'Since'],
                        whole: true,
                        sort: ({ date_create }) => date_create,
                        cell: ({ date_create }) => moment(date_create, language),
                      },
                      {
                        head: ['Estado', 'State'],
                        cell: ({ active }) =>
                          active ? (
                            <span className="badge good">{say(['Activo', 'Active'])}</span>
                          ) : (
                            <span className="badge">{say(['Borrado', 'Deleted'])}</span>
                          ),
                      },
                    ]}
                  />
                  <Pages shown={customers.length} total={total} />
                </>
              )
            }
          </Read>
        )}
      </section>
    </>
  )
}

/** Whatever somebody knows of a customer. It stands in the address, so that a link shows the same and back works. */
function Search() {
  const { say } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const value = query.get('q') ?? ''
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('q') ?? '').trim()
    setQuery(text === '' ? {} : { q: text })
  }
  return (
    <search className="wide">
      <form className="row" onSubmit={search}>
        <label className="field">
          <span>
            {say([
              'Buscar: nombre, correo, CLABE, tu propio identificador … ( / )',
              'Search: name, e-mail, CLABE, your own identifier … ( / )',
            ])}
          </span>
          <input key={value} name="q" type="search" maxLength={250} defaultValue={value} />
        </label>
        <button type="submit">{say(['Buscar', 'Search'])}</button>
      </form>
    </search>
  )
}

function Create() {
  const { say } = useLanguage()
  return (
    <Ask<Customer>
      button={say(['Crear cliente', 'Make a customer'])}
      title={say(['Crear un cliente', 'Make a customer'])}
      text={say([
        'Recibe una CLABE propia: lo que llegue a ella por SPEI es pago suyo. No se mueve dinero.',
        'They get a CLABE of their own: what comes into it by SPEI is their payment. No money moves.',
      ])}
      confirm={say(['Crear', 'Make'])}
      change={(form) => {
        const text = (name: string) => String(form.get(name) ?? '').trim()
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

export const view: View = {
  path: '/customers',
  group: 'money',
  order: 2.6,
  title: ['Clientes', 'Customers'],
  needs: ['read'],
  letter: 'c',
  Page,
  One: CustomerOne,
}

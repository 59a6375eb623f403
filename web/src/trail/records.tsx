// Records of the trail, newest first: who changed what, from where; a button loads older ones.
import { useState } from 'react'
import type { AuditRecord } from '../../../client/src/types.ts'
import { own } from '../../../src/core/own.ts'
import { call } from '../call.ts'
import { moment } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { useAct } from '../parts/act.ts'
import { Email } from '../parts/email.tsx'
import { List } from '../parts/list.tsx'
import { Press } from '../parts/press.tsx'
import { useRow } from '../parts/row.ts'
import { RowLink } from '../parts/row-link.tsx'
import { Long } from '../parts/scrolled.tsx'
import { Alert, Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import { askedWords } from './act-words.ts'
import { actions, parts, singles } from './action-words.ts'

/** In the trail of the whole service, the account; null: the record concerns all of them. */
type TrailRecord = AuditRecord & { account?: string | null; account_name?: string }

interface Records {
  has_more: boolean
  records: TrailRecord[]
}

/** `path` has a query already. */
export function TrailRecords({ path }: { path: string }) {
  const { say, language } = useLanguage()
  const read = useRead<Records>(path, 10_000)
  const [older, setOlder] = useState<TrailRecord[]>([])
  const [more, setMore] = useState<boolean>()
  const { act, refused, isUnderWay } = useAct()
  const next = async (after: string) => {
    const page = await call<Records>('GET', `${path}&starting_after=${after}`)
    setOlder((now) => [...now, ...page.records])
    setMore(page.has_more)
  }
  return (
    <section className="card">
      <Read of={read}>
        {({ records, has_more }) => {
          const known = new Set(records.map(({ id }) => id))
          const shown = [...records, ...older.filter(({ id }) => !known.has(id))]
          const last = shown.at(-1)
          return (
            <>
              <List<TrailRecord>
                caption={say(['Nada de esto se borra ni se cambia', 'None of this is erased or changed'])}
                isTitled
                rows={shown}
                idOf={({ id }) => id}
                columns={[
                  {
                    head: ['Cuándo', 'When'],
                    area: 'state',
                    whole: true,
                    cell: ({ timestamp }) => moment(timestamp, language, true),
                  },
                  {
                    head: ['Quién', 'Who'],
                    area: 'second',
                    long: true,
                    cell: ({ operator, actor_kind, actor }) =>
                      operator ? (
                        <Who of={operator} />
                      ) : actor_kind === 'process' ? (
                        say(['El servicio ({part})', 'The service ({part})'], {
                          part: say(own(parts, actor) ?? [actor, actor]),
                        })
                      ) : (
                        say(['Quien opera el servicio', 'The operator of the service'])
                      ),
                    below: ({ address }) => address && <span className="on-phone quiet small"> · {address}</span>,
                  },
                  {
                    head: ['Qué', 'What'],
                    area: 'first',
                    cell: ({ action, after }) => {
                      const words = asked(action, after) ?? own(actions, action)
                      return words ? (
                        <div className="told" title={action}>
                          {say(words)}
                        </div>
                      ) : (
                        <code>{action}</code>
                      )
                    },
                  },
                  ...(shown.some(({ account }) => account !== undefined)
                    ? [
                        {
                          head: ['Cuenta', 'Account'],
                          cell: ({ account, account_name }: TrailRecord) =>
                            account ? <RowLink href={`/accounts/${account}`}>{account_name || account}</RowLink> : '—',
                        } as const,
                      ]
                    : []),
                  {
                    head: ['De qué', 'Of what'],
                    area: 'third',
                    cell: ({ subject }) => <Subject of={subject} />,
                    below: ({ account, account_name }) =>
                      account && (
                        <div>
                          <RowLink className="on-phone" href={`/accounts/${account}`}>
                            {account_name || account}
                          </RowLink>
                        </div>
                      ),
                  },
                  { head: ['Desde', 'From'], whole: true, cell: ({ address }) => address || '—' },
                  {
                    head: ['Detalle', 'Detail'],
                    area: 'acts',
                    cell: ({ before, after }) =>
                      before || after ? <Detail text={JSON.stringify({ before, after }, null, 2)} /> : '—',
                  },
                ]}
              />
              {last && (more ?? has_more) && (
                <Press isUnderWay={isUnderWay} onClick={() => act(() => next(last.id))}>
                  {say(['Ver más', 'Show more'])}
                </Press>
              )}
              <Alert>{refused}</Alert>
            </>
          )
        }}
      </Read>
    </section>
  )
}

/** A person as the trail has them: a name, and an address between brackets. */
function Who({ of: operator }: { of: string }) {
  const [, name, address] = /^(.*) <([^<>]+)>$/.exec(operator) ?? []
  if (name === undefined || address === undefined) return operator
  return (
    <>
      {name}{' '}
      <span className="quiet">
        <Email text={address} />
      </span>
    </>
  )
}

/** A request of a person says what was asked for. */
function asked(action: string, after: AuditRecord['after']): Words | undefined {
  const { method, route } = (after ?? {}) as { method?: unknown; route?: unknown }
  return action === 'person.acted' ? askedWords(String(method), String(route)) : undefined
}

/** A request without an object has the path of its call in its place, which says nothing that its words do not. */
function Subject({ of: subject }: { of: string }) {
  const { say } = useLanguage()
  const single = own(singles, subject)
  if (single !== undefined) return say(single)
  return subject.startsWith('/v1/') ? '—' : <code>{subject}</code>
}

function Detail({ text }: { text: string }) {
  const { say } = useLanguage()
  const row = useRow()
  return (
    <details>
      <summary aria-describedby={row}>{say(['Ver', 'Show'])}</summary>
      <Long label={say(['Detalle', 'Detail'])} text={text} />
    </details>
  )
}

// Requests: every call of the last days, live, and one of them in full: its request, its answer, its operation.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { at } from '../base.ts'
import { call } from '../call.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { useAct } from '../parts/act.ts'
import { Status } from '../parts/badge.tsx'
import { Email } from '../parts/email.tsx'
import { List } from '../parts/list.tsx'
import { ALL, type Choice, Pick } from '../parts/pick.tsx'
import { Press } from '../parts/press.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Search, useFound } from '../parts/search.tsx'
import { Alert, Empty, Read } from '../parts/states.tsx'
import { useQuery } from '../query.ts'
import { useRead } from '../read.ts'
import { inOrder } from '../request/in-order.ts'
import type { Calls, RequestShown } from '../wire.ts'

const FILTERS = ['only', 'path', 'status']
/** Classes of answers, and the usual refusals. */
const STATUSES: readonly Choice[] = [
  ...['2', '4', '5'].map((one): Choice => [one, [`${one}xx`, `${one}xx`]]),
  ...['400', '401', '402', '403', '404', '409', '422', '429'].map((one): Choice => [one, [one, one]]),
]

/** Whether a call that has just come belongs to the filtered list. */
function passes({ path, status }: RequestShown, filters: URLSearchParams): boolean {
  const wanted = filters.get('status') ?? ''
  return (
    (filters.get('only') !== 'refused' || status >= 400) &&
    path.toLowerCase().includes((filters.get('path') ?? '').toLowerCase()) &&
    String(status).startsWith(wanted)
  )
}

export function Page() {
  const { say, language } = useLanguage()
  const [query, set] = useQuery()
  const filters = new URLSearchParams([...query].filter(([name, value]) => FILTERS.includes(name) && value !== ''))
  const path = `/v1/console/requests${filters.size > 0 ? `?${filters}` : ''}`
  const read = useRead<Calls['GET /v1/console/requests']['result']>(path, 0)
  const found = useFound(read, ({ requests }) => requests.length)
  const [older, setOlder] = useState<RequestShown[]>([])
  const { act, refused, isUnderWay } = useAct()
  const [exhausted, setExhausted] = useState(false)
  const { live, fresh, connected, begun } = useLive()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins anew, and so does one with calls missing in its middle.
  useEffect(() => {
    setOlder([])
    setExhausted(false)
  }, [path, begun])
  const more = async (last: string) => {
    const separator = path.includes('?') ? '&' : '?'
    const page = await call<Calls['GET /v1/console/requests']['result']>(
      'GET',
      `${path}${separator}starting_after=${last}`,
    )
    setOlder((now) => [...now, ...page.requests])
    setExhausted(!page.has_more)
  }
  return (
    <>
      <div className="head">
        <h1>{say(['Solicitudes', 'Requests'])}</h1>
        <div className="row">
          <span role="status" className={`badge ${connected ? 'good' : 'waiting'}`}>
            {connected ? say(['En vivo', 'Live']) : say(['Conectando …', 'Connecting …'])}
          </span>
          <label className="check">
            <input
              type="checkbox"
              checked={query.get('only') === 'refused'}
              onChange={(event) => set('only', event.target.checked ? 'refused' : '')}
            />
            {say(['Solo las rechazadas', 'Refused ones only'])}
          </label>
        </div>
      </div>
      <div className="narrow">
        <Search
          what={say(['Ruta, o parte de ella: /v1/payment', 'Path, or a part of it: /v1/payment'])}
          text={query.get('path') ?? ''}
          found={read.data?.has_more ? undefined : found}
          onSearch={(text) => set('path', text)}
        />
        <Pick
          title={['Respuesta', 'Answer']}
          name="status"
          all={ALL}
          choices={STATUSES}
          chosen={query.get('status') ?? ''}
          choose={(value) => set('status', value)}
        />
      </div>
      <section className="card">
        <Read of={read}>
          {({ requests, has_more }) => {
            const shown = inOrder(
              live.filter((line) => passes(line, filters)),
              requests,
              older,
            )
            const last = shown.at(-1)
            if (last === undefined)
              return (
                <Empty
                  title={
                    filters.size > 0
                      ? say(['Ninguna solicitud así', 'No such request'])
                      : say(['Ninguna solicitud todavía', 'No requests yet'])
                  }
                  text={say([
                    'Llama a la API con tu llave y aparecerá aquí al momento.',
                    'Call the API with your key and it shows up here at once.',
                  ])}
                >
                  <a className="button" href={at('/docs/pages/docs/guides/first-payment.md')}>
                    {say(['Cómo se llama', 'How to call it'])}
                  </a>
                </Empty>
              )
            return (
              <>
                <List<RequestShown>
                  caption={say([
                    'Las solicitudes de los últimos tres días, hasta 1,000; con mucho tráfico, una muestra',
                    'The requests of the last three days, up to 1,000; under heavy traffic a sample',
                  ])}
                  isTitled
                  rows={shown}
                  idOf={({ id }) => id}
                  fresh={fresh}
                  hrefOf={({ id }) => `/requests/${id}`}
                  columns={[
                    {
                      head: ['Cuándo', 'When'],
                      area: 'first',
                      whole: true,
                      cell: ({ id, timestamp }) => (
                        <RowLink href={`/requests/${id}`}>{moment(timestamp, language, true)}</RowLink>
                      ),
                    },
                    {
                      head: ['Solicitud', 'Request'],
                      area: 'second',
                      cell: ({ method, path: at }) => (
                        <code>
                          {method} {at}
                        </code>
                      ),
                    },
                    { head: ['Respuesta', 'Answer'], area: 'state', cell: ({ status }) => <Status of={status} /> },
                    {
                      head: ['Código', 'Code'],
                      area: 'when',
                      cell: ({ code, replayed }) => code || (replayed ? say(['repetida', 'repeated']) : '—'),
                    },
                    { head: ['ms', 'ms'], right: true, cell: ({ duration_ms }) => duration_ms },
                    {
                      head: ['Quién', 'Who'],
                      area: 'third',
                      whole: true,
                      cell: ({ operator, duration_ms }) => (
                        <>
                          <Email text={operator} />
                          <span className="on-phone quiet small"> · {duration_ms} ms</span>
                        </>
                      ),
                    },
                  ]}
                />
                {(older.length > 0 ? !exhausted : has_more) && (
                  <Press isUnderWay={isUnderWay} onClick={() => act(() => more(last.id))}>
                    {say(['Ver más', 'Show more'])}
                  </Press>
                )}
                <Alert>{refused}</Alert>
              </>
            )
          }}
        </Read>
      </section>
    </>
  )
}

const MAX_LIVE = 200
const LISTEN_AGAIN_MS = 5_000

/**
 * New calls while the page is open. `begun` grows when the list is read anew: at each connection, before which calls may have been missed, and
 * after as many calls as are remembered.
 */
function useLive() {
  const client = useQueryClient()
  const [live, setLive] = useState<RequestShown[]>([])
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const [connected, setConnected] = useState(false)
  const [begun, setBegun] = useState(0)
  useEffect(() => {
    let source: EventSource
    let waiting: ReturnType<typeof setTimeout>
    let come = 0
    const begin = async () => {
      const before = come
      await client.invalidateQueries({ queryKey: ['read'] })
      setLive((now) => now.slice(0, come - before))
      setBegun((times) => times + 1)
    }
    const listen = () => {
      source = new EventSource(at('/v1/console/requests/live'))
      source.onopen = () => {
        setConnected(true)
        void begin()
      }
      source.onerror = () => {
        setConnected(false)
        // A browser connects again by itself, unless it was answered: by a proxy, while the service behind it is restarted.
        if (source.readyState === EventSource.CLOSED) waiting = setTimeout(listen, LISTEN_AGAIN_MS)
      }
      source.onmessage = ({ data }) => {
        const line = JSON.parse(String(data)) as RequestShown
        come += 1
        setLive((now) => [line, ...now])
        setFresh((now) => new Set([...now, line.id]))
        if (come % MAX_LIVE === 0) void begin()
      }
    }
    listen()
    return () => {
      clearTimeout(waiting)
      source.close()
    }
  }, [client])
  return { live, fresh, connected, begun }
}

export { RequestOne as One } from '../request/one.tsx'

// Requests: every call of the last days, live, and one of them in full: its request, its answer, its operation.

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { at } from '../base.ts'
import { call } from '../call.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Status } from '../parts/badge.tsx'
import { List } from '../parts/list.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import type { Line } from '../request/one.tsx'

export function Page() {
  const { say, language } = useLanguage()
  const [query, setQuery] = useSearchParams()
  const only = query.get('only') ?? ''
  const path = `/v1/console/requests${only && `?only=${encodeURIComponent(only)}`}`
  const read = useRead<{ has_more: boolean; requests: Line[] }>(path, 0)
  const [older, setOlder] = useState<Line[]>([])
  const [exhausted, setExhausted] = useState(false)
  const { live, fresh, connected } = useLive()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins anew.
  useEffect(() => {
    setOlder([])
    setExhausted(false)
  }, [path])
  const more = async (last: string) => {
    const separator = path.includes('?') ? '&' : '?'
    const page = await call<{ has_more: boolean; requests: Line[] }>('GET', `${path}${separator}starting_after=${last}`)
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
              checked={only === 'refused'}
              onChange={(event) => setQuery(event.target.checked ? { only: 'refused' } : {})}
            />
            {say(['Solo las rechazadas', 'Refused ones only'])}
          </label>
        </div>
      </div>
      <section className="card">
        <Read of={read}>
          {({ requests, has_more }) => {
            const known = new Set(requests.map(({ id }) => id))
            const shown = [
              ...live.filter(({ id, status }) => !known.has(id) && (only === '' || status >= 400)),
              ...requests,
              ...older,
            ]
            const last = shown.at(-1)
            if (last === undefined)
              return (
                <Empty
                  title={say(['Ninguna llamada todavía', 'No calls yet'])}
                  text={say([
                    'Llama a la API con tu llave y aparecerá aquí al momento.',
                    'Call the API with your key and it shows up here at once.',
                  ])}
                />
              )
            return (
              <>
                <List<Line>
                  caption={say([
                    'Las llamadas de los últimos tres días, hasta 1,000; con mucho tráfico, una muestra',
                    'The calls of the last three days, up to 1,000; under heavy traffic a sample',
                  ])}
                  rows={shown}
                  idOf={({ id }) => id}
                  fresh={fresh}
                  columns={[
                    {
                      head: ['Cuándo', 'When'],
                      whole: true,
                      cell: ({ id, timestamp }) => (
                        <Link href={`/requests/${id}`}>{moment(timestamp, language, true)}</Link>
                      ),
                    },
                    {
                      head: ['Llamada', 'Call'],
                      cell: ({ method, path: at }) => (
                        <code>
                          {method} {at}
                        </code>
                      ),
                    },
                    { head: ['Respuesta', 'Answer'], cell: ({ status }) => <Status of={status} /> },
                    {
                      head: ['Código', 'Code'],
                      cell: ({ code, replayed }) => code || (replayed ? say(['repetida', 'repeated']) : '—'),
                    },
                    { head: ['ms', 'ms'], right: true, cell: ({ duration_ms }) => duration_ms },
                    { head: ['Quién', 'Who'], whole: true, cell: ({ operator }) => operator },
                  ]}
                />
                {(older.length > 0 ? !exhausted : has_more) && (
                  <button type="button" onClick={() => void more(last.id)}>
                    {say(['Ver más', 'Show more'])}
                  </button>
                )}
              </>
            )
          }}
        </Read>
      </section>
    </>
  )
}

const MAX_LIVE = 200

/** New calls while the page is open, newest first. */
function useLive() {
  const client = useQueryClient()
  const [live, setLive] = useState<Line[]>([])
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set())
  const [connected, setConnected] = useState(false)
  useEffect(() => {
    const source = new EventSource(at('/v1/console/requests/live'))
    source.onopen = () => {
      setConnected(true)
      void client.invalidateQueries({ queryKey: ['read'] })
    }
    source.onerror = () => setConnected(false)
    source.onmessage = ({ data }) => {
      const line = JSON.parse(String(data)) as Line
      setLive((now) => [line, ...now.filter(({ id }) => id !== line.id)].slice(0, MAX_LIVE))
      setFresh((now) => new Set([...now, line.id]))
    }
    return () => source.close()
  }, [client])
  return { live, fresh, connected }
}

export { RequestOne as One } from '../request/one.tsx'

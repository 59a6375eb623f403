// One call: its request, its answer, the reason of a refusal, its operation; as curl, and sent again.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { at } from '../base.ts'
import { call, Refusal } from '../call.ts'
import { moment } from '../format.ts'
import { useLanguage } from '../language.tsx'
import { Status } from '../parts/badge.tsx'
import { Copied } from '../parts/copy.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import { useFault } from '../parts/fault.tsx'
import { Long } from '../parts/scrolled.tsx'
import { Read } from '../parts/states.tsx'
import { Life } from '../parts/timeline.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import { ItemTitle } from '../title.ts'
import type { RequestInFull } from '../wire.ts'

export function RequestOne({ id }: { id: string }) {
  const { say } = useLanguage()
  const read = useRead<RequestInFull>(`/v1/console/requests/${encodeURIComponent(id)}`, 5_000)
  return (
    <>
      <p>
        <Link href="/requests">{say(['← Solicitudes', '← Requests'])}</Link>
      </p>
      <Read of={read} alone>
        {(request) => <Shown request={request} />}
      </Read>
    </>
  )
}

function Shown({ request }: { request: RequestInFull }) {
  const { say, language } = useLanguage()
  const { session } = useSession()
  const { method, path, status, body, headers, answer, operation, caused } = request
  const facts: Fact[] = [
    [['Identificador', 'Identifier'], <Copied key="id" text={request.id} />],
    [['Cuándo', 'When'], moment(request.timestamp, language, true)],
    [['Tardó', 'Took'], `${request.duration_ms} ms`],
    [['Quién', 'Who'], [request.operator, request.caller, request.address].filter((one) => one !== '').join(' · ')],
    [['Idempotency-Key', 'Idempotency-Key'], request.idempotency_key || '—'],
    [['Código', 'Code'], request.code || '—'],
  ]
  if (operation)
    facts.push([
      ['Operación', 'Operation'],
      <Link key="operation" href={`/operations/${operation}`}>
        {operation}
      </Link>,
    ])
  return (
    <>
      <ItemTitle of={`${method} ${path}`} />
      <div className="head">
        <h1>
          <code>
            {method} {path}
          </code>{' '}
          <Status of={status} />
        </h1>
        <Tools request={request} />
      </div>
      {status >= 400 && <Wrong answer={answer} code={request.code} />}
      <section className="card">
        <Facts facts={facts} />
      </section>
      {session.bodies_kept ? (
        <div className="two">
          <Text title={say(['Lo que enviaste', 'What you sent'])} text={body} />
          <Text title={say(['Lo que se respondió', 'What was answered'])} text={answer} />
        </div>
      ) : (
        <p className="notice">
          {say([
            'Aquí no se guardan los cuerpos: quien opera el servicio los enciende con REQUESTS_KEPT=bodies.',
            'Bodies are not kept here: the operator of the service turns them on with REQUESTS_KEPT=bodies.',
          ])}
        </p>
      )}
      {headers !== null && <Text title={say(['Encabezados', 'Headers'])} text={headers} />}
      {caused.length > 0 && (
        <section className="card">
          <h2>{say(['Lo que causó', 'What it caused'])}</h2>
          <Life moments={caused} />
        </section>
      )}
    </>
  )
}

/** The reason of a refusal, in its own words and by field. */
function Wrong({ answer, code }: { answer: string | null; code: string }) {
  const error = (jsonOf(answer) as { error?: { message?: string; messages?: Record<string, string[]> } } | undefined)
    ?.error
  return (
    <div className="notice bad">
      <strong>{error?.message ?? code}</strong>
      <ul>
        {Object.entries(error?.messages ?? {}).map(([field, texts]) => (
          <li key={field}>
            <code>{field}</code>: {texts.join('; ')}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Text({ title, text }: { title: string; text: string | null }) {
  const { say } = useLanguage()
  const json = jsonOf(text)
  return (
    <section className="card">
      <h2>{title}</h2>
      {text === null ? (
        <p className="quiet">{say(['Nada', 'Nothing'])}</p>
      ) : (
        <Long label={title} text={json === undefined ? text : JSON.stringify(json, null, 2)} />
      )}
    </section>
  )
}

function Tools({ request }: { request: RequestInFull }) {
  const { say } = useLanguage()
  const { session } = useSession()
  const client = useQueryClient()
  const failure = useFault()
  const [reply, setReply] = useState('')
  const { method, path, body } = request
  const whole = body === null || !/‹(hidden|sealed)|\*{4}|…"?$/.test(body)
  const [command, setCommand] = useState('')
  // A page without HTTPS has no clipboard: the command is shown, to be marked.
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(curlOf(request))
      setReply(say(['Copiado.', 'Copied.']))
    } catch {
      setCommand(curlOf(request))
    }
  }
  const repeat = async () => {
    try {
      await call(method, path, body === null ? undefined : jsonOf(body))
      setReply(say(['Repetida con tu sesión: se aceptó.', 'Repeated with your session: it was taken.']))
    } catch (error) {
      setReply(
        error instanceof Refusal
          ? say(['Repetida con tu sesión: {message}', 'Repeated with your session: {message}'], {
              message: failure(error),
            })
          : '',
      )
    }
    await client.invalidateQueries({ queryKey: ['read'] })
  }
  return (
    <div className="row">
      <button type="button" onClick={() => void copy()}>
        {say(['Copiar como curl', 'Copy as curl'])}
      </button>
      {session.mode === 'sandbox' && session.bodies_kept && (
        <button type="button" onClick={() => void repeat()} disabled={!whole}>
          {whole
            ? say(['Repetir', 'Repeat'])
            : say(['Con partes selladas no se repite', 'Sealed parts are not repeated'])}
        </button>
      )}
      <span role="status">{reply}</span>
      {command && <Long label="curl" text={command} />}
    </div>
  )
}

/** The credential has to be filled in: it is not stored. */
function curlOf({ method, path, body, idempotency_key }: RequestInFull): string {
  const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  return [
    `curl -sS -X ${method} ${quoted(`${location.origin}${at(path)}`)}`,
    `-u "$APP_KEY:$APP_SECRET"`,
    ...(idempotency_key ? [`-H ${quoted(`Idempotency-Key: ${idempotency_key}`)}`] : []),
    ...(body === null ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(body)}`]),
  ].join(' \\\n  ')
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

// What the commands of a guide do: requests, fields of their answers, texts that are printed.
import type { Json } from './literals.ts'
import { type Part, type Pipeline, PROCESS, type Statement, statementsOf, Unreadable, type Word } from './shell.ts'

export type Value =
  | { is: 'variable'; name: string }
  | { is: 'process' }
  /** The day of Mexico City, YYYY-MM-DD. */
  | { is: 'today' }
  /** The bytes of a file of the reader's. */
  | { is: 'file'; name: string }
  /** The header of a key and its secret. */
  | { is: 'basic'; credential: Template }
  | { is: 'field'; of: Value; name: string }
  | { is: 'sealed'; message: Message }
  | {
      is: 'request'
      method: string
      path: Template
      headers: [name: string, value: Template][]
      body: Body | undefined
    }

export type Template = (string | Value)[]

/** A JSON value whose texts hold `MARK number MARK` where `values` go. */
export interface Message {
  json: Json
  values: Value[]
}

export type Body = Message | Value

export type Step =
  | { does: 'assign'; to: string; value: Value }
  | { does: 'print'; value: Value }
  | { does: 'wait'; seconds: number }

const MARK = '\uE000'

/** Throws `Unreadable` for commands that are no requests. */
export function stepsOf(shell: string): Step[] {
  return statementsOf(shell).map(stepOf)
}

function stepOf({ to, pipeline }: Statement): Step {
  const [first = []] = pipeline
  const [name, ...words] = first
  if (to !== undefined) return { does: 'assign', to, value: valueIn(pipeline) }
  if (pipeline.length === 1 && plain(name) === 'sleep') return { does: 'wait', seconds: Number(plain(words[0])) }
  const [only] = templateOf(words[0] ?? [])
  if (pipeline.length === 1 && plain(name) === 'echo' && only !== undefined && typeof only !== 'string')
    return { does: 'print', value: only }
  return { does: 'print', value: valueIn(pipeline) }
}

function valueIn(pipeline: Pipeline): Value {
  let value: Value | undefined
  let written: Word | undefined
  for (const [name, ...words] of pipeline) {
    const command = plain(name)
    const before = value
    if (command === 'echo' && words.length === 1 && before === undefined) {
      written = words[0]
      const [only, ...others] = templateOf(written ?? [])
      if (only !== undefined && typeof only !== 'string' && others.length === 0) value = only
    } else if (command === 'TZ=America/Mexico_City' && words.map(plain).join(' ') === 'date +%F')
      value = { is: 'today' }
    else if (command === 'field' && before) value = { is: 'field', of: before, name: plain(words[0]) }
    else if (command === 'seal' && written) value = { is: 'sealed', message: messageOf(written) }
    else if (command === 'cobro') value = requestOf(words, before)
    else if (command === 'upload') value = requestOf(words, before, [['Content-Type', ['application/octet-stream']]])
    else throw new Unreadable(`no request: ${command}`)
  }
  if (value === undefined) throw new Unreadable('no request')
  return value
}

function requestOf(words: Word[], before: Value | undefined, standard: [string, Template][] = []): Value {
  let method: string | undefined
  let path: Template | undefined
  let body: Body | undefined
  const headers = [...standard]
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? []
    const option = word.length === 1 && word[0] && 'text' in word[0] ? word[0].text : ''
    if (!option.startsWith('-')) {
      const [base, ...rest] = templateOf(word)
      if (typeof base !== 'object' || base.is !== 'variable' || base.name !== 'COBRO')
        throw new Unreadable('not an address of this service')
      path = rest
      continue
    }
    at += 1
    const value = words[at] ?? []
    if (option === '-X') method = plain(value)
    else if (option === '-H') headers.push(headerOf(value))
    else if (option === '-d' && isInput(value)) body = before
    else if (option === '-d') body = messageOf(value)
    else if (option === '--data-binary') body = fileOf(value)
    else if (option === '-u') headers.push(['Authorization', [{ is: 'basic', credential: templateOf(value) }]])
    else throw new Unreadable(`no rule for ${option}`)
  }
  if (path === undefined) throw new Unreadable('no address')
  return { is: 'request', method: method ?? (body === undefined ? 'GET' : 'POST'), path, headers, body }
}

const isInput = (word: Word) => word.length === 1 && word[0] !== undefined && 'text' in word[0] && word[0].text === '@-'

function fileOf(word: Word): Value {
  const [, name] = /^@(.+)$/.exec(plain(word)) ?? []
  if (name === undefined) throw new Unreadable('no file')
  return { is: 'file', name }
}

function headerOf(word: Word): [string, Template] {
  const [first = '', ...rest] = templateOf(word)
  const [, name, value] = /^([\w-]+): (.*)$/.exec(typeof first === 'string' ? first : '') ?? []
  if (name === undefined) throw new Unreadable('no header')
  return [name, [...(value ? [value] : []), ...rest]]
}

function messageOf(word: Word): Message {
  const values: Value[] = []
  const text = templateOf(word)
    .map((part) => (typeof part === 'string' ? part : `${MARK}${values.push(part) - 1}${MARK}`))
    .join('')
  try {
    return { json: JSON.parse(text) as Json, values }
  } catch {
    throw new Unreadable('the body is not JSON')
  }
}

/** The parts of a marked text of a message. */
export function unmarked(text: string, values: readonly Value[]): Template {
  return text
    .split(MARK)
    .flatMap((part, at): Template => (at % 2 === 0 ? (part === '' ? [] : [part]) : [values[Number(part)] ?? '']))
}

/** Texts beside each other are one. */
function templateOf(word: Word): Template {
  const template: Template = []
  for (const part of word) {
    const value = partOf(part)
    const last = template.at(-1)
    if (typeof value === 'string' && typeof last === 'string') template[template.length - 1] = last + value
    else template.push(value)
  }
  return template
}

function partOf(part: Part): string | Value {
  if ('text' in part) return part.text
  if ('run' in part) return valueIn(part.run)
  return part.name === PROCESS ? { is: 'process' } : { is: 'variable', name: part.name }
}

function plain(word: Word | undefined): string {
  const [only] = word ?? []
  if (word?.length !== 1 || only === undefined || !('text' in only)) throw new Unreadable('a plain word is needed')
  return only.text
}

// The commands of a guide as programs of Node, PHP and Python. What is no request stays a command alone.
import { helpers } from './helpers.ts'
import { literal, type Program, styles } from './literals.ts'
import { type Body, type Message, type Step, stepsOf, type Template, unmarked, type Value } from './requests.ts'
import { Unreadable } from './shell.ts'

type Programs = Record<Program, string>

/** The address and the functions with which a guide begins; commands may follow in the same block. */
const BEGINNING = /^COBRO=\$\{COBRO:-.*\n(?:\w+\(\) \{.*\}.*(?:\n|$))*/

/** The commands of one document, block by block: a block that needs what another did not make is no program. */
export function guidePrograms(): (shell: string) => Programs | undefined {
  const made = new Set(['COBRO'])
  let begun = false
  return (shell) => {
    const beginning = BEGINNING.exec(shell)?.[0] ?? ''
    if (beginning !== '') begun = true
    if (!begun) return undefined
    const help = beginning === '' ? undefined : helpers(beginning.includes('seal() {'))
    const rest = shell.slice(beginning.length).trim()
    if (help && rest === '') return help
    try {
      const before = new Set(made)
      const steps = stepsOf(rest)
      for (const step of steps) {
        for (const name of namesIn(step)) if (!made.has(name)) throw new Unreadable(`${name} is not there`)
        if (step.does === 'assign') made.add(step.to)
      }
      const after = (program: Program, lines: string[]) => [...(help ? [help[program], ''] : []), ...lines].join('\n')
      return {
        node: after(
          'node',
          steps.map((step) => nodeStep(step, before)),
        ),
        php: after('php', steps.map(phpStep)),
        python: after('python', steps.map(pythonStep)),
      }
    } catch (fault) {
      if (fault instanceof Unreadable) return undefined
      throw fault
    }
  }
}

function namesIn(step: Step): string[] {
  if (step.does === 'wait') return []
  const of = (value: Value | Message | undefined): string[] => {
    if (value === undefined) return []
    if (!('is' in value)) return value.values.flatMap(of)
    if (value.is === 'variable') return [value.name]
    if (value.is === 'field') return of(value.of)
    if (value.is === 'sealed') return of(value.message)
    if (value.is === 'process' || value.is === 'today' || value.is === 'file') return []
    const inTemplate = (template: Template) => template.flatMap((part) => (typeof part === 'string' ? [] : of(part)))
    if (value.is === 'basic') return inTemplate(value.credential)
    return [...inTemplate(value.path), ...value.headers.flatMap(([, one]) => inTemplate(one)), ...of(value.body)]
  }
  return of(step.value)
}

interface Speech {
  program: Program
  variable(name: string): string
  process: string
  today: string
  file(name: string): string
  basic(credential: string): string
  call(parts: string[]): string
  field(of: string, name: string): string
  seal(message: string): string
  /** A text of several parts. */
  joined(parts: { text?: string; value?: string }[]): string
  none: string
}

const written = (program: Program, text: string) => styles[program].text(text)

const node: Speech = {
  program: 'node',
  variable: (name) => name.toLowerCase(),
  process: 'process.pid',
  today: "new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Mexico_City' }).format()",
  file: (name) => `(await import('node:fs')).readFileSync(${name})`,
  basic: (credential) => `basic(${credential})`,
  call: (parts) => `await cobro(${parts.join(', ')})`,
  field: (of, name) => `field(${of}, ${written('node', name)})`,
  seal: (message) => `seal(${message})`,
  joined: (parts) =>
    `\`${parts.map(({ text, value }) => text?.replace(/[`\\$]/g, '\\$&') ?? `\${${value}}`).join('')}\``,
  none: 'undefined',
}

const php: Speech = {
  program: 'php',
  variable: (name) => `$${name.toLowerCase()}`,
  process: 'getmypid()',
  today: "date_create('now', timezone_open('America/Mexico_City'))->format('Y-m-d')",
  file: (name) => `file_get_contents(${name})`,
  basic: (credential) => `basic(${credential})`,
  call: (parts) => `cobro(${parts.join(', ')})`,
  field: (of, name) => `field(${of}, ${written('php', name)})`,
  seal: (message) => `seal(${message})`,
  joined: (parts) => parts.map(({ text, value }) => (text === undefined ? value : written('php', text))).join(' . '),
  none: 'null',
}

const python: Speech = {
  program: 'python',
  variable: (name) => name.toLowerCase(),
  process: 'str(os.getpid())',
  // Mexico City is six hours behind UTC all year; a Python without a database of time zones knows it too.
  today: 'time.strftime("%Y-%m-%d", time.gmtime(time.time() - 6 * 3600))',
  file: (name) => `open(${name}, "rb").read()`,
  basic: (credential) => `basic(${credential})`,
  call: (parts) => `cobro(${parts.join(', ')})`,
  field: (of, name) => `field(${of}, ${written('python', name)})`,
  seal: (message) => `seal(${message})`,
  joined: (parts) => parts.map(({ text, value }) => (text === undefined ? value : written('python', text))).join(' + '),
  none: 'None',
}

function expression(speech: Speech, value: Value): string {
  switch (value.is) {
    case 'variable':
      return speech.variable(value.name)
    case 'process':
      return speech.process
    case 'today':
      return speech.today
    case 'file':
      return speech.file(written(speech.program, value.name))
    case 'basic':
      return speech.basic(textOf(speech, value.credential))
    case 'field':
      return speech.field(expression(speech, value.of), value.name)
    case 'sealed':
      return speech.seal(bodyOf(speech, value.message))
    case 'request': {
      const headers = Object.fromEntries(value.headers.map(([name], at) => [name, `${at}`]))
      const texts = (at: string) => textOf(speech, value.headers[Number(at)]?.[1] ?? [])
      return speech.call([
        written(speech.program, value.method),
        textOf(speech, value.path),
        ...(value.body === undefined ? (value.headers.length > 0 ? [speech.none] : []) : [bodyOf(speech, value.body)]),
        ...(value.headers.length > 0 ? [literal(speech.program, headers, 0, texts)] : []),
      ])
    }
  }
}

function bodyOf(speech: Speech, body: Body): string {
  if ('is' in body) return expression(speech, body)
  return literal(speech.program, body.json, 0, (text) => textOf(speech, unmarked(text, body.values)))
}

function textOf(speech: Speech, template: Template): string {
  const parts = template.map((part) =>
    typeof part === 'string' ? { text: part } : { value: expression(speech, part) },
  )
  const [only] = parts
  if (only === undefined) return written(speech.program, '')
  if (parts.length > 1) return speech.joined(parts)
  return 'text' in only ? written(speech.program, only.text) : only.value
}

function nodeStep(step: Step, before: Set<string>): string {
  if (step.does === 'wait') return `await new Promise((go) => setTimeout(go, ${step.seconds * 1000}))`
  if (step.does === 'print') return `console.log(${expression(node, step.value)})`
  const first = !before.has(step.to)
  before.add(step.to)
  return `${first ? 'let ' : ''}${node.variable(step.to)} = ${expression(node, step.value)}`
}

function phpStep(step: Step): string {
  if (step.does === 'wait') return `sleep(${step.seconds});`
  if (step.does === 'print') return `print_r(${expression(php, step.value)});`
  return `${php.variable(step.to)} = ${expression(php, step.value)};`
}

function pythonStep(step: Step): string {
  if (step.does === 'wait') return `time.sleep(${step.seconds})`
  if (step.does === 'print') return `print(${expression(python, step.value)})`
  return `${python.variable(step.to)} = ${expression(python, step.value)}`
}

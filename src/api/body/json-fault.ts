// Says where a text stops being JSON, and what must stand there. It never repeats the text: a card number could be in it.
import type { Bilingual } from '../../core/language/bilingual.ts'

const BLANKS = /[ \t\n\r]*/y
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON forbids them in a text.
const TEXT = /"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\u0000-\u001f]*)*"/y
const PLAIN = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y

const wanted = {
  object: ['un objeto, que empieza con {', 'an object, which begins with {'],
  text: [
    'un texto que termine con comillas dobles y tenga sus saltos de línea escritos \\n',
    'a text that ends with a double quote and has its line breaks written \\n',
  ],
  name: ['un nombre entre comillas dobles', 'a name in double quotes'],
  nameOrEnd: ['un nombre entre comillas dobles, o }', 'a name in double quotes, or }'],
  colon: ['dos puntos', 'a colon'],
  value: [
    'un valor: un texto entre comillas dobles, un número, true, false, null, { o [',
    'a value: a text in double quotes, a number, true, false, null, { or [',
  ],
  valueOrEnd: ['un valor, o ]', 'a value, or ]'],
  afterMember: ['una coma o }', 'a comma or }'],
  afterItem: ['una coma o ]', 'a comma or ]'],
  end: ['el final: ya está completo', 'the end: it is complete'],
} as const satisfies Record<string, Bilingual>

type Wanted = keyof typeof wanted

const TEXT_GOES: readonly Wanted[] = ['name', 'nameOrEnd', 'value', 'valueOrEnd']

/** Where a bracket may close what is open. */
const CLOSES: Record<string, readonly Wanted[]> = {
  '}': ['nameOrEnd', 'afterMember'],
  ']': ['valueOrEnd', 'afterItem'],
}

/** The sentence for a body that is not JSON: its line and column, both counted from 1. */
export function jsonProblem(whole: string): Bilingual {
  const { at, is } = firstFault(whole)
  const [es, en] = wanted[is]
  if (at >= whole.length)
    return [
      `body no es JSON válido: se acaba donde falta ${es}`,
      `body is not valid JSON: it ends where there must be ${en}`,
    ]
  const [line, column] = placeOf(whole, at)
  return [
    `body no es JSON válido: en la línea ${line}, columna ${column}, debe ir ${es}`,
    `body is not valid JSON: at line ${line}, column ${column}, there must be ${en}`,
  ]
}

/** Line and column of a character, both counted from 1. */
export function placeOf(text: string, at: number): [line: number, column: number] {
  const before = text.slice(0, at)
  return [before.split('\n').length, at - before.lastIndexOf('\n')]
}

/** The first place that JSON forbids. The text is known not to be JSON. */
function firstFault(text: string): { at: number; is: Wanted } {
  const open: ('{' | '[')[] = []
  let is: Wanted = 'value'
  const start = skip(text, text.charCodeAt(0) === 0xfeff ? 1 : 0)
  let at = start
  for (;;) {
    const next = step(text, at, is, open)
    if (next === undefined)
      return { at, is: text[at] === '"' && TEXT_GOES.includes(is) ? 'text' : at === start ? 'object' : is }
    at = skip(text, next.at)
    is = next.is
  }
}

/** What follows when the text has at `at` what `is` wants; undefined when it has not. Opens and closes what `open` lists. */
function step(text: string, at: number, is: Wanted, open: ('{' | '[')[]): { at: number; is: Wanted } | undefined {
  const char = text[at]
  const after = (): Wanted => (open.length === 0 ? 'end' : open.at(-1) === '{' ? 'afterMember' : 'afterItem')
  if (char !== undefined && CLOSES[char]?.includes(is)) {
    open.pop()
    return { at: at + 1, is: after() }
  }
  if (is === 'colon') return char === ':' ? { at: at + 1, is: 'value' } : undefined
  if (is === 'afterMember') return char === ',' ? { at: at + 1, is: 'name' } : undefined
  if (is === 'afterItem') return char === ',' ? { at: at + 1, is: 'value' } : undefined
  if (is === 'end') return undefined
  if (is === 'name' || is === 'nameOrEnd') return matched(TEXT, text, at, 'colon')
  if (char === '{' || char === '[') {
    open.push(char)
    return { at: at + 1, is: char === '{' ? 'nameOrEnd' : 'valueOrEnd' }
  }
  return matched(TEXT, text, at, after()) ?? matched(PLAIN, text, at, after())
}

function matched(form: RegExp, text: string, at: number, is: Wanted) {
  form.lastIndex = at
  return form.test(text) ? { at: form.lastIndex, is } : undefined
}

function skip(text: string, at: number): number {
  BLANKS.lastIndex = at
  BLANKS.test(text)
  return BLANKS.lastIndex
}

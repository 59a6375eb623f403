// JSON as a literal of JavaScript, PHP and Python. Runs on the server and in the reader's browser.

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }

interface Style {
  none: string
  yes: string
  no: string
  text(text: string): string
  key(name: string): string
  open: [list: string, object: string]
  close: [list: string, object: string]
  indent: string
}

/** A literal longer than this is written in several lines. */
const WIDTH = 76

export const quotedInJs = (text: string) =>
  text.includes("'") && !text.includes('"')
    ? JSON.stringify(text)
    : `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
export const quotedInPhp = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
export const quotedInPython = (text: string) => JSON.stringify(text)

export const styles = {
  node: {
    none: 'null',
    yes: 'true',
    no: 'false',
    text: quotedInJs,
    key: (name) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : quotedInJs(name)}: `,
    open: ['[', '{ '],
    close: [']', ' }'],
    indent: '  ',
  },
  php: {
    none: 'null',
    yes: 'true',
    no: 'false',
    text: quotedInPhp,
    key: (name) => `${quotedInPhp(name)} => `,
    open: ['[', '['],
    close: [']', ']'],
    indent: '    ',
  },
  python: {
    none: 'None',
    yes: 'True',
    no: 'False',
    text: quotedInPython,
    key: (name) => `${quotedInPython(name)}: `,
    open: ['[', '{'],
    close: [']', '}'],
    indent: '    ',
  },
} as const satisfies Record<string, Style>

export type Program = keyof typeof styles

/** `text` writes the texts of the value, which a caller may compose of variables; `depth` is the indentation of its line. */
export function literal(
  program: Program,
  value: Json,
  depth = 0,
  text: (text: string) => string = styles[program].text,
): string {
  const style: Style = styles[program]
  if (value === null) return style.none
  if (typeof value === 'boolean') return value ? style.yes : style.no
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return text(value)
  const isList = Array.isArray(value)
  const kind = isList ? 0 : 1
  const members = (inner: number): string[] =>
    isList
      ? value.map((one) => literal(program, one, inner, text))
      : Object.entries(value).map(([name, one]) => style.key(name) + literal(program, one, inner, text))
  if (members(0).length === 0) return isList ? '[]' : program === 'php' ? '(object) []' : '{}'
  const flat = `${style.open[kind]}${members(0).join(', ')}${style.close[kind]}`
  if (!flat.includes('\n') && flat.length + depth * style.indent.length <= WIDTH) return flat
  const pad = style.indent.repeat(depth + 1)
  const lines = members(depth + 1).map((one) => `${pad}${one},\n`)
  return `${style.open[kind].trim()}\n${lines.join('')}${style.indent.repeat(depth)}${style.close[kind].trim()}`
}

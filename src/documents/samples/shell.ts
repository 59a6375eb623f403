// Reads the commands of the guides: assignments, pipes, quotes, variables and `$(…)`. Everything else is unreadable.

export type Part = { text: string } | { name: string } | { run: Pipeline }
export type Word = Part[]
export type Pipeline = Word[][]

export interface Statement {
  /** The variable that takes the output. */
  to?: string | undefined
  pipeline: Pipeline
}

/** Thrown for what these few rules do not know. */
export class Unreadable extends Error {}

/** The variable `$$`: the number of the process. */
export const PROCESS = '$'

export function statementsOf(shell: string): Statement[] {
  const text = { all: shell, at: 0 }
  const statements: Statement[] = []
  for (;;) {
    skip(text, /(?:[\s;]|#[^\n]*)+/y)
    if (text.at >= shell.length) return statements
    if (shell[text.at] === ')') throw new Unreadable('a parenthesis closes nothing')
    const [, to] = skip(text, /([A-Z_]+)=(?=\$\()/y) ?? []
    statements.push({ to, pipeline: to === undefined ? pipelineOf(text) : runOf(text) })
  }
}

interface Text {
  all: string
  at: number
}

function skip(text: Text, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = text.at
  const found = pattern.exec(text.all)
  if (found === null) return undefined
  text.at = pattern.lastIndex
  return found
}

const BLANK = /(?:[ \t]|\\\n)+/y

/** To the end of its line, or to the parenthesis that closes it. */
function pipelineOf(text: Text): Pipeline {
  const pipeline: Pipeline = [[]]
  for (;;) {
    skip(text, BLANK)
    const next = text.all[text.at]
    if (next === undefined || next === '\n' || next === ';' || next === ')') return pipeline
    if (skip(text, /#[^\n]*/y)) continue
    if (skip(text, /\|\s*/y)) pipeline.push([])
    else pipeline.at(-1)?.push(wordOf(text))
  }
}

function runOf(text: Text): Pipeline {
  text.at += 2
  const run = pipelineOf(text)
  if (text.all[text.at] !== ')') throw new Unreadable('a parenthesis is not closed')
  text.at += 1
  return run
}

function wordOf(text: Text): Word {
  const word: Word = []
  for (;;) {
    const [, single] = skip(text, /'([^']*)'/y) ?? []
    if (single !== undefined) word.push({ text: single })
    else if (skip(text, /"/y)) word.push(...quotedOf(text))
    else {
      const [plain] = skip(text, /[^\s'"|;()$\\#&<>`{}*?[\]]+/y) ?? []
      if (plain !== undefined) word.push({ text: plain })
      else if (text.all[text.at] === '$') word.push(variableIn(text))
      else if (word.length > 0 && /[\s|;)]/.test(text.all[text.at] ?? '\n')) return word
      else throw new Unreadable(`no rule for ${text.all.slice(text.at, text.at + 10)}`)
    }
  }
}

function quotedOf(text: Text): Word {
  const word: Word = []
  for (;;) {
    const [, plain, escaped] = skip(text, /([^"$\\`]+)|\\(["$\\])/y) ?? []
    const found = plain ?? escaped
    if (found !== undefined) word.push({ text: found })
    else if (text.all[text.at] === '$') word.push(variableIn(text))
    else if (skip(text, /"/y)) return word
    else throw new Unreadable('a quote is not closed')
  }
}

function variableIn(text: Text): Part {
  if (text.all.startsWith('$(', text.at)) return { run: runOf(text) }
  const [, name] = skip(text, /\$([A-Z_]+|\$)/y) ?? []
  if (name === undefined) throw new Unreadable('no variable of this kind')
  return { name }
}

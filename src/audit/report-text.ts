// The report of an audit for a terminal, in its language. The rules keep their names.
import { inLanguage, type Language } from '../core/language/bilingual.ts'
import type { AuditReport, Counts } from './audit.ts'
import type { Count } from './invariant.ts'

const words = {
  en: {
    fail: 'FAIL',
    one: 'one fault',
    many: (count: string) => `${count} faults, the first`,
    expected: 'expected',
    found: 'found   ',
    right: 'The books are right.',
    altered: 'The books add up, but they were altered: see below.',
    wrong: (broken: number, all: number) => `The books are wrong: ${broken} of ${all} checks fail.`,
    read: (counts: string) => `Read ${counts || 'nothing'}.`,
  },
  es: {
    fail: 'MAL ',
    one: 'una falta',
    many: (count: string) => `${count} faltas, la primera`,
    expected: 'debía ser',
    found: 'es       ',
    right: 'Los libros cuadran.',
    altered: 'Las cuentas cuadran, pero los libros fueron alterados: mira abajo.',
    wrong: (broken: number, all: number) => `Los libros no cuadran: fallan ${broken} de ${all} revisiones.`,
    read: (counts: string) => (counts === '' ? 'No se leyó nada.' : `Se leyó: ${counts}.`),
  },
} satisfies Record<Language, object>

/** One line: how much has been read. Sample: `12,000 operations, 60,000 postings`. */
export function progressText(counts: Counts, counted: readonly Count[], language: Language = 'en'): string {
  return counted
    .map(({ name, words }) => ({ rows: counts[name] ?? 0, words }))
    .filter(({ rows }) => rows > 0)
    .map(({ rows, words }) => `${rows.toLocaleString('en')} ${inLanguage(words, language)}`)
    .join(', ')
}

/**
 * A line for each invariant, with the first fault of those that fail, and the verdict last, for a report in the same language. `isAltered`: the records
 * are not those of their checkpoints.
 */
export function reportText(
  report: AuditReport,
  counted: readonly Count[],
  { language = 'en', isAltered = false }: { language?: Language; isAltered?: boolean } = {},
): string {
  const say = words[language]
  const width = Math.max(...report.invariants.map((one) => one.name.length))
  const lines = report.invariants.flatMap(({ name, meaning, faults, first }) => {
    const head = `${first === null ? 'ok  ' : say.fail}  ${name.padEnd(width)}  ${meaning}`
    if (first === null) return [head]
    const indent = ' '.repeat(width + 8)
    return [
      head,
      `${indent}${faults === 1 ? say.one : say.many(faults.toLocaleString('en'))}: ${first.id}`,
      `${indent}${say.expected} ${first.expected}`,
      `${indent}${say.found} ${first.found}`,
    ]
  })
  const broken = report.invariants.filter((one) => one.first !== null).length
  const sound = isAltered ? say.altered : say.right
  const verdict = report.clean ? sound : say.wrong(broken, report.invariants.length)
  return [...lines, '', say.read(progressText(report.counts, counted, language)), verdict].join('\n')
}

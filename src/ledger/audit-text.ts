// The report of an audit for a terminal, in its language. The rules keep their names.
import type { Language } from '../core/failure.ts'
import type { AuditReport } from './audit.ts'
import type { Counts } from './audit-scope.ts'
import { spanishFinding } from './spanish-findings.ts'
import { spanishInvariants } from './spanish-invariants.ts'

const words = {
  en: {
    fail: 'FAIL',
    one: 'one fault',
    many: (count: string) => `${count} faults, the first`,
    expected: 'expected',
    found: 'found   ',
    right: 'The books are right.',
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
    wrong: (broken: number, all: number) => `Los libros no cuadran: fallan ${broken} de ${all} revisiones.`,
    read: (counts: string) => (counts === '' ? 'No se leyó nada.' : `Se leyó: ${counts}.`),
  },
} satisfies Record<Language, object>

/** Spanish of what is counted. */
const nouns: Record<keyof Counts, string> = {
  operations: 'operaciones',
  postings: 'asientos',
  events: 'eventos',
  payments: 'pagos recibidos',
  suspended: 'en suspenso',
  payouts: 'liquidaciones',
  transfers: 'transferencias',
  refunds: 'devoluciones',
  statementLines: 'líneas de estados de cuenta',
  withheld: 'retenidas',
  advices: 'avisos de reverso',
  unacknowledged: 'avisos sin acuse',
  disputes: 'aclaraciones',
  openDisputes: 'aclaraciones abiertas',
}

/** One line: how much has been read. Sample: `12,000 operations, 60,000 postings`. */
export function progressText(counts: Counts, language: Language = 'en'): string {
  const noun = (name: string) => (language === 'es' ? nouns[name as keyof Counts] : name)
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count.toLocaleString('en')} ${noun(name)}`)
    .join(', ')
}

/** A line for each invariant, with the first fault of those that fail, and the verdict last. */
export function reportText(report: AuditReport, language: Language = 'en'): string {
  const say = words[language]
  const translated = language === 'es' ? spanishFinding : (text: string) => text
  const width = Math.max(...report.invariants.map((one) => one.name.length))
  const lines = report.invariants.flatMap(({ name, meaning, faults, first }) => {
    const head = `${first === null ? 'ok  ' : say.fail}  ${name.padEnd(width)}  ${language === 'es' ? spanishInvariants[name] : meaning}`
    if (first === null) return [head]
    const indent = ' '.repeat(width + 8)
    return [
      head,
      `${indent}${faults === 1 ? say.one : say.many(faults.toLocaleString('en'))}: ${first.id}`,
      `${indent}${say.expected} ${translated(first.expected)}`,
      `${indent}${say.found} ${translated(first.found)}`,
    ]
  })
  const broken = report.invariants.filter((one) => one.first !== null).length
  const verdict = report.clean ? say.right : say.wrong(broken, report.invariants.length)
  return [...lines, '', say.read(progressText(report.counts, language)), verdict].join('\n')
}

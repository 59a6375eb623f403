// The report of an audit for a terminal.
import type { AuditReport } from './audit.ts'
import type { Counts } from './audit-scope.ts'

/** One line: how much has been read. Sample: `12,000 operations, 60,000 postings`. */
export function progressText(counts: Counts): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([name, count]) => `${count.toLocaleString('en')} ${name}`)
    .join(', ')
}

/** A line for each invariant, with the first fault of those that fail, and the verdict last. */
export function reportText(report: AuditReport): string {
  const width = Math.max(...report.invariants.map((one) => one.name.length))
  const lines = report.invariants.flatMap(({ name, meaning, faults, first }) => {
    const head = `${first === null ? 'ok  ' : 'FAIL'}  ${name.padEnd(width)}  ${meaning}`
    if (first === null) return [head]
    const indent = ' '.repeat(width + 8)
    return [
      head,
      `${indent}${faults === 1 ? 'one fault' : `${faults.toLocaleString('en')} faults, the first`}: ${first.id}`,
      `${indent}expected ${first.expected}`,
      `${indent}found    ${first.found}`,
    ]
  })
  const broken = report.invariants.filter((one) => one.first !== null).length
  const verdict = report.clean
    ? 'The books are right.'
    : `The books are wrong: ${broken} of ${report.invariants.length} checks fail.`
  return [...lines, '', `Read ${progressText(report.counts) || 'nothing'}.`, verdict].join('\n')
}

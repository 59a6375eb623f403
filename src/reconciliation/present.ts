// The wire shape of a reconciliation and of its findings.
import Type, { type Static } from 'typebox'
import { FirstDay, LastDay } from '../api/description/answer-members.ts'
import { maskedStart } from '../core/cards/mask.ts'
import type { Language } from '../core/language/bilingual.ts'
import { formatAmount } from '../core/money.ts'
import { oneOf } from '../core/text.ts'
import { lineFaults, type Movement } from './movement.ts'
import { type NotReadLines, notReadReasons } from './not-read.ts'
import type { Finding, Reconciliation } from './reconcile.ts'

const Count = (description: string) => Type.Integer({ minimum: 0, description })

const FoundLine = Type.Object(
  {
    finding: Type.String({
      description: 'malformed, extra, different, contradiction or missing',
      examples: ['missing'],
    }),
    line: Type.Union([Type.Integer(), Type.Null()], { description: 'The line of the file; null for a missing record' }),
    faults: Type.Array(Type.String(), { description: 'The faults of a malformed line' }),
    details: Type.Array(
      Type.Object({
        fault: Type.String({ description: 'The name of the fault' }),
        value: Type.String({ description: 'What stands there, up to 100 characters' }),
        expected: Type.String({ description: 'What is expected, for people' }),
      }),
      { description: 'Of a malformed line: each fault with what stands there and what is expected' },
    ),
    rail: Type.String({ description: 'The way of paying that the line belongs to; may be empty' }),
    kind: Type.String({
      description: 'What the line states, such as a payment',
      examples: ['payment'],
    }),
    id: Type.String({ description: 'The network’s id' }),
    date: Type.String({ description: 'The day in the line, YYYY-MM-DD; may be empty' }),
    amount: Type.String({ description: 'Mexican pesos with two decimals; may be empty' }),
    differs: Type.String({ description: 'The differences of the record: amount, day or both' }),
    record: Type.Union([Type.String(), Type.Null()], {
      description: 'The operation, received payment or transfer; null when there is none',
    }),
    became: Type.Union([Type.String(), Type.Null()], {
      description: 'The outcome of an extra payment that was reported now',
    }),
    statement: Type.Union([Type.String(), Type.Null()], {
      description: 'Of a contradiction: the statement that had the line first, which stands',
    }),
  },
  { title: 'StatementFinding' },
)

export const ReconciliationResult = Type.Object(
  {
    id: Type.String({ description: 'Of the statement, `stm_…`', examples: ['stm_06ehx5pav000t6r0k8k1v3q2m4'] }),
    network: Type.String({ description: 'The name of the network whose statement it is' }),
    start_date: FirstDay,
    end_date: LastDay,
    repeated: Type.Boolean({ description: 'This file had been read before' }),
    corrects: Type.Union([Type.String(), Type.Null()], { description: 'The statement whose place it takes' }),
    counts: Type.Object({
      lines: Count('Lines that state something'),
      matched: Count('Lines that a record agrees with'),
      stated: Count('Fees and settlements, which only the network knows'),
      repeated: Count('Lines that are on record already, of this file or another one'),
      malformed: Count('Lines that cannot be read'),
      extra: Count('Lines without a record'),
      different: Count('Lines whose record has another amount or day'),
      contradiction: Count('Lines that an earlier statement has otherwise'),
      missing: Count('Records that no line states'),
      superseded: Count('Lines of the corrected statement that were taken back'),
      ignored: Count('Lines that were not read; the list `ignored` says why'),
    }),
    ignored: Type.Array(
      Type.Object(
        {
          why: Type.String({
            description: `Why: ${oneOf(Object.keys(notReadReasons))}`,
            examples: ['ignore'],
          }),
          because: Type.String({ description: 'Why, for people' }),
          rule: Type.Union([Type.Integer(), Type.Null()], {
            description: 'The rule of the layout’s `ignore`, from 1 on; null for another reason',
          }),
          lines: Type.Integer({ minimum: 1, description: 'How many lines' }),
          line: Type.Integer({ minimum: 1, description: 'The first of them in the file' }),
          text: Type.String({ description: 'What stands there, up to 100 characters; of a column its name' }),
        },
        { title: 'StatementIgnored' },
      ),
      { description: 'What the file has and was not read, by its reason' },
    ),
    findings: Type.Array(FoundLine, { description: 'In the order of the file, missing records last; at most 1000' }),
    more: Type.Boolean({ description: 'There are more findings than are listed' }),
  },
  { title: 'Reconciliation' },
)

export function presentReconciliation(
  { id, network, firstDay, lastDay, isRepeated, corrects, counts, ignored }: Reconciliation,
  listed: { findings: Finding[]; more: boolean },
  language: Language,
): Static<typeof ReconciliationResult> {
  return {
    id,
    network,
    start_date: firstDay,
    end_date: lastDay,
    repeated: isRepeated,
    corrects: corrects ?? null,
    counts: { ...counts },
    ignored: presentIgnored(ignored, language),
    findings: listed.findings.map((finding) => presentFinding(finding, language)),
    more: listed.more,
  }
}

export function presentIgnored(ignored: readonly NotReadLines[], language: Language) {
  return ignored.map(({ why, rule = null, lines, line, text }) => ({
    ...{ why, because: notReadReasons[why][language === 'es' ? 0 : 1], rule, lines, line, text },
  }))
}

const none = { line: null, faults: [], details: [], differs: '', record: null, became: null, statement: null }
const nothing = { rail: '', kind: '', id: '', date: '', amount: '' }

/** `expected` is in the language asked for. */
export function presentFinding(finding: Finding, language: Language): Static<typeof FoundLine> {
  switch (finding.kind) {
    case 'malformed':
      return {
        ...none,
        ...nothing,
        finding: 'malformed',
        line: finding.line,
        faults: [...finding.faults],
        details: detailsOf(finding, language),
      }
    case 'missing': {
      const { kind, rail, movement, causeId, day, amountCentavos } = finding.missing
      const of = { rail, kind, id: movement, date: day, amount: formatAmount(amountCentavos) }
      return { ...none, ...of, finding: 'missing', record: causeId }
    }
    case 'extra':
    case 'different':
    case 'contradiction': {
      const { movement, row, became } = finding
      return {
        ...none,
        ...movementBody(movement),
        finding: finding.kind,
        line: movement.number,
        differs: row.differs,
        record: row.cause_id,
        became: became ?? null,
        statement: finding.kind === 'contradiction' ? row.statement_id : null,
      }
    }
  }
}

/** What stands in a line may be a card number. */
function detailsOf({ faults, values }: Extract<Finding, { kind: 'malformed' }>, language: Language) {
  return faults.map((fault) => ({
    fault,
    value: maskedStart(values[fault] ?? '', 100),
    expected: lineFaults[fault][language === 'es' ? 0 : 1],
  }))
}

function movementBody({ rail, kind, id, day, amountCentavos }: Movement) {
  return { rail, kind, id, date: day, amount: formatAmount(amountCentavos) }
}

/** One line of text for a person. */
export function findingText(finding: Finding, language: Language = 'en'): string {
  if (finding.kind === 'malformed') {
    const details = detailsOf(finding, language).map(({ value, expected }) => `${expected}: "${value}"`)
    return `malformed\tline ${finding.line}\t${details.join('; ')}`
  }
  const shown = presentFinding(finding, 'en')
  const where = shown.line === null ? 'on record' : `line ${shown.line}`
  const more = [
    shown.differs && `other ${shown.differs}`,
    shown.record ?? '',
    shown.became ?? '',
    shown.statement ?? '',
  ]
  return [shown.finding, where, shown.rail, shown.kind, shown.id, shown.date, shown.amount, ...more]
    .filter((text) => text !== '')
    .join('\t')
}

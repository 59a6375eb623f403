// Reads fields of a nested message by their path, and collects their faults, so that one refusal names all of them.

import { cardNumberProblem, holdsCardNumber } from '../../core/cards/number-in-text.ts'
import { codeProblem, namesCode } from '../../core/cards/security-code.ts'
import type { FieldProblems } from '../../core/failure-table.ts'
import { capitalForm, trimmed } from '../../core/forms.ts'
import type { Bilingual } from '../../core/language/bilingual.ts'
import { meantAs, sentAs } from '../../core/language/meant-field.ts'
import { parseAmount } from '../../core/money.ts'
import { uncarriedTerms } from '../../core/money-terms.ts'
import { type CarriedTerm, contradictions } from '../../core/restated-terms.ts'
import { isPrintable } from '../../core/text.ts'
import { type Unread, unreadMembers } from '../../core/unread.ts'
import { Failure } from '../../failures.ts'

/** Which of an absent field, null and an empty text is a fault: all; only the absent field; none. */
type Need = 'required' | 'may be empty' | 'optional'

export interface FieldReader {
  /** The value as it is, which does not count as read. */
  peek(path: string): unknown
  /** The value as it is; undefined when the key is absent. All that is in it counts as read. */
  value(path: string): unknown
  /** The object there, which then counts as read; undefined for anything else, which does not. */
  fields(path: string): Record<string, unknown> | undefined
  /** A text of printable characters, without the blanks around it; undefined for none, and after a fault. `name`: another name for the refusal. */
  text(path: string, maxLength: number, need: Need, name?: string): string | undefined
  /** Like `text`, for free text: a card number or a security code in it is a fault. */
  freeText(path: string, maxLength: number, need: Need): string | undefined
  /** An amount in centavos; undefined for none (absent, null, empty text, when not required), and after a fault. */
  amount(path: string, limits: { required: boolean; minCentavos: number }): number | undefined
  /** MXN, or nothing, which means MXN. */
  currency(path: string, need: { required: boolean }): void
  fault(path: string, problem: Bilingual): void
  /** The members that nothing has read so far. */
  unread(): Unread[]
  /**
   * Throws `parameters-invalid` with every fault so far, with every term of money that nothing has read, and with every copy of a carried term that
   * says something else; does nothing when there is none. A required field that is absent is refused with the name under which it was sent, if one is near.
   */
  refuseFaults(carried?: readonly CarriedTerm[]): void
}

/** The names of each path, so that it is cut up once. Paths are the program's own. */
const known = new Map<string, readonly string[]>()

function namesOf(path: string): readonly string[] {
  const names = known.get(path) ?? path.split('.')
  known.set(path, names)
  return names
}

/** A reader of `message`, with paths such as `payment.total.amount`. */
export function fieldReader(message: Record<string, unknown>): FieldReader {
  const faults: FieldProblems = {}
  const absent = new Set<string>()
  const seen = new Set<string>()

  const valueAt = (path: string): unknown => {
    let here: unknown = message
    for (const name of namesOf(path)) {
      if (typeof here !== 'object' || here === null || Array.isArray(here) || !Object.hasOwn(here, name))
        return undefined
      here = (here as Record<string, unknown>)[name]
    }
    return here
  }
  const value = (path: string): unknown => {
    seen.add(path)
    return valueAt(path)
  }
  /** As of so many paths that were read. */
  let unreadAt = { paths: -1, members: [] as Unread[] }
  const unread = () => {
    if (unreadAt.paths !== seen.size) unreadAt = { paths: seen.size, members: unreadMembers(message, seen) }
    return unreadAt.members
  }
  const fault = (path: string, [es, en]: Bilingual) => {
    faults[path] ??= [[`${path} ${es}`, `${path} ${en}`]]
  }

  const lacking = (path: string, problem: Bilingual = problems.required) => {
    fault(path, problem)
    absent.add(path)
  }

  const text: FieldReader['text'] = (path, maxLength, need, name = path) => {
    const found = value(path)
    if (found === undefined || found === null || (typeof found === 'string' && trimmed(found) === '')) {
      if (need === 'required' || (need === 'may be empty' && found === undefined)) {
        if (found === undefined) lacking(name)
        else fault(name, problems.required)
      }
      return undefined
    }
    if (typeof found !== 'string') fault(name, problems.notText)
    else if (!isPrintable(trimmed(found), maxLength)) fault(name, notPrintable(maxLength))
    else return trimmed(found)
    return undefined
  }

  return {
    peek: valueAt,
    value,
    fields(path) {
      const found = valueAt(path)
      if (typeof found !== 'object' || found === null || Array.isArray(found)) return undefined
      seen.add(path)
      return found as Record<string, unknown>
    },
    fault,
    text,
    freeText(path, maxLength, need) {
      const found = text(path, maxLength, need)
      if (found === undefined) return undefined
      const isCard = holdsCardNumber(found)
      if (!isCard && !namesCode(found)) return found
      fault(path, isCard ? cardNumberProblem : codeProblem)
      return undefined
    },
    amount(path, { required, minCentavos }) {
      const found = value(path)
      if (found === undefined || (!required && (found === null || found === ''))) {
        if (required) lacking(path)
        return undefined
      }
      const parsed = parseAmount(found, { minCentavos })
      if ('centavos' in parsed) return parsed.centavos
      fault(path, parsed.problem)
      return undefined
    },
    currency(path, { required }) {
      const found = value(path)
      if (found === undefined) {
        if (required) lacking(path, problems.pesosMissing)
        return
      }
      if (found === null || (typeof found === 'string' && ['', 'MXN'].includes(capitalForm(found)))) return
      fault(path, problems.notPesos)
    },
    unread,
    refuseFaults(carried = []) {
      const members = unread()
      for (const path of absent) {
        const sent = meantAs(path, members)
        if (sent !== undefined) faults[path] = [sentAs(path, sent)]
      }
      Object.assign(faults, uncarriedTerms(members), contradictions(members, carried))
      if (Object.keys(faults).length > 0) throw new Failure('parameters-invalid', { fields: faults })
    },
  }
}

const problems = {
  required: ['es obligatorio', 'is required'],
  notText: ['debe ser texto', 'must be text'],
  pesosMissing: ['es obligatorio: debe ser MXN', 'is required: it must be MXN'],
  notPesos: ['debe ser MXN', 'must be MXN'],
} as const satisfies Record<string, Bilingual>

function notPrintable(maxLength: number): Bilingual {
  return [
    `debe tener a lo más ${maxLength} caracteres, sin caracteres de control`,
    `must have at most ${maxLength} characters, without control characters`,
  ]
}

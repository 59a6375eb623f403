// A change that waits for a second person, as whoever decides reads it: what it is about, what was before, and what is after it.
import { useId } from 'react'
import type { Credential, DisputeWithEvidence, Webhook } from '../../../client/src/types.ts'
import { changeWords, routeOfChange } from '../../../src/console/approvals/change-words.ts'
import { money } from '../format.ts'
import { type Language, useLanguage, type Words } from '../language.tsx'
import { rails, roles, scopeWords } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import type { Approval } from '../wire.ts'
import { type RiskRule, readPathOf, riskRuleText } from './change-words.ts'

type Say = ReturnType<typeof useLanguage>['say']

/** A value before the change and after it; without the other one it is only added, taken away, or named. */
interface Line {
  label: Words
  before?: string | undefined
  after?: string | undefined
}

interface ChangeWords {
  /** The name of what is changed; empty for a rule of the account. */
  of: string
  lines: Line[]
}

/** The title of a change; undefined for a call without words. */
export function changeTitle({ asked: { method = '', path = '' } }: Approval, say: Say): string | undefined {
  const route = routeOfChange(method, path)
  const words = route === undefined ? undefined : changeWords[route]
  return words && say(words.title)
}

/** What is before is read now while the change waits; afterwards it is what was there when it was asked for. */
export function Changed({ one: { asked, status } }: { one: Approval }) {
  const { say, language } = useLanguage()
  const { method = '', path = '', body } = asked
  const waits = status === 'asked' || status === 'approved'
  const now = useRead<object>(waits ? readPathOf(path) : undefined)
  const route = routeOfChange(method, path)
  if (route === undefined)
    return <code className="quiet">{`${method} ${path} ${body ? JSON.stringify(body) : ''}`}</code>
  const words = wordsOfChange(
    route,
    { was: (waits ? now.data : undefined) ?? asked.was ?? {}, body: body ?? {} },
    say,
    language,
  )
  const effect = changeWords[route]?.effect
  return (
    <div className="changed">
      {words.of && <div className="long">{words.of}</div>}
      {words.lines.length > 0 && <Lines lines={words.lines} />}
      {method === 'PUT' && words.lines.length === 0 && (
        <div className="quiet">{say(['Ya es así: no cambia nada.', 'It is so already: nothing changes.'])}</div>
      )}
      {effect && <div className="quiet">{say(effect)}</div>}
    </div>
  )
}

function Lines({ lines }: { lines: Line[] }) {
  const { say } = useLanguage()
  const id = useId()
  return (
    <ul className="lines">
      {lines.map(({ label, before, after }) => (
        <li key={label[1]} aria-labelledby={`${id}-${label[1]}`}>
          <strong id={`${id}-${label[1]}`}>{say(label)}</strong>
          {before !== undefined && (
            <div>
              {after !== undefined && <span className="quiet">{say(['Antes:', 'Before:'])}</span>} {before}
            </div>
          )}
          {after !== undefined && (
            <div>
              {before !== undefined && <span className="quiet">{say(['Después:', 'After:'])}</span>} {after}
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}

/** What was there, and what the call says: both as the API has them. */
interface Both {
  was: object
  body: object
}

function wordsOfChange(route: string, both: Both, say: Say, language: Language): ChangeWords {
  const url = route.split(' ')[1] ?? ''
  const none = (text: string) => text || say(['nada', 'none'])
  if (url === '/v1/credentials/:id') {
    const { name = '', app_key = '', scopes = [] } = both.was as Partial<Credential>
    const powers = scopes.map((scope) => say(scopeWords[scope] ?? [scope, scope])).join(', ')
    return {
      of: [name, app_key].filter(Boolean).join(' · '),
      lines: [{ label: ['Permisos', 'Powers'], before: none(powers) }],
    }
  }
  if (url.startsWith('/v1/webhook/:id')) return ofWebhook(both, say)
  if (url === '/v1/disputes/:dispute/accept') {
    const { reason, network_dispute } = both.was as Partial<DisputeWithEvidence>
    return { of: [reason?.text[language], network_dispute].filter(Boolean).join(' · '), lines: [] }
  }
  if (url === '/v1/risk/rules') return { of: '', lines: ofRiskRules(both, say) }
  return { of: '', lines: ofRules(both, say) }
}

function ofWebhook({ was, body }: Both, say: Say): ChangeWords {
  const before = was as Partial<Webhook>
  const after = body as Partial<Webhook>
  const listed = (events: readonly string[]) => (events.includes('*') ? say(['Todos', 'All']) : events.join(', '))
  const [had, gets] = [before.events ?? [], after.events ?? []]
  const isAll = had.includes('*') || gets.includes('*')
  const lines: Line[] = [
    { label: ['Dirección', 'Address'], before: before.url, after: after.url },
    { label: ['Descripción', 'Description'], before: before.description, after: after.description },
    ...(after.events === undefined
      ? []
      : isAll || before.events === undefined
        ? [{ label: ['Eventos', 'Events'] as const, before: before.events && listed(had), after: listed(gets) }]
        : [
            {
              label: ['Recibe además', 'It gets in addition'] as const,
              after: gets.filter((type) => !had.includes(type)).join(', '),
            },
            {
              label: ['Ya no recibe', 'It gets no longer'] as const,
              before: had.filter((type) => !gets.includes(type)).join(', '),
            },
          ].filter(({ after, before }: Line) => after || before)),
  ]
  const changed = lines.filter((line) => line.after !== undefined || !('after' in line))
  return { of: [before.url, before.description].filter(Boolean).join(' · '), lines: changed.filter(differs) }
}

function ofRiskRules({ was, body }: Both, say: Say): Line[] {
  const texts = (rules: object) =>
    ((rules as { rules?: RiskRule[] }).rules ?? []).map((rule) => riskRuleText(rule, say, money))
  const [before, after] = [texts(was), texts(body)]
  const stay = after.filter((text) => before.includes(text)).length
  return [
    { label: ['Se quita', 'Taken away'] as const, before: before.filter((text) => !after.includes(text)).join('\n') },
    { label: ['Se agrega', 'Added'] as const, after: after.filter((text) => !before.includes(text)).join('\n') },
    { label: ['Sigue igual', 'Stays'] as const, after: stay === 0 ? '' : String(stay) },
  ].filter(({ before, after }: Line) => before || after)
}

const CHOICES: Readonly<Record<string, Words>> = {
  unique: ['identifica al cobro', 'identifies the charge'],
  free: [
    'no identifica nada: una solicitud repetida puede cobrar dos veces',
    'identifies nothing: a repeated request may charge twice',
  ],
  refuse: ['se rechaza', 'is refused'],
  wait: ['espera hasta que se te deba lo suficiente', 'waits until you are owed enough'],
  reserve: ['lo que falta sale de la reserva', 'the reserve pays what is lacking'],
  proportional: ['el afiliado devuelve la misma parte', 'the affiliate gives back the same part'],
  merchant: ['la paga el comercio', 'the merchant pays it'],
}

const LABELS: Readonly<Record<string, Words>> = {
  external_transactions: ['Transacción externa', 'External transaction'],
  beyond_balance: ['Devolver más de lo que se te debe', 'A refund of more than you are owed'],
  minimum: ['Liquidación más pequeña', 'Smallest payout'],
  keep: ['Se queda en el saldo', 'Stays on the balance'],
  take_back: ['Al devolver, la parte del afiliado', 'When money goes back, the affiliate’s share'],
  roles: ['Roles con segundo factor', 'Roles with a second factor'],
}

/** A member of the API's bodies, in words. */
function inWords(name: string, value: unknown, say: Say): string {
  if (name === 'minimum' || name === 'keep') return money(String(value))
  if (Array.isArray(value))
    return value.map((role) => say(roles[role] ?? [role, role])).join(', ') || say(['ninguno', 'none'])
  const words = CHOICES[String(value)]
  return words ? say(words) : String(value)
}

interface Term {
  payment_method: keyof typeof rails
  days: number
}

/** The members of an account's rules that the call changes. */
function ofRules({ was, body }: Both, say: Say): Line[] {
  const before = was as Record<string, unknown>
  const { methods = [], ...plain } = body as Record<string, unknown> & { methods?: Term[] }
  const had = (before.methods ?? []) as Term[]
  const days = (number: number) => say(number === 1 ? ['un día', 'one day'] : ['{n} días', '{n} days'], { n: number })
  const lines = Object.entries(plain).map(
    ([name, value]): Line => ({
      label: LABELS[name] ?? [name, name],
      before: before[name] === undefined ? undefined : inWords(name, before[name], say),
      after: inWords(name, value, say),
    }),
  )
  const terms = methods.map(({ payment_method: method, days: number }): Line => {
    const [es, en] = rails[method] ?? [method, method]
    const former = had.find((term) => term.payment_method === method)
    return {
      label: [`Plazo para devolver: ${es}`, `Time to refund: ${en}`],
      before: former && days(former.days),
      after: days(number),
    }
  })
  return [...lines, ...terms].filter(differs)
}

function differs({ before, after }: Line): boolean {
  return before !== after
}

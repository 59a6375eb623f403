// Events in order of time.

import { own } from '../../../src/core/own.ts'
import { reasonText } from '../../../src/reasons.ts'
import { capital, small } from '../capital.ts'
import { count, moment, money, negative } from '../format.ts'
import { type Language, useLanguage, type Words } from '../language.tsx'
import { askedWords } from '../trail/act-words.ts'
import { actions } from '../trail/action-words.ts'
import type { Moment } from '../wire.ts'
import { receivedReason } from './received-reason.ts'
import { accounts, Event, happened } from './words.tsx'

type Say = ReturnType<typeof useLanguage>['say']

const kinds: Record<Moment['kind'], Words> = {
  created: ['Se creó', 'Created'],
  event: ['Evento', 'Event'],
  webhook: ['Webhook', 'Webhook'],
  message: ['Mensaje', 'Message'],
  refund: ['Devolución', 'Refund'],
  dispute: ['Aclaración', 'Dispute'],
  entry: ['Libro mayor', 'Ledger'],
  transfer: ['Transferencia', 'Transfer'],
  payout: ['Liquidación', 'Payout'],
  act: ['Persona', 'Person'],
}

/** What happened is told; lines of the ledger and deliveries of webhooks are folded away. */
export function Life({ moments }: { moments: Moment[] }) {
  const shown = moments.filter(({ kind }) => kind !== 'entry' && kind !== 'webhook')
  const of = (wanted: Moment['kind']) => moments.filter(({ kind }) => kind === wanted)
  return (
    <>
      <Moments moments={shown} />
      <Folded title={['Asientos del libro mayor', 'Lines of the ledger']} moments={of('entry')} />
      <Folded title={['Entregas de webhooks', 'Deliveries of webhooks']} moments={of('webhook')} />
    </>
  )
}

function Folded({ title, moments }: { title: Words; moments: Moment[] }) {
  const { say } = useLanguage()
  if (moments.length === 0) return null
  return (
    <details className="folded">
      <summary>
        {say(title)} ({count(moments.length)})
      </summary>
      <Moments moments={moments} />
    </details>
  )
}

function Moments({ moments }: { moments: Moment[] }) {
  const { say, language } = useLanguage()
  return (
    <ol className="timeline">
      {moments.map(({ at, kind, what, id, who, amount, note }, place) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: a moment has no name of its own, and none is moved.
          key={`${at}${kind}${what}${id}${place}`}
          className={kind === 'entry' || kind === 'webhook' ? 'side-note' : ''}
        >
          <time className="quiet" dateTime={at}>
            {moment(at, language, true)}
          </time>
          <span>
            {/* An event says itself what happened. */}
            {kind === 'event' ? (
              <strong className="capital">
                <What kind={kind} what={what} />
              </strong>
            ) : (
              <>
                <strong>{say(kinds[kind])}</strong> <What kind={kind} what={isCall(kind, note) ? note : what} />
              </>
            )}{' '}
            <span className="quiet">
              {[nameOf(who, say), noteOf({ kind, what, note }, say, language)].filter((one) => one !== '').join(' · ')}
            </span>
          </span>
          <span className="right">{amount && money(kind === 'entry' ? grown(who, amount) : amount)}</span>
        </li>
      ))}
    </ol>
  )
}

/** What a moment adds: why money is held, why a network refused or sent back, what somebody wrote. */
function noteOf({ kind, what, note }: Pick<Moment, 'kind' | 'what' | 'note'>, say: Say, language: Language): string {
  if (isCall(kind, note)) return ''
  const received = receivedReason(note)
  if (received !== undefined) return say(received)
  // A request for a refund has its author's reason.
  const isOfNetwork = kind === 'transfer' || (kind === 'refund' && what !== 'asked')
  return isOfNetwork ? reasonText(note, language) : note
}

/** An account of the ledger by its name; who did something, and who got something, as they are called. */
function nameOf(who: string, say: Say): string {
  const account = own(accounts, who)
  return account === undefined ? who : capital(say(account))
}

/** A person's act is told in words where its call has some, and not by its call. */
function isCall(kind: Moment['kind'], note: string): boolean {
  return kind === 'act' && actWords(note) !== undefined
}

/** The words of a person's call, which is a method and a route. */
function actWords(call: string): Words | undefined {
  const [method = '', route = ''] = call.split(' ')
  const asked = askedWords(method, route)
  return own(happened, `act ${call}`) ?? (asked && [small(asked[0]), small(asked[1])])
}

function What({ kind, what }: { kind: Moment['kind']; what: string }) {
  const { say } = useLanguage()
  const words =
    own(happened, `${kind} ${what}`) ??
    (kind === 'act' ? actWords(what) : undefined) ??
    (kind === 'act' ? own(actions, what) : undefined)
  return words ? say(words) : <Event type={what} />
}

/** The growth of an account: amounts owed and earned are credits in the ledger, which are negative. */
function grown(account: string, amount: string): string {
  return /^(payable|income):/.test(account) ? negative(amount) : amount
}

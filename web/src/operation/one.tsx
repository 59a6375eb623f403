// One operation: what came in and what is left of it, who paid, its story, and its actions, each confirmed once after its effect on the money is shown.
import { Link } from 'wouter'
import type { Operation } from '../../../client/src/types.ts'
import { operationStateWords } from '../../../src/operations/code-words.ts'
import { moment, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { State } from '../parts/badge.tsx'
import { Copied } from '../parts/copy.tsx'
import { shownReason } from '../parts/reason.ts'
import { receivedReason } from '../parts/received-reason.ts'
import { Read } from '../parts/states.tsx'
import { Life } from '../parts/timeline.tsx'
import { rails } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { ItemTitle } from '../title.ts'
import type { Calls, OperationAbout } from '../wire.ts'
import { Actions } from './actions.tsx'
import { About, Payer } from './details.tsx'
import { Money } from './money.tsx'
import { ReturnedMoney } from './went-back.tsx'

export function OperationOne({ id }: { id: string }) {
  const { say } = useLanguage()
  const path = `/v1/console/operations/${encodeURIComponent(id)}`
  const read = useRead<Operation>(`/v1/operations/${encodeURIComponent(id)}`, 5_000)
  const known = useRead<OperationAbout>(`${path}/about`, 15_000).data
  const life = useRead<Calls['GET /v1/console/operations/{id}/timeline']['result']>(`${path}/timeline`, 5_000)
  return (
    <>
      <p>
        <Link href="/operations">{say(['← Operaciones', '← Operations'])}</Link>
      </p>
      <Read of={read} alone>
        {(operation) => (
          <>
            <Head operation={operation} known={known} />
            <Actions operation={operation} />
            <div className="beside">
              <div className="stack aside">
                <Money operation={operation} known={known} />
                <Payer operation={operation} known={known} />
              </div>
              <div className="stack">
                {operation.status === 'N' && <ReturnedMoney transaction={operation.transaction} />}
                <section className="card">
                  <h2>{say(['Su historia', 'Its story'])}</h2>
                  <Read of={life}>{({ moments }) => <Life moments={moments} />}</Read>
                </section>
                <About operation={operation} known={known} />
              </div>
            </div>
          </>
        )}
      </Read>
    </>
  )
}

/** What to say to somebody who has paid a slip of which nothing is known yet. */
const NOT_TOLD: Record<'barcode' | 'clabe', Words> = {
  barcode: [
    '{store} todavía no avisa que se pagó; puede tardar horas. Si tu cliente ya pagó, su ticket debe decir la referencia {number}.',
    '{store} has not reported a payment yet; it may take hours. If your customer has paid, the till receipt must say the reference {number}.',
  ],
  clabe: [
    'No ha llegado ninguna transferencia a esta CLABE. Si tu cliente ya la hizo, pídele su clave de rastreo: su banco y Banxico dicen con ella dónde está.',
    'No transfer has come to this CLABE. If your customer has sent one, ask for its tracking key: with it the bank and Banxico say where it is.',
  ],
}

function Head({ operation, known }: { operation: Operation; known: OperationAbout | undefined }) {
  const { say, language } = useLanguage()
  const { total, status, payment_method, card, instructions, reference, paid_at, timestamp } = operation
  const which = card.number ? `•${card.number}` : instructions?.store
  const way = [say(rails[payment_method]), which].filter(Boolean).join(' ')
  const when = paid_at
    ? say(['pagada el {at}', 'paid on {at}'], { at: moment(paid_at, language) })
    : say(['creada el {at}', 'created on {at}'], { at: moment(timestamp, language) })
  return (
    <hgroup className="of-one">
      <ItemTitle of={[money(total.amount), reference.description || reference.number || way].join(' ')} />
      <h1 className="hero">
        {money(total.amount)} <State of={status} words={operationStateWords} />
      </h1>
      <p className="quiet">{[way, reference.description, when].filter(Boolean).join(' · ')}</p>
      {known?.suspended.map(({ amount, reason, paid_at: at }) => (
        <p key={`${at} ${amount}`} className="notice">
          {say(['Llegaron {amount} el {at} y están en suspenso', '{amount} came on {at} and is in suspense'], {
            amount: money(amount),
            at: moment(at, language),
          })}
          {': '}
          {say(receivedReason(reason) ?? [reason, reason])}. <Link href="/suspense">{say(['Decidir', 'Decide'])}</Link>
        </p>
      ))}
      {status === 'P' && instructions && known?.suspended.length === 0 && (
        <p className="quiet">
          {say(NOT_TOLD[instructions.kind], { store: instructions.store, number: instructions.number })}
        </p>
      )}
      {known?.declined && (
        <>
          <p className="notice bad">
            {known.declined.text[language]}
            {known.bank !== '' && ` · ${known.bank}`}
            {known.declined.reason !== '' && (
              <span className="quiet"> · {shownReason(known.declined.reason, language)}</span>
            )}
          </p>
          {known.declined.payer && (
            <p>
              <span className="quiet">
                {say(['Lo que puedes decirle a tu cliente:', 'What you can tell your customer:'])}
              </span>{' '}
              <Copied as="span" name="payer-told" text={known.declined.payer[language]} />
            </p>
          )}
        </>
      )}
    </hgroup>
  )
}

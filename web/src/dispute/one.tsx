// One dispute: the bank's reason and the amount held back, the evidence against it, and the merchant's one answer.
import { Link } from 'wouter'
import type { DisputeWithEvidence } from '../../../client/src/types.ts'
import { disputeStageWords, disputeStateWords } from '../../../src/disputes/code-words.ts'
import { capital } from '../capital.ts'
import { centavos, moment, money, pesos } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { useHasDraft } from '../parts/draft-form.tsx'
import { type Fact, Facts } from '../parts/facts.tsx'
import { shownReason } from '../parts/reason.ts'
import { Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import { ItemTitle } from '../title.ts'
import { Deadline, isOpen } from './deadline.tsx'
import { Evidence } from './evidence.tsx'
import { textsOf } from './kinds.ts'

const networks: Record<string, string> = { visa: 'Visa', mastercard: 'Mastercard' }

const endings: Record<string, Words> = {
  network: ['Lo dijo el banco', 'The bank said so'],
  deadline: ['Nadie respondió a tiempo', 'Nobody answered in time'],
  merchant: ['La aceptaste', 'You accepted it'],
  escalated: ['La pregunta se volvió contracargo', 'A chargeback followed the question'],
}

export function DisputeOne({ id }: { id: string }) {
  const { say, language } = useLanguage()
  const read = useRead<DisputeWithEvidence>(`/v1/disputes/${encodeURIComponent(id)}`, 5_000)
  return (
    <>
      <p>
        <Link href="/disputes">{say(['← Aclaraciones', '← Disputes'])}</Link>
      </p>
      <Read of={read} alone>
        {(dispute) => (
          <>
            <ItemTitle of={`${money(dispute.amount.amount)} ${dispute.reason.text[language]}`} />
            <div className="head">
              <h1>
                {money(dispute.amount.amount)} <State of={dispute.status} words={disputeStateWords} />
              </h1>
              <Answer dispute={dispute} />
            </div>
            <About dispute={dispute} />
            <Evidence dispute={dispute} />
          </>
        )}
      </Read>
    </>
  )
}

function About({ dispute }: { dispute: DisputeWithEvidence }) {
  const { say, language } = useLanguage()
  const { transaction, stage, network, reason, network_dispute, amount, fee, affiliate, answer } = dispute
  const held = centavos(amount.amount) + centavos(fee.amount)
  const facts: Fact[] = [
    [['El banco dice', 'The bank says'], `${reason.text[language]} (${networks[network] ?? ''} ${reason.code})`],
    [['Etapa', 'Stage'], capital(say(disputeStageWords[stage]))],
    [['Responder antes de', 'Answer before'], <Deadline key="deadline" dispute={dispute} />],
    [
      ['Pago', 'Payment'],
      <Link key="payment" href={`/operations/${transaction}`}>
        {say(['Ver el pago', 'See the payment'])}
      </Link>,
    ],
    [['Caso del banco', 'Case of the bank'], network_dispute || '—'],
    [['Abierta', 'Opened'], moment(dispute.opened_at, language)],
    [
      ['Dinero', 'Money'],
      stage === 'retrieval'
        ? say(['No se mueve nada por una pregunta.', 'A question moves no money.'])
        : dispute.status === 'won'
          ? say(['Regresaron {held}.', '{held} came back.'], { held: pesos(held) })
          : dispute.status === 'lost' || dispute.status === 'accepted'
            ? say(
                [
                  'El banco se queda {amount}; la aclaración cuesta {fee}.',
                  'The bank keeps {amount}; the dispute costs {fee}.',
                ],
                {
                  amount: money(amount.amount),
                  fee: money(fee.amount),
                },
              )
            : say(
                [
                  'Retenidos {held}: {amount} del pago y {fee} de la aclaración con IVA, que regresan si ganas.',
                  '{held} held back: {amount} of the payment and {fee} for the dispute with IVA, which come back when you win.',
                ],
                { held: pesos(held), amount: money(amount.amount), fee: money(fee.amount) },
              ),
    ],
  ]
  if (centavos(affiliate) !== 0) facts.push([['El afiliado pone', 'The affiliate bears'], money(affiliate)])
  if (dispute.submitted_at)
    facts.push([['Pruebas enviadas', 'Evidence submitted'], moment(dispute.submitted_at, language)])
  if (dispute.closed_because)
    facts.push([
      ['Terminó', 'It ended'],
      say(endings[dispute.closed_because] ?? [dispute.closed_because, dispute.closed_because]),
    ])
  if (answer)
    facts.push([
      ['Tu respuesta', 'Your answer'],
      answer.status === 'taken'
        ? say(['La tiene el banco.', 'The bank has it.'])
        : answer.status === 'pending'
          ? say(['Va en camino.', 'It is on its way.'])
          : say(
              [
                'El banco no la tomó: el operador la entrega. {reason}',
                'The bank refused it: the operator of the service submits it by other means. {reason}',
              ],
              {
                reason: shownReason(answer.reason, language),
              },
            ),
    ])
  return (
    <section className="card">
      <Facts facts={facts} />
    </section>
  )
}

function Answer({ dispute }: { dispute: DisputeWithEvidence }) {
  const { say } = useLanguage()
  const { can } = useSession()
  const isUnsaved = useHasDraft(textsOf(dispute.id))
  if (!can('refund') || !isOpen(dispute)) return null
  const { id, amount, fee, stage, evidence } = dispute
  const pieces = Object.keys(evidence.texts).length + evidence.files.length
  const values = { amount: money(amount.amount), fee: money(fee.amount), pieces }
  const moves = stage !== 'retrieval'
  return (
    <div className="row middle">
      {pieces === 0 && (
        <span className="quiet">
          {say(['Para enviar, guarda antes un texto o un archivo.', 'To submit, save a text or a file first.'])}
        </span>
      )}
      <Ask
        button={say(['Enviar pruebas', 'Submit the evidence'])}
        disabled={pieces === 0}
        ready={!isUnsaved}
        title={say(['¿Enviar las pruebas al banco?', 'Submit the evidence to the bank?'])}
        text={
          isUnsaved
            ? say([
                'Hay texto escrito que no está guardado, y no iría. Guárdalo antes, o empieza de nuevo.',
                'Some of what you typed is not saved and would not be sent. Save it first, or begin anew.',
              ])
            : say(
                [
                  'Va todo lo que está guardado ({pieces}). Solo se puede una vez, y después no se agrega nada. No se mueve dinero hasta que el banco decida.',
                  'Everything saved is sent ({pieces}). You can submit once, and add nothing afterwards. No money moves until the bank decides.',
                ],
                values,
              )
        }
        confirm={say(['Sí, enviar', 'Yes, submit'])}
        change={() => ({ method: 'POST', path: `/v1/disputes/${id}/submit` })}
      />
      <Ask
        button={say(['Aceptar', 'Accept'])}
        danger
        title={
          moves
            ? say(['¿Dejar {amount} al banco?', 'Let the bank have {amount}?'], values)
            : say(['¿Cerrar la pregunta sin responder?', 'Close the question without an answer?'])
        }
        text={
          moves
            ? say(
                [
                  'Pierdes {amount} y pagas {fee} por la aclaración. Ya están retenidos: tu saldo no baja más. No se puede deshacer.',
                  'You lose {amount} and pay {fee} for the dispute. Both are held back already: your balance does not go down further. It cannot be undone.',
                ],
                values,
              )
            : say([
                'No se mueve dinero, pero puede seguir un contracargo. No se puede deshacer.',
                'No money moves, but a chargeback may follow. It cannot be undone.',
              ])
        }
        confirm={say(['Sí, aceptar', 'Yes, accept'])}
        change={() => ({ method: 'POST', path: `/v1/disputes/${id}/accept` })}
      />
    </div>
  )
}

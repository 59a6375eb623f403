// Gives a payment back: all that is left, a part, or, while possible, by reversal. Each choice first shows its effect on the money.
import { useEffect, useState } from 'react'
import type { Operation } from '../../../client/src/types.ts'
import { centavos, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { useFault } from '../parts/fault.tsx'
import { Alert } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { useRead } from '../read.ts'
import type { RefundPreview } from '../wire.ts'
import { typedAmount } from './typed-amount.ts'

export function GiveBack({ operation }: { operation: Operation }) {
  const { say } = useLanguage()
  const { transaction, status, total } = operation
  const path = `/v1/console/operations/${transaction}/give-back`
  const whole = useRead<RefundPreview>(status === 'N' ? path : undefined, 5_000)
  if (status !== 'N') return null
  // The reason why it cannot be given back; the facts show a payment that was given back whole. While the service is away, what it said last holds.
  if (whole.isError && !(whole.error.status === 0 && whole.data !== undefined)) {
    const [back, disputed] = [centavos(operation.refunded.amount), centavos(operation.disputed.amount)]
    const isAllBack = back >= centavos(total.amount)
    if (isAllBack || whole.error.status === 0) return null
    const isAllTaken = disputed > 0 && back + disputed >= centavos(total.amount)
    return (
      <p className="quiet">
        {isAllTaken
          ? say([
              'Lo que queda de este pago está en aclaración: no se puede devolver.',
              'What is left of this payment is disputed: it cannot be given back.',
            ])
          : whole.error.message}
      </p>
    )
  }
  if (whole.data === undefined) return null
  const { reversal } = whole.data
  return (
    <>
      {reversal && <Undo operation={operation} reversal={reversal} />}
      <Refund path={path} transaction={transaction} total={total.amount} whole={whole.data} />
    </>
  )
}

function Refund({
  path,
  transaction,
  total,
  whole,
}: {
  path: string
  transaction: string
  total: string
  whole: RefundPreview
}) {
  const { say } = useLanguage()
  // Until an amount is typed it is all that is left, whatever becomes of it meanwhile; what is typed stays.
  const [text, setText] = useState<string>()
  const shown = text ?? whole.left
  const typed = typedAmount(shown)
  const [asked, setAsked] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => typed && setAsked(typed), 250)
    return () => clearTimeout(timer)
  }, [typed])
  const read = useRead<RefundPreview>(`${path}?amount=${asked}`, 0)
  const preview = read.data
  const isQuoted = preview !== undefined && !read.isError && preview.amount === typed
  const ready = isQuoted && preview.cover !== 'refused'
  const fault = useFault()(read.error)
  return (
    <Ask
      button={say(['Devolver', 'Give back'])}
      danger
      title={say(['Devolver a quien pagó', 'Give back to the payer'])}
      confirm={
        ready
          ? say(['Sí, devolver {amount}', 'Yes, give back {amount}'], { amount: money(preview.amount) })
          : say(['Devolver', 'Give back'])
      }
      ready={ready}
      onOpen={() => {
        setText(undefined)
        setAsked(whole.left)
      }}
      change={(form) => {
        const field = (name: string) => textIn(form, name) || undefined
        const destination = {
          clabe: field('clabe')?.replaceAll(' ', ''),
          name: field('name'),
          email: field('email'),
          phone: field('phone'),
        }
        const hasDestination = Object.values(destination).some((one) => one !== undefined)
        return {
          method: 'POST',
          path: `/v1/operations/${transaction}/refunds`,
          body: { amount: typed, reason: field('reason'), ...(hasDestination && { destination }) },
        }
      }}
    >
      <Field
        label={say(['Cuánto, de {left} que quedan de {total}', 'How much, of the {left} left of {total}'], {
          left: money(whole.left),
          total: money(total),
        })}
      >
        <input name="amount" inputMode="decimal" value={shown} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Alert>{typed === asked && fault}</Alert>
      {isQuoted && <Effect preview={preview} />}
      {whole.asks && (
        <details open>
          <summary>{say(['A dónde', 'Where to'])}</summary>
          <div className="stack">
            <p className="quiet">
              {say([
                'La cuenta si la sabes; si no, el correo o celular de quien pagó: se la preguntamos en una página que sirve una vez.',
                'The account, if you know it; else the payer’s e-mail or mobile, to ask for it on a page that works once.',
              ])}
            </p>
            <Field label={say(['CLABE, 18 dígitos', 'CLABE, 18 digits'])}>
              <input name="clabe" inputMode="numeric" maxLength={22} />
            </Field>
            <Field label={say(['A nombre de', 'Account holder'])}>
              <input name="name" maxLength={40} />
            </Field>
            <Field label={say(['Correo de quien pagó', 'The payer’s e-mail'])}>
              <input name="email" type="email" defaultValue={whole.email} />
            </Field>
            <Field label={say(['Celular, 10 dígitos', 'Mobile, 10 digits'])}>
              <input name="phone" inputMode="numeric" pattern="[0-9]{10}" />
            </Field>
          </div>
        </details>
      )}
      <Field label={say(['Motivo, para ti', 'Reason, for yourself'])}>
        <input name="reason" maxLength={250} />
      </Field>
    </Ask>
  )
}

/** The effect in money. */
function Effect({ preview }: { preview: RefundPreview }) {
  const { say } = useLanguage()
  const { amount, fee, affiliate, net, owed, owed_after, cover, from_reserve, way, asks, clabe, beneficiary } = preview
  const values = {
    amount: money(amount),
    net: money(net),
    owed: money(owed),
    after: money(owed_after),
    fee: money(fee),
    affiliate: money(affiliate),
    reserve: money(from_reserve),
    clabe,
    beneficiary,
  }
  return (
    <div className={cover === 'refused' ? 'notice bad' : 'notice'} role="status">
      <p>
        {way === 'acquirer'
          ? say(['La tarjeta recibe {amount}.', 'The card gets {amount}.'], values)
          : asks
            ? say(['Se transfieren {amount} por SPEI.', '{amount} is transferred by SPEI.'], values)
            : say(
                [
                  'Se transfieren {amount} a la cuenta •{clabe} de la que vino el pago.',
                  '{amount} goes to the account •{clabe} that the payment came from.',
                ],
                values,
              )}
      </p>
      <p>
        {cover === 'refused'
          ? say(
              [
                'No alcanza: tienes por cobrar {owed} y esto toma {net}.',
                'There is not enough: you are owed {owed} and this takes {net}.',
              ],
              values,
            )
          : cover === 'waits'
            ? say(
                [
                  'Espera hasta que tengas {net} por cobrar; hoy tienes {owed}.',
                  'It waits until you are owed {net}; today you are owed {owed}.',
                ],
                values,
              )
            : say(
                [
                  'Tu saldo baja {net}: de {owed} a {after}.',
                  'Your balance goes down by {net}: from {owed} to {after}.',
                ],
                values,
              )}{' '}
        {centavos(fee) > 0
          ? say(['Se te regresan {fee} de comisión.', '{fee} of the fee comes back to you.'], values)
          : say(['La comisión no se regresa.', 'The fee does not come back.'])}{' '}
        {centavos(affiliate) > 0 && say(['El afiliado pone {affiliate}.', 'The affiliate bears {affiliate}.'], values)}{' '}
        {centavos(from_reserve) > 0 &&
          say(['{reserve} salen de tu reserva.', '{reserve} comes from your reserve.'], values)}
      </p>
    </div>
  )
}

/** Where the money of a reversal goes; a payment at a till has none. */
const UNDONE: Record<Operation['payment_method'], Words | null> = {
  POS: ['La tarjeta recibe {amount} completos de vuelta.', 'The card gets the whole {amount} back.'],
  OXX: null,
  SPE: [
    'Se transfieren {amount} completos a la cuenta de la que vino el pago.',
    'The whole {amount} goes to the account that the payment came from.',
  ],
}

/** The reversal of the whole payment: its network undoes it and its fee comes back too. */
function Undo({ operation, reversal }: { operation: Operation; reversal: { amount: string; net: string } }) {
  const { say } = useLanguage()
  const { transaction, payment_method, commission } = operation
  const to = UNDONE[payment_method]
  const values = { amount: money(reversal.amount), net: money(reversal.net), fee: money(commission.amount) }
  return (
    <Ask
      button={say(['Cancelar el cobro', 'Reverse the charge'])}
      danger
      title={say(['¿Cancelar este cobro de {amount}?', 'Undo this charge of {amount}?'], values)}
      text={
        <>
          {to && <p>{say(to, values)}</p>}
          <p>
            {say(
              [
                'Tu saldo baja {net}: el monto menos la comisión de {fee}, que se te regresa. No se puede deshacer.',
                'Your balance goes down by {net}: the amount less the fee of {fee}, which you get back. It cannot be undone.',
              ],
              values,
            )}
          </p>
        </>
      }
      confirm={say(['Sí, cancelar {amount}', 'Yes, undo {amount}'], values)}
      change={() => ({ method: 'POST', path: `/v1/operations/apply-reversal/${transaction}` })}
    />
  )
}

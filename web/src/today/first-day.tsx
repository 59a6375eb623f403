// The first day of an account: the steps with what is done, and the button of the next ones. It goes when all are done, or when a person hides it.
import { CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { useAttention } from '../attention.ts'
import { at } from '../base.ts'
import { useLanguage, type Words } from '../language.tsx'
import { type Need, useSession } from '../session.tsx'
import type { FirstDayStep } from '../wire.ts'

interface Look {
  title: Words
  text: Words
  button: Words
  /** Below /console; `docs`: a guide. */
  href: string
  isOutside?: true
  /** Who can do it. */
  needs: readonly Need[]
}

const STEPS: Record<FirstDayStep['step'], Look> = {
  payment: {
    title: ['Recibe tu primer cobro', 'Take your first payment'],
    text: ['Con una llamada, o en la tienda del sandbox.', 'With one call, or at the shop of the sandbox.'],
    button: ['Cómo', 'How'],
    href: '/docs/pages/docs/guides/first-payment.md',
    isOutside: true,
    needs: [],
  },
  profile: {
    title: ['Pon tu nombre y tu color', 'Set your name and colour'],
    text: ['Los ve quien te paga en fichas y recibos.', 'Payers see them on slips and receipts.'],
    button: ['Perfil', 'Profile'],
    href: '/profile',
    needs: ['admin'],
  },
  payouts: {
    title: ['Di a qué cuenta se te liquida', 'Say which account you are paid out to'],
    text: ['Sin ella, lo cobrado espera.', 'Without it, your money waits.'],
    button: ['Liquidaciones', 'Payouts'],
    href: '/payouts',
    needs: ['payouts', 'spei'],
  },
  webhook: {
    title: ['Que tu servidor sepa de cada pago', 'Tell your server of each payment'],
    text: ['Un webhook recibe los eventos al momento.', 'A webhook gets the events at once.'],
    button: ['Webhooks', 'Webhooks'],
    href: '/webhooks',
    needs: ['webhooks'],
  },
  people: {
    title: ['Invita a quien trabaja contigo', 'Invite those who work with you'],
    text: ['Cada quien con el permiso que necesita.', 'Each with the power that they need.'],
    button: ['Personas', 'People'],
    href: '/people',
    needs: ['people'],
  },
}

export function FirstDay() {
  const { say } = useLanguage()
  const { can, session } = useSession()
  const place = `cobro-first-day-${session.account.id}`
  const [isHidden, setHidden] = useState(() => kept(place))
  const steps = (useAttention().data?.first_day ?? []).filter(({ step }) => STEPS[step].needs.every(can))
  const done = steps.filter((one) => one.done).length
  if (isHidden || done === steps.length) return null
  const hide = () => {
    keep(place)
    setHidden(true)
  }
  return (
    <section className="card needs first-day" aria-labelledby="first-day">
      <div className="head">
        <h2 id="first-day">{say(['Tu primer día', 'Your first day'])}</h2>
        <span className="quiet">{say(['{done} de {all}', '{done} of {all}'], { done, all: steps.length })}</span>
        <button type="button" className="plain" onClick={hide}>
          {say(['Ocultar', 'Hide'])}
        </button>
      </div>
      <progress aria-labelledby="first-day" max={steps.length} value={done} />
      <ul>
        {steps.map(({ step, done: isDone }) => {
          const { title, text, button, href, isOutside } = STEPS[step]
          const Icon = isDone ? CircleCheck : CircleDashed
          return (
            <li key={step} className={isDone ? 'need done' : 'need'} data-step={step}>
              <Icon className="need-icon" aria-hidden="true" size={18} strokeWidth={1.75} />
              <p className="need-text">
                <strong>
                  {say(title)}
                  {isDone && <span className="hidden"> · {say(['hecho', 'done'])}</span>}
                </strong>
                {!isDone && <span className="quiet">{say(text)}</span>}
              </p>
              {!isDone &&
                (isOutside ? (
                  <a className="button" href={at(href)}>
                    {say(button)}
                  </a>
                ) : (
                  <Link className="button" href={href}>
                    {say(button)}
                  </Link>
                ))}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

function kept(place: string): boolean {
  try {
    return localStorage.getItem(place) !== null
  } catch {
    return false
  }
}

function keep(place: string): void {
  try {
    localStorage.setItem(place, 'hidden')
  } catch {
    // A browser that stores nothing shows it again.
  }
}

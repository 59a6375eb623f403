// What needs a person: each kind with its number, its amount, its deadline and the button that leads to where it is done. A kind with nothing is not shown.
import {
  BadgeCheck,
  CircleHelp,
  Landmark,
  type LucideIcon,
  ReceiptText,
  ShieldAlert,
  Undo2,
  Webhook,
  Wrench,
} from 'lucide-react'
import { Link } from 'wouter'
import { numberOf, useAttention } from '../attention.ts'
import { money, nearMoment } from '../format.ts'
import { counted, useLanguage, type Words } from '../language.tsx'
import { type Need, useSession } from '../session.tsx'
import type { AttentionItem } from '../wire.ts'

interface Look {
  icon: LucideIcon
  one: Words
  many: Words
  /** What the time beside it is. */
  when?: Words
  button: Words
  /** Who can do it; others see it. */
  needs?: Need
  /** Where it is done; the only one itself, where it has a page. */
  href: (need: AttentionItem) => string
}

const LOOKS: Record<AttentionItem['kind'], Look> = {
  service: {
    icon: Wrench,
    one: ['asunto del servicio espera', 'matter of the service waits'],
    many: ['asuntos del servicio esperan', 'matters of the service wait'],
    when: ['desde el {at}', 'since {at}'],
    button: ['Resolver', 'Resolve'],
    href: () => '/service',
  },
  disputes: {
    icon: ShieldAlert,
    one: ['aclaración por contestar', 'dispute to answer'],
    many: ['aclaraciones por contestar', 'disputes to answer'],
    when: ['hasta el {at}', 'until {at}'],
    button: ['Contestar', 'Answer'],
    needs: 'refund',
    href: ({ count, first }) => (count === 1 ? `/disputes/${first}` : '/disputes?status=open'),
  },
  suspense: {
    icon: CircleHelp,
    one: ['pago en suspenso', 'payment in suspense'],
    many: ['pagos en suspenso', 'payments in suspense'],
    button: ['Resolver', 'Resolve'],
    needs: 'refund',
    href: () => '/suspense',
  },
  payouts: {
    icon: Landmark,
    one: ['liquidación que no llegó', 'payout that did not arrive'],
    many: ['liquidaciones que no llegaron', 'payouts that did not arrive'],
    when: ['desde el {at}', 'since {at}'],
    button: ['Revisar la cuenta', 'Check the account'],
    needs: 'payouts',
    href: () => '/payouts',
  },
  refunds: {
    icon: Undo2,
    one: ['devolución que espera', 'refund that waits'],
    many: ['devoluciones que esperan', 'refunds that wait'],
    button: ['Resolver', 'Resolve'],
    needs: 'refund',
    href: ({ count, first }) => (count === 1 ? `/operations/${first}` : '/refunds'),
  },
  approvals: {
    icon: BadgeCheck,
    one: ['aprobación que espera', 'approval that waits'],
    many: ['aprobaciones que esperan', 'approvals that wait'],
    when: ['hasta el {at}', 'until {at}'],
    button: ['Decidir', 'Decide'],
    href: () => '/approvals',
  },
  webhooks: {
    icon: Webhook,
    one: ['webhook que no entrega', 'webhook that does not deliver'],
    many: ['webhooks que no entregan', 'webhooks that do not deliver'],
    when: ['desde el {at}', 'since {at}'],
    button: ['Revisar', 'Check'],
    href: () => '/webhooks',
  },
  vouchers: {
    icon: ReceiptText,
    one: ['ficha vence hoy o mañana', 'voucher ends today or tomorrow'],
    many: ['fichas vencen hoy o mañana', 'vouchers end today or tomorrow'],
    button: ['Ver', 'See'],
    href: ({ count, first }) => (count === 1 ? `/operations/${first}` : '/vouchers?days=2'),
  },
}

const SEE: Words = ['Ver', 'See']

export function NeedsYou() {
  const { say, language } = useLanguage()
  const { can } = useSession()
  const needs = useAttention().data?.needs ?? []
  if (needs.length === 0) return null
  const mayDo = ({ kind }: AttentionItem) => can(LOOKS[kind].needs ?? 'person')
  return (
    <section className="card needs" aria-labelledby="needs">
      <h2 id="needs">
        {needs.some(mayDo) ? say(['Te necesita', 'Needs you']) : say(['Espera a tu equipo', 'Waits for your team'])}
      </h2>
      <ul>
        {needs.map((need) => {
          const { icon: Icon, one, many, when, button, href } = LOOKS[need.kind]
          const at = need.at === null ? '' : nearMoment(need.at, language)
          const notes = [
            need.amount === null ? '' : money(need.amount),
            when === undefined || at === '' ? '' : say(when, { at }),
          ]
          return (
            <li key={need.kind} className="need" data-need={need.kind}>
              <Icon className="need-icon" aria-hidden="true" size={18} strokeWidth={1.75} />
              <p className="need-text">
                <strong>
                  {numberOf(need)} {say(counted(need.count, one, many))}
                </strong>
                <span className="quiet">{notes.filter(Boolean).join(' · ')}</span>
              </p>
              <Link className="button" href={href(need)}>
                {say(mayDo(need) ? button : SEE)}
              </Link>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

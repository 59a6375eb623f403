// What an approval asks, in words: its title, its details, and what it means in money.
import { buttonOf, kindWords } from '../../../src/console/mending/item-words.ts'
import { money } from '../format.ts'
import type { useLanguage, Words } from '../language.tsx'
import { roles, scopeWords } from '../parts/words.tsx'
import { effectOf, type Outcome } from '../service/item-effects.ts'
import type { Approval } from '../wire.ts'
import { changeTitle } from './change.tsx'

type Say = ReturnType<typeof useLanguage>['say']

const kinds: Record<Approval['kind'], Words> = {
  refund: ['Devolver', 'Give back'],
  reversal: ['Cancelar el cobro', 'Reverse the charge'],
  retry: ['Enviar otra devolución', 'Send a refund again'],
  transfer: ['Enviar otra transferencia', 'Send a transfer again'],
  release: ['Devolver lo que está en suspenso', 'Give back what is in suspense'],
  affiliate: ['Registrar un afiliado', 'Register an affiliate'],
  affiliate_account: ['Pagar a un afiliado en otra cuenta', 'Pay an affiliate at another account'],
  credential: ['Crear llave', 'Create a key'],
  roll: ['Renovar llave', 'Roll a key'],
  rule: ['Aflojar la regla', 'Loosen the rule'],
  person: ['Dar un papel con poder', 'Give a role with power'],
  change: [
    'Cambio que quita acceso, puede detener cobros o deja dinero',
    'Change that takes access away, can stop payments or gives money up',
  ],
}

/** What the operators do, of a change that mends something. */
export function titleOf(one: Approval, say: Say): string {
  const { kind, asked } = one
  const { mends } = asked
  if (kind === 'change' && mends === undefined) return changeTitle(one, say) ?? say(kinds.change)
  return mends === undefined
    ? say(kinds[kind])
    : `${say(buttonOf(mends.act, mends.what))}: ${say(kindWords[mends.what])}`
}

/** The amount of which it is; of a dispute, what is left of its payment at this moment. */
export function inQuestion({ amount, left }: Approval): string | undefined {
  const pesos = left ?? amount
  return pesos === null ? undefined : money(pesos)
}

/** The meaning in money; empty where the amount says it all. */
export function meaning({ kind, amount, asked, owed, left }: Approval): [Words, Record<string, string>] | undefined {
  const { user = '', clabe = '', previous = '', name = '', mends } = asked
  if (mends !== undefined) {
    const { to, demanded } = mends
    const effect = effectOf(mends, { outcome: (asked.body as { outcome?: Outcome } | null)?.outcome, left })
    const amounts = { amount: money(amount ?? '0'), demanded: money(demanded ?? '0'), left: money(left ?? '0') }
    return effect && [effect, { ...amounts, clabe: to?.clabe ?? '', name: to?.name || '—' }]
  }
  const values = { amount: money(amount ?? '0'), user, clabe, previous, name, owed: money(owed ?? '0') }
  if (kind === 'release')
    return [
      [
        '{amount} salen del suspenso hacia la CLABE {clabe}, de {name}.',
        '{amount} leave suspense for the CLABE {clabe} of {name}.',
      ],
      values,
    ]
  if (owed === null) return undefined
  if (kind === 'affiliate')
    return [
      [
        'A la CLABE {clabe} irán {owed}, que los cobros ya juntaron para {user}, y lo que junten después.',
        '{owed}, the shares of {user} so far, and later shares go to the CLABE {clabe}.',
      ],
      values,
    ]
  if (kind === 'affiliate_account')
    return [
      [
        'Lo de {user}, hoy {owed}, irá a la CLABE {clabe} y ya no a {previous}, después de la espera de todo cambio de cuenta.',
        'What {user} is owed, {owed} today, goes to the CLABE {clabe} instead of {previous}, after the waiting period of a change of account.',
      ],
      values,
    ]
  return undefined
}

/** What distinguishes it from another request of its kind, for the list and for whoever decides. */
export function detailsOf({ asked }: Approval, say: Say): string {
  const { reason, clabe, name, email, scopes, app_key, rule, rule_before, user, role, role_before, mends } = asked
  const details = [
    reason,
    user,
    clabe && `CLABE ${clabe}`,
    name,
    email,
    role &&
      became(role_before && say(roles[role_before] ?? [role_before, role_before]), say(roles[role] ?? [role, role])),
    ...(mends === undefined
      ? []
      : [
          mends.account_name || say(['De nadie', 'Of nobody']),
          say([mends.about_es ?? '', mends.about ?? '']),
          (asked.body as { because?: string } | null)?.because,
          asked.path?.split('/').at(-2),
          mends.operation,
        ]),
    app_key,
    scopes?.map((scope) => say(scopeWords[scope] ?? [scope, scope])).join(', '),
    rule !== undefined &&
      became(
        rule_before && money(String(rule_before)),
        rule === null ? say(['sin regla', 'no rule']) : money(String(rule)),
      ),
  ]
  return details.filter(Boolean).join(' · ')
}

/** Sample: `$1,000.00 → no rule`. */
function became(before: string | null | undefined | 0, after: string): string {
  return before ? `${before} → ${after}` : after
}

// Approvals: requests of people of the account that another person approves, and their outcomes.
import { Link } from 'wouter'
import type { Credential } from '../../../client/src/types.ts'
import { SecondPersonRule } from '../approval/rule.tsx'
import { moment, money } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { List } from '../parts/list.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { roles, scopeWords } from '../parts/words.tsx'
import { useRead } from '../read.ts'
import { buttonOf, effectOf, type Outcome, things } from '../service/thing-words.ts'
import { useSession } from '../session.tsx'
import type { Approval, Calls } from '../wire.ts'

type Say = ReturnType<typeof useLanguage>['say']

const PATH = '/v1/console/approvals'

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

export function Page() {
  const { say, language } = useLanguage()
  const read = useRead<Calls['GET /v1/console/approvals']['result']>(PATH, 5_000)
  return (
    <>
      <h1>{say(['Aprobaciones', 'Approvals'])}</h1>
      <section className="card">
        <Read of={read}>
          {({ approvals }) =>
            approvals.length === 0 ? (
              <Empty
                title={say(['Nada por aprobar', 'Nothing to approve'])}
                text={say([
                  'Aquí aparece lo que alguien pide y otra persona aprueba.',
                  'Requests that another person approves appear here.',
                ])}
              />
            ) : (
              <List<Approval>
                caption={say(['Primero lo que espera, luego lo más nuevo', 'What waits first, then the newest'])}
                rows={approvals}
                idOf={({ id }) => id}
                columns={[
                  { head: ['Qué', 'What'], cell: (one) => <What one={one} /> },
                  {
                    head: ['Monto', 'Amount'],
                    right: true,
                    cell: (one) => inQuestion(one) ?? '—',
                  },
                  { head: ['Lo pide', 'Asked by'], long: true, cell: ({ asked_by }) => asked_by },
                  { head: ['Cuándo', 'When'], whole: true, cell: ({ asked_at }) => moment(asked_at, language) },
                  {
                    head: ['Estado', 'State'],
                    cell: ({ status, decided_by, reason, expires_at }) => (
                      <>
                        <State of={`approval-${status}`} />{' '}
                        {status === 'asked'
                          ? say(['hasta {until}', 'until {until}'], { until: moment(expires_at, language) })
                          : [decided_by, reason].filter(Boolean).join(': ')}
                      </>
                    ),
                  },
                  { head: ['Acciones', 'Actions'], cell: (one) => <Actions one={one} /> },
                ]}
              />
            )
          }
        </Read>
      </section>
      <SecondPersonRule />
    </>
  )
}

/** What the operators do, of a change that mends something. */
function titleOf({ kind, asked: { mends } }: Approval, say: Say): string {
  return mends === undefined ? say(kinds[kind]) : `${say(buttonOf(mends.act, mends.what))}: ${say(things[mends.what])}`
}

/** The amount of which it is; of a dispute, what is left of its payment at this moment. */
function inQuestion({ amount, left }: Approval): string | undefined {
  const pesos = left ?? amount
  return pesos === null ? undefined : money(pesos)
}

/** The meaning in money; empty where the amount says it all. */
function meaning({ kind, amount, asked, owed, left }: Approval): [Words, Record<string, string>] | undefined {
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
function detailsOf({ asked }: Approval, say: Say): string {
  const { reason, clabe, name, email, scopes, app_key, rule, user, role, mends } = asked
  const details = [
    reason,
    user,
    clabe && `CLABE ${clabe}`,
    name,
    email,
    role && say(roles[role] ?? [role, role]),
    ...(mends === undefined
      ? [asked.path && `${asked.method} ${asked.path}`, asked.body ? JSON.stringify(asked.body) : '']
      : [
          mends.account_name || say(['De nadie', 'Of nobody']),
          say([mends.about_es ?? '', mends.about ?? '']),
          (asked.body as { because?: string } | null)?.because,
          asked.path?.split('/').at(-2),
          mends.operation,
        ]),
    app_key,
    scopes?.map((scope) => say(scopeWords[scope] ?? [scope, scope])).join(', '),
    rule === null ? say(['quitarla', 'remove it']) : rule === undefined ? '' : money(String(rule)),
  ]
  return details.filter(Boolean).join(' · ')
}

function What({ one }: { one: Approval }) {
  const { say } = useLanguage()
  const { asked } = one
  const { session } = useSession()
  const { mends } = asked
  // A payment of another account is not in this one's list.
  const operation = asked.operation ?? (mends && mends.account === session.account.id ? mends.operation : undefined)
  const means = meaning(one)
  const details = detailsOf(one, say)
  return (
    <>
      {titleOf(one, say)}
      {operation && (
        <>
          {' · '}
          <Link href={`/operations/${operation}`}>{say(['ver el pago', 'see the payment'])}</Link>
        </>
      )}
      {details && <div className="quiet">{details}</div>}
      {means && <div className="quiet">{say(...means)}</div>}
    </>
  )
}

function Actions({ one }: { one: Approval }) {
  const { say } = useLanguage()
  const { id, kind, asked, asked_by, status, mine, may_decide, may_resume, may_fetch } = one
  const means = meaning(one)
  const hasSecret = kind === 'credential' || kind === 'roll' || asked.fetched === true
  const fetchWords: Words =
    kind === 'change' ? ['Recoger el secreto', 'Fetch the secret'] : ['Recoger la llave', 'Fetch the key']
  const what = [titleOf(one, say), inQuestion(one)].filter(Boolean).join(' ')
  const details = detailsOf(one, say)
  return (
    <>
      {(may_decide || may_resume) && (
        <Ask
          plain
          button={say(['Aprobar', 'Approve'])}
          title={say(['¿Aprobar? {what}', 'Approve? {what}'], { what })}
          text={
            <>
              {details && <p>{details}</p>}
              {means && <p>{say(...means)}</p>}
              {say(
                hasSecret
                  ? [
                      'Quien lo pidió, {who}, recoge el secreto; tú no lo ves.',
                      '{who}, who asked, fetches the secret; you do not see it.',
                    ]
                  : ['Se hace ahora mismo, tal como lo pidió {who}.', 'It is done now, exactly as {who} asked.'],
                { who: asked_by },
              )}
            </>
          }
          confirm={say(['Sí, aprobar', 'Yes, approve'])}
          change={() => ({ method: 'POST', path: `${PATH}/${id}/approve`, body: {} })}
        />
      )}
      {may_decide && (
        <Ask
          plain
          danger
          button={say(['Rechazar', 'Refuse'])}
          title={say(['¿Rechazar? {what}', 'Refuse? {what}'], { what })}
          text={
            <>
              {details && <p>{details}</p>}
              {say(['No se hace nada. {who} lo ve aquí.', 'Nothing is done. {who} sees it here.'], { who: asked_by })}
            </>
          }
          confirm={say(['Sí, rechazar', 'Yes, refuse'])}
          change={(form) => ({
            method: 'POST',
            path: `${PATH}/${id}/refuse`,
            body: { reason: String(form.get('reason') ?? '').trim() },
          })}
        >
          <Field label={say(['Por qué', 'Why'])}>
            <input name="reason" maxLength={250} />
          </Field>
        </Ask>
      )}
      {/* It stays while the secret is shown, although the key is fetched by then. */}
      {mine && hasSecret && (may_fetch || status === 'done') && (
        <Ask<Pick<Credential, 'app_key' | 'app_secret'> & { secret?: string }>
          plain
          disabled={!may_fetch}
          button={say(fetchWords)}
          title={say(fetchWords)}
          text={say(['Se crea ahora, y se muestra esta vez.', 'It is made now, and shown this once.'])}
          confirm={say(['Recoger', 'Fetch it'])}
          change={() => ({ method: 'POST', path: `${PATH}/${id}/key`, body: {} })}
          onDone={({ app_key, app_secret, secret }) => (
            <pre>{secret ?? (app_secret ? `${app_key}:${app_secret}` : app_key)}</pre>
          )}
        />
      )}
      {mine && (status === 'asked' || may_fetch) && (
        <Ask
          plain
          danger
          button={say(['Retirar', 'Withdraw'])}
          title={say(['¿Retirar lo que pediste?', 'Withdraw what you asked for?'])}
          text={say(['Nadie lo aprueba después.', 'Nobody approves it afterwards.'])}
          confirm={say(['Sí, retirar', 'Yes, withdraw'])}
          change={() => ({ method: 'DELETE', path: `${PATH}/${id}` })}
        />
      )}
    </>
  )
}

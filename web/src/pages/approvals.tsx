// Approvals: requests of people of the account that another person approves, and their outcomes.
import type { Credential } from '../../../client/src/types.ts'
import { approvalStateWords } from '../../../src/console/code-words.ts'
import { Changed } from '../approval/change.tsx'
import { detailsOf, inQuestion, meaning, titleOf } from '../approval/meaning.ts'
import { SecondPersonRule } from '../approval/rule.tsx'
import { moment } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { State } from '../parts/badge.tsx'
import { List } from '../parts/list.tsx'
import { RowLink } from '../parts/row-link.tsx'
import { Empty, Read } from '../parts/states.tsx'
import { textIn } from '../parts/text-in.ts'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'
import type { Approval, Calls } from '../wire.ts'

const PATH = '/v1/console/approvals'

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
                        <State of={status} words={approvalStateWords} />{' '}
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

/** A change that has no words of its own: what is before and after it. */
function Decided({ one }: { one: Approval }) {
  return one.kind === 'change' && one.asked.mends === undefined ? <Changed one={one} /> : null
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
          <RowLink href={`/operations/${operation}`}>{say(['ver el pago', 'see the payment'])}</RowLink>
        </>
      )}
      {details && <div className="quiet">{details}</div>}
      {means && <div className="quiet">{say(...means)}</div>}
      <Decided one={one} />
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
              <Decided one={one} />
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
              <Decided one={one} />
              {say(['No se hace nada. {who} lo ve aquí.', 'Nothing is done. {who} sees it here.'], { who: asked_by })}
            </>
          }
          confirm={say(['Sí, rechazar', 'Yes, refuse'])}
          change={(form) => ({
            method: 'POST',
            path: `${PATH}/${id}/refuse`,
            body: { reason: textIn(form, 'reason') },
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

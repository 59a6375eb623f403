// What mends an item that waits: a button where the console can do it, else the command for the service's terminal.
import { useLanguage } from '../language.tsx'
import { Ask, Field } from '../parts/ask.tsx'
import { Copied } from '../parts/copy.tsx'
import { Read } from '../parts/states.tsx'
import { useRead } from '../read.ts'
import type { Calls, OpenItem } from '../wire.ts'

const PATH = '/v1/console/open'

export function Mend({ item }: { item: OpenItem }) {
  const { id } = item
  const prefix = id.slice(0, id.indexOf('_'))
  if (prefix === 'trb') return <TryAgain id={id} />
  if (prefix === 'unr' || prefix === 'adv') return <Close id={id} />
  const command = commandFor(item, prefix)
  return command === undefined ? '—' : <Copied text={`npm run cobro -- ${command}`} />
}

/** Undefined: it goes on by itself, or the account decides. */
function commandFor({ kind, id, account }: OpenItem, prefix: string): string | undefined {
  if (kind === 'line') return `reconcile close ${id} --because TEXT`
  if (kind === 'held' && prefix === 'trf') return `held release ${id}`
  if (kind === 'held' && prefix === 'pay') return account === 'acc_unmatched' ? `held release ${id}` : undefined
  if (kind === 'held' || kind === 'charge' || kind === 'reversal' || kind === 'refund')
    return `held close ${id} --because TEXT`
  return undefined
}

function TryAgain({ id }: { id: string }) {
  const { say } = useLanguage()
  return (
    <Ask
      plain
      button={say(['Intentar de nuevo', 'Try again'])}
      title={say(['¿Intentarlo de nuevo?', 'Try it again?'])}
      text={say([
        'Se trabaja en seguida. Si falla otra vez, vuelve a apartarse después de ocho intentos.',
        'It is worked at once. If it fails again, it is set aside again after eight tries.',
      ])}
      confirm={say(['Sí, intentar', 'Yes, try'])}
      change={() => ({ method: 'POST', path: `${PATH}/${id}/retry`, body: {} })}
    />
  )
}

function Close({ id }: { id: string }) {
  const { say } = useLanguage()
  return (
    <Ask
      plain
      button={say(['Cerrar', 'Close'])}
      title={say(['¿Cerrarlo?', 'Close it?'])}
      text={say(
        id.startsWith('adv_')
          ? [
              'Ciérralo cuando el adquirente ya deshizo el cargo: después nadie lo deshace. Lo aprueba otro operador; la bitácora guarda ambos nombres y lo que escribas.',
              'Close it when the acquirer has undone the charge: nobody undoes it afterwards. Another operator approves it; the trail keeps both names and what you write.',
            ]
          : [
              'Ciérralo cuando ya se resolvió de otra manera. No mueve dinero; la bitácora guarda lo que escribas.',
              'Close it when it was settled in another way. No money moves; the trail keeps what you write.',
            ],
      )}
      confirm={say(['Sí, cerrar', 'Yes, close'])}
      change={(form) => ({
        method: 'POST',
        path: `${PATH}/${id}/close`,
        body: { because: String(form.get('because') ?? '').trim() },
      })}
    >
      {id.startsWith('unr_') && <Report id={id} />}
      <Field label={say(['Cómo se resolvió', 'How it was settled'])}>
        <input name="because" maxLength={500} required />
      </Field>
    </Ask>
  )
}

/** What the network sent, without card numbers. */
function Report({ id }: { id: string }) {
  const { say } = useLanguage()
  const read = useRead<Calls['GET /v1/console/open/{id}']['result']>(`${PATH}/${id}`)
  return (
    <details>
      <summary>{say(['Lo que mandó la red', 'What the network sent'])}</summary>
      <Read of={read}>{({ body }) => <pre>{body}</pre>}</Read>
    </details>
  )
}

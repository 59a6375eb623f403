// Asks once before something is changed, and says what will happen; then what came of it.
import { type FormEvent, type ReactNode, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { type Change, useChange } from '../read.ts'
import { Sheet } from './sheet.tsx'

export function Ask<T = unknown>({
  button,
  title,
  text,
  confirm,
  danger = false,
  children,
  change,
  onDone,
  onOpen,
  plain = false,
  disabled = false,
  ready = true,
}: {
  /** What opens it. */
  button: string
  title: string
  /** What will happen. */
  text?: ReactNode
  /** What does it. */
  confirm: string
  danger?: boolean
  /** Fields of the form, if there are any. */
  children?: ReactNode
  change: (form: FormData) => Change
  /** What is shown of the answer; without it the question closes. */
  onDone?: (answer: T) => ReactNode
  /** It was opened: what is shown in it begins anew. */
  onOpen?: () => void
  plain?: boolean
  disabled?: boolean
  /** Whether it can be confirmed: what it says is what it would do. */
  ready?: boolean
}) {
  const { say } = useLanguage()
  const changing = useChange<T>()
  const asking = useChange<{ approval: string }>()
  const [refused, setRefused] = useState<Change>()
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<ReactNode>()
  const turn = (open: boolean) => {
    setOpen(open)
    setShown(undefined)
    changing.reset()
    asking.reset()
  }
  const close = () => turn(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // What is asked may stand in a form of the page.
    event.stopPropagation()
    const wanted = change(new FormData(event.currentTarget))
    setRefused(wanted)
    try {
      const answer = await changing.mutateAsync(wanted)
      if (onDone) setShown(onDone(answer))
      else close()
    } catch {
      // The refusal is shown below.
    }
  }
  const fault = changing.error
  const needsAnother = fault?.code === 'SecondPersonException' && fault.status === 403 && refused !== undefined
  const askAnother = async () => {
    if (refused === undefined) return
    const path = refused.path.replace('/v1/', '/v1/console/ask/')
    try {
      await asking.mutateAsync({ method: 'POST', path, body: refused.body ?? {} })
      setShown(
        say([
          'Pedido. Los demás lo ven en Aprobaciones y les llega un correo; vale tres días.',
          'Asked for. The others see it at Approvals and get an e-mail; it is good for three days.',
        ]),
      )
    } catch {
      // The refusal is shown below.
    }
  }
  const details = Object.values(fault?.messages ?? {}).flat()
  return (
    <>
      <button
        type="button"
        className={plain ? 'plain' : danger ? 'danger' : ''}
        disabled={disabled}
        aria-haspopup="dialog"
        onClick={() => {
          onOpen?.()
          turn(true)
        }}
      >
        {button}
      </button>
      {open && (
        <Sheet title={title} onClose={close}>
          {shown !== undefined ? (
            <>
              <div role="status">{shown}</div>
              <button type="button" className="main" onClick={close}>
                {say(['Cerrar', 'Close'])}
              </button>
            </>
          ) : (
            <form className="stack" onSubmit={(event) => void submit(event)}>
              {text && <div>{text}</div>}
              {children}
              {fault && (
                <p className="notice bad" role="alert">
                  {details.length > 0
                    ? details.join(' · ')
                    : fault.message || say(['No hay conexión con el servicio.', 'The service cannot be reached.'])}
                </p>
              )}
              {asking.error && (
                <p className="notice bad" role="alert">
                  {asking.error.message}
                </p>
              )}
              {needsAnother && (
                <button type="button" className="main" disabled={asking.isPending} onClick={() => void askAnother()}>
                  {say(['Pedir que otra persona lo apruebe', 'Ask another person to approve it'])}
                </button>
              )}
              <div className="row">
                <button
                  type="submit"
                  className={danger ? 'main danger' : 'main'}
                  disabled={changing.isPending || !ready}
                >
                  {changing.isPending ? say(['Un momento …', 'One moment …']) : confirm}
                </button>
                <button type="button" onClick={close}>
                  {say(['Cancelar', 'Cancel'])}
                </button>
              </div>
            </form>
          )}
        </Sheet>
      )}
    </>
  )
}

/** A field of such a form. */
export function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is what is given.
    <label className="field">
      <span>{label}</span>
      {children}
    </label>
  )
}

// A dialog that asks once before a change and names its effect; then it shows the result.
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { once, Refusal } from '../call.ts'
import { noteTaken } from '../decided-elsewhere.ts'
import { useLanguage } from '../language.tsx'
import { type Change, useChange } from '../read.ts'
import { DraftForm, useDrafts } from './draft-form.tsx'
import { useFault } from './fault.tsx'
import { useIsLate } from './late.tsx'
import { useNamedFields } from './named-fields.ts'
import { Press } from './press.tsx'
import { useRow } from './row.ts'
import { Sheet } from './sheet.tsx'
import { Alert } from './states.tsx'

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
  never,
  ready = true,
}: {
  /** The button that opens it. */
  button: string
  title: string
  /** The effect. */
  text?: ReactNode
  /** The button that confirms it. */
  confirm: string
  danger?: boolean
  /** Fields of the form, if any. */
  children?: ReactNode
  change: (form: FormData) => Change
  /** The view of the answer; without it the dialog closes. */
  onDone?: (answer: T) => ReactNode
  /** Called when it opens: its content is reset. */
  onOpen?: () => void
  plain?: boolean
  disabled?: boolean
  /** Why it cannot succeed as things are: it is shown in the place of the button. */
  never?: string | undefined
  /** Whether it can be confirmed: the shown preview is the current one. */
  ready?: boolean
}) {
  const { say } = useLanguage()
  const failure = useFault()
  const drafts = useDrafts()
  const row = useRow()
  const changing = useChange<T>()
  const asking = useChange<{ approval: string }>()
  const [refused, setRefused] = useState<Change>()
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<ReactNode>()
  const [content, setContent] = useState<Content>()
  const busy = useRef(false)
  /** The page on which it is open. */
  const openAt = useRef<string>(undefined)
  openAt.current = open ? location.pathname : undefined
  // What it is about was decided elsewhere, and the page took it away: not by the person, and not by what the person asked for.
  useEffect(
    () => () => {
      if (openAt.current === location.pathname && !busy.current) noteTaken()
    },
    [],
  )
  /** The key of a request without an answer. */
  const kept = useRef<{ wanted: string; key: string }>(undefined)
  const turn = (open: boolean) => {
    setOpen(open)
    setShown(undefined)
    changing.reset()
    asking.reset()
  }
  const close = () => turn(false)
  /** The form of this change of this item: what is asked for, without its fields. */
  const name = () => {
    const { method, path } = change(new FormData())
    return `${location.pathname} ${method} ${path} ${title}`
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // The dialog may be inside a form of the page.
    event.stopPropagation()
    // Pressed again while it is under way.
    if (busy.current || asking.isPending) return
    const wanted = change(new FormData(event.currentTarget))
    busy.current = true
    setRefused(wanted)
    setContent({ title, text, children })
    try {
      const answer = await changing.mutateAsync({ ...wanted, headers: { ...wanted.headers, ...keyOf(wanted) } })
      kept.current = undefined
      drafts.forget(name())
      if (onDone) setShown(onDone(answer))
      else close()
    } catch (error) {
      // The refusal is shown below. Without an answer the change may have been made, or may still be: the same request again makes it once.
      if (error instanceof Refusal && !isUncertain(error) && error.status !== 409) kept.current = undefined
    } finally {
      busy.current = false
    }
  }
  const keyOf = (wanted: Change) => {
    const text = JSON.stringify(wanted)
    if (kept.current?.wanted !== text) kept.current = { wanted: text, key: once() }
    return { 'idempotency-key': kept.current.key }
  }
  // While it runs and when it is done, the page behind may already show the next state; the dialog's text stays unchanged.
  const now = (changing.isPending || shown !== undefined) && content !== undefined ? content : { title, text, children }
  const fault = changing.error
  const why = useNamedFields(fault)
  const needsAnother = fault?.code === 'SecondPersonException' && fault.status === 403 && refused !== undefined
  const askAnother = async () => {
    if (refused === undefined || busy.current) return
    busy.current = true
    const path = refused.path.replace('/v1/', '/v1/console/ask/')
    try {
      await asking.mutateAsync({
        method: 'POST',
        path,
        body: refused.body ?? {},
        headers: { 'cobro-asked-method': refused.method },
      })
      drafts.forget(name())
      setShown(
        say([
          'Pedido. Los demás lo ven en Aprobaciones y les llega un correo; vale tres días.',
          'Requested. The others see it at Approvals and get an e-mail; it stays open for three days.',
        ]),
      )
    } catch {
      // The refusal is shown below.
    } finally {
      busy.current = false
    }
  }
  const isUnderWay = changing.isPending || asking.isPending
  const isLate = useIsLate(isUnderWay)
  const again = say([
    'Puede que ya se haya hecho: oprime otra vez aquí y se hace una sola vez.',
    'It may have been done: press again here, and it is done only once.',
  ])
  if (never !== undefined && !open) return <span className="quiet never">{never}</span>
  return (
    <>
      <button
        type="button"
        className={plain ? 'plain' : danger ? 'danger' : ''}
        disabled={disabled}
        aria-haspopup="dialog"
        aria-describedby={row}
        onClick={() => {
          onOpen?.()
          // A new dialog: the person has seen the result of the previous one.
          kept.current = undefined
          turn(true)
        }}
      >
        {button}
      </button>
      {open && (
        <Sheet title={now.title} stays={isUnderWay} onClose={close}>
          {shown !== undefined ? (
            <>
              <Result>{shown}</Result>
              <button type="button" className="main" onClick={close}>
                {say(['Cerrar', 'Close'])}
              </button>
            </>
          ) : (
            <DraftForm name={name()} onSubmit={(event) => void submit(event)} onForget={onOpen}>
              {now.text && <div>{now.text}</div>}
              {now.children}
              <div className="contents" {...why}>
                <Alert>{fault && isUncertain(fault) ? `${failure(fault)} ${again}` : failure(fault)}</Alert>
              </div>
              <Alert>{failure(asking.error)}</Alert>
              {needsAnother && (
                <Press className="main" isUnderWay={asking.isPending} onClick={() => void askAnother()}>
                  {say(['Pedir que otra persona lo apruebe', 'Ask another person to approve it'])}
                </Press>
              )}
              {isLate && (
                <p className="quiet" role="status">
                  {say([
                    'El servicio tarda en contestar. Espera: lo que pediste se hace una sola vez.',
                    'The service is slow to answer. Wait: what you asked for is done only once.',
                  ])}
                </p>
              )}
              <div className="row">
                {/* It keeps the focus, as it could not if it were disabled: where the change is refused, Enter asks again. */}
                <button
                  type="submit"
                  className={danger ? 'main danger' : 'main'}
                  disabled={!ready}
                  aria-disabled={isUnderWay || undefined}
                >
                  {changing.isPending ? say(['Un momento …', 'One moment …']) : confirm}
                </button>
                <button
                  type="button"
                  disabled={isUnderWay}
                  onClick={() => {
                    drafts.forget(name())
                    close()
                  }}
                >
                  {/* Where the question is whether to cancel something, "Cancel" would be both answers. */}
                  {danger ? say(['No, volver', 'No, go back']) : say(['Cancelar', 'Cancel'])}
                </button>
              </div>
            </DraftForm>
          )}
        </Sheet>
      )}
    </>
  )
}

/** Without an answer, or with one that does not say: the change may have been made. */
function isUncertain({ status }: Refusal): boolean {
  return status < 400 || status >= 500
}

/** The dialog's text and fields. */
interface Content {
  title: string
  text: ReactNode
  children: ReactNode
}

/** It takes the place of the form, and the focus with it: on its button, one press of Enter too many would close it unread. */
function Result({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => ref.current?.focus(), [])
  return (
    <div ref={ref} role="status" tabIndex={-1}>
      {children}
    </div>
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

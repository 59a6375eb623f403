// Asks once before something is changed, and says what will happen; then what came of it.
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from 'react-aria-components'
import { useLanguage } from '../language.tsx'
import { type Change, useChange } from '../read.ts'

export function Ask<T = unknown>({
  button,
  title,
  text,
  confirm,
  danger = false,
  children,
  change,
  onDone,
  plain = false,
  disabled = false,
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
  plain?: boolean
  disabled?: boolean
}) {
  const { say } = useLanguage()
  const changing = useChange<T>()
  const [shown, setShown] = useState<ReactNode>()
  const submit = async (event: FormEvent<HTMLFormElement>, close: () => void) => {
    event.preventDefault()
    try {
      const answer = await changing.mutateAsync(change(new FormData(event.currentTarget)))
      if (onDone) setShown(onDone(answer))
      else close()
    } catch {
      // The refusal is shown below.
    }
  }
  const fault = changing.error
  const details = Object.values(fault?.messages ?? {}).flat()
  return (
    <DialogTrigger
      onOpenChange={() => {
        changing.reset()
        setShown(undefined)
      }}
    >
      <Button className={plain ? 'plain' : danger ? 'danger' : ''} isDisabled={disabled}>
        {button}
      </Button>
      <ModalOverlay className="veil" isDismissable>
        <Modal className="sheet">
          <Dialog>
            {({ close }) => (
              <>
                <Heading slot="title" level={2}>
                  {title}
                </Heading>
                {shown !== undefined ? (
                  <>
                    <div role="status">{shown}</div>
                    <Button className="main" onPress={close}>
                      {say(['Cerrar', 'Close'])}
                    </Button>
                  </>
                ) : (
                  <form className="stack" onSubmit={(event) => void submit(event, close)}>
                    {text && <div>{text}</div>}
                    {children}
                    {fault && (
                      <p className="notice bad" role="alert">
                        {details.length > 0
                          ? details.join(' · ')
                          : fault.message ||
                            say(['No hay conexión con el servicio.', 'The service cannot be reached.'])}
                      </p>
                    )}
                    <div className="row">
                      <Button type="submit" className={danger ? 'main danger' : 'main'} isDisabled={changing.isPending}>
                        {changing.isPending ? say(['Un momento …', 'One moment …']) : confirm}
                      </Button>
                      <Button onPress={close}>{say(['Cancelar', 'Cancel'])}</Button>
                    </div>
                  </form>
                )}
              </>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
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

// A form that keeps what is typed: when it is opened again, in this tab and by the same person, the text is there and says so.
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type Draft, forgetDraft, keepDraft, mayBeKept, ownerOf, readDraft, watchDrafts } from '../drafts.ts'
import { useLanguage } from '../language.tsx'
import { useSession } from '../session.tsx'

/** The drafts of the person in this account, by the name of the form. */
export function useDrafts(): { forget(name: string): void } {
  const { session } = useSession()
  return { forget: (name) => forgetDraft(ownerOf(session) + name) }
}

/** Whether something is typed in this form that was not sent. */
export function useHasDraft(name: string): boolean {
  return useKept(ownerOf(useSession().session) + name)
}

function useKept(place: string): boolean {
  return useSyncExternalStore(watchDrafts, () => readDraft(place) !== undefined)
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

export function DraftForm({
  name,
  onSubmit,
  onForget,
  children,
}: {
  /** What the form does, and to what: another item's form is another one. */
  name: string
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** The person begins anew. */
  onForget?: (() => void) | undefined
  children: ReactNode
}) {
  const { say } = useLanguage()
  const place = ownerOf(useSession().session) + name
  const form = useRef<HTMLFormElement>(null)
  const filling = useRef(false)
  const [round, setRound] = useState(0)
  const [isBack, setIsBack] = useState(false)
  const isKept = useKept(place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: begun anew, the form is another element.
  useEffect(() => {
    const element = form.current
    const draft = readDraft(place)
    setIsBack(draft !== undefined)
    if (element === null || draft === undefined) return
    const left = new Map(Object.entries(draft))
    const fill = () => {
      filling.current = true
      for (const [name, values] of left) if (filled(element, name, values)) left.delete(name)
      filling.current = false
    }
    fill()
    // Some fields come when their choices are read.
    const later = new MutationObserver(fill)
    if (left.size > 0) later.observe(element, { childList: true, subtree: true })
    return () => later.disconnect()
  }, [place, round])
  const keep = ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
    const field = target as unknown as Field
    if (filling.current || !field.name) return
    const { [field.name]: _, ...others } = readDraft(place) ?? {}
    const draft: Draft = mayBeKept(field) ? { ...others, [field.name]: valuesOf(currentTarget, field) } : others
    keepDraft(place, draft)
  }
  return (
    <form key={round} ref={form} className="stack" onSubmit={onSubmit} onInput={keep}>
      {isBack && isKept && (
        <div className="row middle" role="status">
          <span className="quiet">
            {say(['Aquí sigue lo que habías escrito.', 'What you had typed is still here.'])}
          </span>
          <button
            type="button"
            className="plain"
            onClick={() => {
              forgetDraft(place)
              onForget?.()
              setRound(round + 1)
            }}
          >
            {say(['Empezar de nuevo', 'Begin anew'])}
          </button>
        </div>
      )}
      {children}
    </form>
  )
}

function valuesOf(form: HTMLFormElement, { name, value, type }: Field): string[] {
  return type === 'checkbox' || type === 'radio' ? new FormData(form).getAll(name).map(String) : [value]
}

/** Writes the values into the fields of this name; false: there are none yet, or a choice is not there yet. */
function filled(form: HTMLFormElement, name: string, values: string[]): boolean {
  const fields = [...form.elements].filter((one): one is Field => (one as Field).name === name)
  if (fields.length === 0) return false
  for (const field of fields) {
    if (field.type === 'checkbox' || field.type === 'radio') {
      ;(field as HTMLInputElement).checked = values.includes(field.value)
      continue
    }
    const [value = ''] = values
    if (field instanceof HTMLSelectElement && ![...field.options].some((one) => one.value === value)) return false
    // As if it were typed, so that a field whose value the page keeps takes it too.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value)
    field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }))
    openAround(field)
  }
  return true
}

/** What is back is seen. */
function openAround(field: Element): void {
  const folded = field.closest('details')
  if (folded) folded.open = true
}

// Marks the fields of a form that a refusal names, and ties them to the sentence that says why, as a screen reader tells it.
import { useEffect, useId, useRef } from 'react'
import type { Refused } from '../call.ts'

/** `ref` and `id` of the element with the sentence, inside the form. */
export function useNamedFields(error: Refused | null | undefined) {
  const id = useId()
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const names = Object.keys(error?.messages ?? {}).map((name) => name.split('.').at(-1))
    const fields = [...(ref.current?.closest('form')?.elements ?? [])].filter((one) =>
      names.includes(one.getAttribute('name') ?? ''),
    )
    for (const field of fields) {
      field.setAttribute('aria-invalid', 'true')
      field.setAttribute('aria-describedby', id)
    }
    return () => {
      for (const field of fields) {
        field.removeAttribute('aria-invalid')
        field.removeAttribute('aria-describedby')
      }
    }
  }, [error, id])
  return { ref, id }
}

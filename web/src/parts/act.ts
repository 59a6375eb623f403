// What a press does at once, without a form and without a question: a refusal of it is told beside it.
import { useState } from 'react'
import { Refusal } from '../call.ts'
import { useFault } from './fault.tsx'

export function useAct(): {
  act(work: () => Promise<unknown>): void
  /** Why the last one did not succeed. */
  refused: string
} {
  const failure = useFault()
  const [refusal, setRefusal] = useState<Refusal>()
  const act = (work: () => Promise<unknown>) => {
    setRefusal(undefined)
    work().catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error
      setRefusal(error)
    })
  }
  return { act, refused: failure(refusal) }
}

// A button whose action runs at once, without a form or a question; a refusal is shown beside the button.
import { useRef, useState } from 'react'
import { Refusal } from '../call.ts'
import { useFault } from './fault.tsx'

export function useAct(): {
  act(work: () => Promise<unknown>): void
  /** Why the last one did not succeed. */
  refused: string
  isUnderWay: boolean
} {
  const failure = useFault()
  const [refusal, setRefusal] = useState<Refusal>()
  const [isUnderWay, setUnderWay] = useState(false)
  const busy = useRef(false)
  const act = (work: () => Promise<unknown>) => {
    // Pressed again while it is under way.
    if (busy.current) return
    busy.current = true
    setUnderWay(true)
    setRefusal(undefined)
    work()
      .catch((error: unknown) => {
        if (!(error instanceof Refusal)) throw error
        setRefusal(error)
      })
      .finally(() => {
        busy.current = false
        setUnderWay(false)
      })
  }
  return { act, refused: failure(refusal), isUnderWay }
}

// A word on an answer that takes long: it is still waited for.
import { useEffect, useState } from 'react'

const LATE_MS = 8_000

/** Whether something is under way for longer than a person waits without a word. */
export function useIsLate(isUnderWay: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isUnderWay) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isUnderWay])
  return isLate
}

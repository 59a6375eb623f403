// The values in the address of a page.
import { useSearchParams } from 'wouter'

/** The values, and a function that sets one of them; an empty value is left out. */
export function useQuery(): [URLSearchParams, (name: string, value: string) => void] {
  const [query, setQuery] = useSearchParams()
  const set = (name: string, value: string) =>
    setQuery((now) => {
      const next = new URLSearchParams(now)
      if (value === '') next.delete(name)
      else next.set(name, value)
      return next
    })
  return [query, set]
}

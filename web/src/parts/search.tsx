// The search of a list: one field, which Enter sends. The key / leads into it. It keeps the focus, and what was found is told to a screen reader.

import { Search as Glass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { count } from '../format.ts'
import { counted, useLanguage } from '../language.tsx'
import { textIn } from './text-in.ts'

export function Search({
  what,
  text,
  focused = false,
  found,
  onSearch,
}: {
  /** What can be searched for. */
  what: string
  /** The present search. */
  text: string
  /** The field has the focus at once. */
  focused?: boolean
  /** What the present search found, once it is known. */
  found?: string | undefined
  onSearch: (text: string) => void
}) {
  const { say } = useLanguage()
  const field = useRef<HTMLInputElement>(null)
  // The address may change without the field: a saved view, the way back.
  useEffect(() => {
    if (field.current) field.current.value = text
  }, [text])
  return (
    <search>
      <form
        className="find"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(textIn(new FormData(event.currentTarget), 'q'))
          // The keyboard on the screen covers what was found.
          if (matchMedia('(pointer: coarse)').matches) field.current?.blur()
        }}
      >
        <label>
          <Glass aria-hidden="true" size={16} />
          <span className="hidden">
            {say(['Buscar:', 'Search:'])} {what} ( / )
          </span>
          <input
            ref={field}
            type="search"
            name="q"
            maxLength={250}
            defaultValue={text}
            placeholder={what}
            // biome-ignore lint/a11y/noAutofocus: whoever pressed / elsewhere came here to search.
            autoFocus={focused}
          />
        </label>
      </form>
      <p className="hidden" role="status">
        {text !== '' && found}
      </p>
    </search>
  )
}

/** How many a search found, in words; undefined while it is read. */
export function useFound<T>(
  { data, isPlaceholderData }: { data: T | undefined; isPlaceholderData: boolean },
  numberOf: (data: T) => number,
): string | undefined {
  const { say } = useLanguage()
  if (data === undefined || isPlaceholderData) return undefined
  const number = numberOf(data)
  if (number === 0) return say(['No se encontró nada', 'Nothing was found'])
  return say(counted(number, ['Se encontró {total}', '{total} found'], ['Se encontraron {total}', '{total} found']), {
    total: count(number),
  })
}

// Names the row of a table that a button or a link is in: buttons of several rows have the same name, so a screen reader says the row too.
import { createContext, useContext } from 'react'

/** The ids of the cells that say what the row is about. */
export const Row = createContext<string | undefined>(undefined)

export function useRow(): string | undefined {
  return useContext(Row)
}

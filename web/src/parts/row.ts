// Which row of a table a button or a link is in: several rows have some of one name, and a screen reader says the row with it.
import { createContext, useContext } from 'react'

/** The ids of the cells that say what the row is about. */
export const Row = createContext<string | undefined>(undefined)

export function useRow(): string | undefined {
  return useContext(Row)
}

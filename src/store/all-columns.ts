// Makes the list of a table's columns from its row type.

/** All columns of a row. A call that leaves one out does not compile. */
export function all<Row>() {
  type Column = keyof Row & string
  return <const C extends readonly Column[]>(
    ...names: [Exclude<Column, C[number]>] extends [never] ? C : [missing: Exclude<Column, C[number]>]
  ): readonly Column[] => names as readonly Column[]
}

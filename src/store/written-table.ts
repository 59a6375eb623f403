// Which table a query of Kysely's writes to.
import type { OperationNode, RootOperationNode } from 'kysely'

/** The table that gets or changes rows; undefined for a query that removes rows or only reads, and for text written by hand (`sql`). */
export function writtenTable(node: RootOperationNode | undefined): string | undefined {
  if (node?.kind === 'UpdateQueryNode') return tableName(node.table)
  if (node?.kind === 'InsertQueryNode') return tableName(node.into)
  return undefined
}

export function tableName(node: OperationNode | undefined): string {
  const table = (node as { table?: { identifier: { name: string } } } | undefined)?.table
  return table?.identifier.name ?? ''
}

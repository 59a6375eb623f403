// Looks texts up in tables.
/** What a table has under a text that anybody may have written; undefined for what only objects in general have, such as `constructor`. */
export function own<T>(table: Readonly<Record<string, T>>, text: string): T | undefined {
  return Object.hasOwn(table, text) ? table[text] : undefined
}

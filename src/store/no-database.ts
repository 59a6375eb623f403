// What is wrong with the database that the settings name.
import { BilingualError } from '../core/language/bilingual-error.ts'

/** The settings name no Cobro database with the schema of this version. The sentence says what to do. */
export class NoDatabase extends BilingualError {}

/** Whether a table or column is missing, by the codes of each engine. */
export function isOtherTable(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  if (error.code === 'ERR_SQLITE_ERROR') return 'errcode' in error && error.errcode === 1
  return error.code === '42P01' || error.code === '42703'
}

// Refuses a database that was served in the other mode: simulated and real money are never in one database.

export type Mode = 'sandbox' | 'production'

/** The record of the last start, whose settings tell the mode. A database that no process has served has none. */
export const LAST_SETTINGS = `select data from events where account_id = '' and type = 'settings.changed' order by id desc limit 1`

/** The message says what to do. */
class OtherMode extends Error {}

const remedies: Record<Mode, string> = {
  sandbox:
    'The database has been served in production. Set COBRO_MODE=production, or point DATABASE_URL to a database of the sandbox.',
  production:
    'The database has been served as a sandbox, so its money is simulated. Point DATABASE_URL to a new database, or set COBRO_MODE=sandbox.',
}

/** `records`: the rows of `LAST_SETTINGS`. `mode`: the mode of this process. */
export function refuseOtherMode(records: { data: string | null }[], mode: Mode): void {
  const [last] = records
  const served = last?.data && (JSON.parse(last.data) as { after?: { mode?: Mode } }).after?.mode
  if (served && served !== mode) throw new OtherMode(remedies[mode])
}

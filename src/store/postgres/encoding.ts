// Refuses a PostgreSQL database that cannot store every character, or a pooler whose connections write dates in another form than ISO: at the start, and not
// at the first name or instant.
import { sql } from 'kysely'
import { NoDatabase } from '../no-database.ts'
import type { Mode } from '../served-mode.ts'
import type { Store } from '../store.ts'

/** Throws `NoDatabase` with the remedy. `mode`: undefined for a command that writes nothing. */
export async function refuseOtherEncoding(
  { rows, db }: Pick<Store, 'rows' | 'db'>,
  mode: Mode | undefined,
): Promise<void> {
  const [found] = await rows(
    sql<{
      server: string
      client: string
      dates: string
      name: string
    }>`select current_setting('server_encoding') as server,
      current_setting('client_encoding') as client, current_setting('DateStyle') as dates, current_database() as name`.compile(
      db,
    ),
  )
  if (found === undefined) return
  const { server, client, dates, name } = found
  // SQL_ASCII stores the bytes as they come and checks nothing: it will do for trying things out.
  const keepsAll = server === 'UTF8' || (server === 'SQL_ASCII' && mode !== 'production')
  if (!keepsAll)
    throw new NoDatabase([
      `La base de datos ${name} está codificada en ${server}, que no puede guardar todos los caracteres: haz una con create database NAME encoding 'UTF8' template template0, y nómbrala en DATABASE_URL.`,
      `The database ${name} is encoded in ${server}, which cannot store every character: make one with create database NAME encoding 'UTF8' template template0, and name it in DATABASE_URL.`,
    ])
  if (client !== 'UTF8' && client !== 'UNICODE')
    throw new NoDatabase([
      `La conexión con la base de datos está codificada en ${client}: quita client_encoding de DATABASE_URL, del rol y del pooler, para que sea UTF8.`,
      `The connection to the database is encoded in ${client}: remove client_encoding from DATABASE_URL, from the role and from the pooler, so that it is UTF8.`,
    ])
  if (!dates.startsWith('ISO'))
    throw new NoDatabase([
      `La conexión con la base de datos escribe las fechas como ${dates}: quita DateStyle de la base de datos, del rol y del pooler, para que sea ISO.`,
      `The connection to the database writes dates as ${dates}: remove DateStyle from the database, from the role and from the pooler, so that it is ISO.`,
    ])
}

// Where PostgreSQL looks for the tables: a search_path that leads elsewhere must not make a second set of them beside the first, which would be served empty.
// Tables that the role may not read are those of another service.
import { NoDatabase } from '../no-database.ts'

type Run = (text: string) => Promise<unknown[]>

const PLACE = `select current_schema() as here, current_user as role, (
    select min(nspname) from pg_catalog.pg_namespace where nspname is distinct from current_schema()
      and 3 = (select count(*) from pg_catalog.pg_class where relnamespace = pg_namespace.oid
        and relname in ('migrations', 'operations', 'envelope_claims') and has_table_privilege(oid, 'select'))
  ) as elsewhere`

/** Throws `NoDatabase` with the remedy when the role looks in no schema, or the tables of Cobro lie in another one of this database. */
export async function refuseElsewhere(run: Run): Promise<void> {
  const [{ here, role, elsewhere }] = (await run(PLACE)) as [
    { here: string | null; role: string; elsewhere: string | null },
  ]
  if (elsewhere !== null)
    throw new NoDatabase([
      `Las tablas de Cobro están en el esquema ${elsewhere} de esta base de datos, donde el rol ${role} no mira: alter role ${role} set search_path = ${elsewhere}, y grant usage on schema ${elsewhere} to ${role}. No se cambió nada.`,
      `The tables of Cobro lie in the schema ${elsewhere} of this database, where the role ${role} does not look: alter role ${role} set search_path = ${elsewhere}, and grant usage on schema ${elsewhere} to ${role}. Nothing was changed.`,
    ])
  if (here === null)
    throw new NoDatabase([
      `El search_path del rol ${role} no lleva a ningún esquema que exista y que pueda usar: haz ese esquema, o alter role ${role} reset search_path. No se cambió nada.`,
      `The search_path of the role ${role} leads to no schema that there is and that it may use: make that schema, or alter role ${role} reset search_path. Nothing was changed.`,
    ])
}

// Tables: what connectors keep for themselves.
import { instant, type Row, table, text } from '../table.ts'

/** A connector's own small facts, such as the CLABE that it numbered for an owner. Counters are in `sequences`. */
export const connectorState = table(
  'connector_state',
  {
    work: {
      /** The connector's name. */
      connector: text(),
      name: text(),
      value: text(),
      written_at: instant(),
      /** When it is deleted; null: never. */
      forget_at: instant().orNull(),
    },
  },
  {
    owner: 'shared',
    key: 'connector, name',
    indexes: { connector_state_forgotten: 'forget_at where forget_at is not null' },
  },
)
export type ConnectorStateRow = Row<typeof connectorState>

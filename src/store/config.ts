// The settings of the database and of the folder for data.
import { databaseUrlFault } from '../config/database-url.ts'
import type { Reading } from '../config/reading.ts'
import type { SettingPages } from '../config/setting.ts'

export const storeSettings = {
  DATABASE_URL: {
    fallback: '',
    en: '`file:PATH`, `:memory:` or `postgres://…`; default `file:DATA_DIR/cobro.db`',
    es: '`file:PATH`, `:memory:` o `postgres://…`; si falta, `file:DATA_DIR/cobro.db`',
  },
  DATABASE_CONNECTIONS: {
    fallback: '10',
    en: 'PostgreSQL connections of each process',
    es: 'conexiones a PostgreSQL de cada proceso',
  },
  DATABASE_WRITE_TIMEOUT_MS: {
    fallback: '5000',
    en: 'how long a write waits for the database, its turn included, before the request is refused with 503',
    es: 'cuánto espera una escritura a la base de datos, contando su turno, antes de que la solicitud se rechace con 503',
  },
  DATABASE_READ_TIMEOUT_MS: {
    fallback: '3000',
    en: 'how long a read waits for PostgreSQL',
    es: 'cuánto espera una lectura a PostgreSQL',
  },
  DATA_DIR: {
    fallback: './data',
    en: 'folder of the sandbox’s database and at-rest key',
    es: 'carpeta donde el sandbox guarda su base de datos y su llave de reposo',
  },
} as const satisfies SettingPages

export interface StoreConfig {
  databaseUrl: string
  databaseConnections: number
  databaseWriteTimeoutMs: number
  databaseReadTimeoutMs: number
  dataDir: string
}

export function readStoreSettings({ faults, text, fault, whole }: Reading<keyof typeof storeSettings>): StoreConfig {
  const dataDir = text('DATA_DIR')
  if (/^file:/i.test(dataDir)) fault('DATA_DIR', 'a path without file:')
  for (const name of ['DATA_DIR', 'DATABASE_URL'] as const)
    if (/^(file:)?~/.test(text(name)))
      fault(name, 'the path begins with ~, which stands for no folder here: write it out')
  const databaseFault = text('DATABASE_URL') === '' ? undefined : databaseUrlFault(text('DATABASE_URL'))
  if (databaseFault !== undefined) faults.push(`DATABASE_URL: ${databaseFault}`)
  return {
    databaseUrl: text('DATABASE_URL') || `file:${dataDir}/cobro.db`,
    databaseConnections: whole('DATABASE_CONNECTIONS', 1, 200),
    databaseWriteTimeoutMs: whole('DATABASE_WRITE_TIMEOUT_MS', 100, 120_000),
    databaseReadTimeoutMs: whole('DATABASE_READ_TIMEOUT_MS', 100, 120_000),
    dataDir,
  }
}

// The settings that a connector declares: their names in the environment, their values, and their faults.

/** A setting of an external connector: its environment variable is the connector's name and the key, in capitals. */
export interface DeclaredSetting {
  meaning: string
  required?: boolean
  secret?: boolean
  default?: string
  /** The requirement that a value violates; undefined for a valid value. */
  check?(value: string): string | undefined
}

/** The declared settings of one connector by their keys, and a line for each faulty setting, without a secret's value. */
export interface ConnectorSettings {
  values: Record<string, string>
  faults: string[]
}

/** The name in the environment of a connector's setting. Sample: `banco-ejemplo` and `URL` make `BANCO_EJEMPLO_URL`. */
export function connectorSettingName(connector: string, key: string): string {
  return `${connector.toUpperCase().replaceAll('-', '_')}_${key}`
}

/** `taken`: the names of the program's own settings, which no connector may use. */
export function readDeclared(
  environment: Record<string, string | undefined>,
  {
    connector,
    declared,
    taken,
  }: { connector: string; declared: Readonly<Record<string, DeclaredSetting>>; taken: object },
): ConnectorSettings {
  const values: Record<string, string> = {}
  const faults: string[] = []
  for (const [key, setting] of Object.entries(declared)) {
    const name = connectorSettingName(connector, key)
    if (!/^[A-Z][A-Z0-9_]{0,39}$/.test(key)) {
      faults.push(`the connector ${connector} declares the setting ${JSON.stringify(key)}: capitals, digits and _ only`)
      continue
    }
    if (Object.hasOwn(taken, name)) {
      faults.push(`the connector ${connector} declares ${name}, which is a setting of Cobro: it needs another name`)
      continue
    }
    const value = environment[name]?.trim() || setting.default || ''
    values[key] = value
    const fault = faultOf(value, setting)
    if (value === '' && setting.required) {
      faults.push(`${name} is needed by the connector ${connector}: ${setting.meaning}`)
    } else if (value !== '' && fault !== undefined) {
      faults.push(`${name}${setting.secret ? '' : `=${JSON.stringify(value)}`}: ${fault}`)
    }
  }
  return { values, faults }
}

/** A check that throws refuses the value. Its error may quote the value, so it is not shown. */
function faultOf(value: string, { check, meaning }: DeclaredSetting): string | undefined {
  try {
    return check?.(value)
  } catch {
    return meaning
  }
}

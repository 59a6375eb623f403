// Reads settings as text, numbers and choices, and collects every fault.
import type { SettingPage } from './setting.ts'

export interface Reading<Name extends string> {
  /** The faults of the settings, a sentence each. */
  faults: string[]
  /** The value without spaces around it; otherwise its default. */
  text(name: Name): string
  /** Adds a fault that shows the value of the setting. A secret needs another sentence, without its value. */
  fault(name: Name, wanted: string): void
  /** A whole number from `min` to `max`; else a fault. */
  whole(name: Name, min: number, max: number): number
  /** One of the choices; else a fault. */
  oneOf<T extends string>(name: Name, choices: readonly T[]): T
}

export function readingOf<Name extends string>(
  settings: Readonly<Record<Name, SettingPage>>,
  environment: Record<string, string | undefined>,
): Reading<Name> {
  const faults: string[] = []
  const text = (name: Name): string => environment[name]?.trim() || settings[name].fallback
  const fault = (name: Name, wanted: string) => {
    faults.push(`${name}=${JSON.stringify(text(name))}: ${wanted}`)
  }
  return {
    faults,
    text,
    fault,
    whole: (name, min, max) => {
      const value = Number(text(name))
      if (!Number.isInteger(value) || value < min || value > max) fault(name, `a whole number from ${min} to ${max}`)
      return value
    },
    oneOf: <T extends string>(name: Name, choices: readonly T[]): T => {
      const value = text(name) as T
      if (!choices.includes(value)) fault(name, `one of ${choices.join(', ')}`)
      return value
    },
  }
}

/** The parts of a setting that is comma-separated. */
export function list(text: string): string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

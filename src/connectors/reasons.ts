// Why a network refuses, in both languages: what several connectors say, and what each says in its own folder.
import type { Phrase } from '../core/language/phrases.ts'
import { hostReasons } from './iso8583/reasons.ts'
import { openpayReasons } from './openpay/reasons.ts'
import { sandboxReasons } from './sandbox/reasons.ts'
import { stpReasons } from './stp/reasons.ts'

export const connectorReasons: readonly Phrase[] = [
  ['the destination is not a CLABE', 'el destino no es una CLABE'],
  ...hostReasons,
  ...openpayReasons,
  ...sandboxReasons,
  ...stpReasons,
]

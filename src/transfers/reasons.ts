// Why a transfer does not arrive, in both languages.
import type { Phrase } from '../core/language/phrases.ts'

export const transferReasons: readonly Phrase[] = [['the bank never saw it', 'el banco nunca la vio']]

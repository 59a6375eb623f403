// The settings that limit tries of cards and of envelopes.
import type { Reading } from '../../config/reading.ts'
import type { Mode, SettingPages } from '../../config/setting.ts'
import { CARD_LIMITS, type CardLimits, parseCardLimits } from '../../core/cards/try-limits.ts'

export const riskSettings = {
  ATTACK_LIMITS: {
    fallback: '',
    en: '`on`: stops who tries cards, slows credentials whose envelopes do not open, tells publishable keys no bank’s code; always in production, `off` in the sandbox unless it is set',
    es: '`on`: detiene a quien anda probando tarjetas, frena a las credenciales cuyos sobres no abren y no les dice a las llaves publicables el código del banco; en producción siempre, en el sandbox `off` si no dices otra cosa',
  },
  CARD_LIMITS: {
    fallback: Object.entries(CARD_LIMITS)
      .map(([name, most]) => `${name}=${most}`)
      .join(', '),
    en: 'how many refused tries stop a card’s codes, its payments, an address, a BIN and a credential; name those to change; `codes` and `declines` go from 1 to 1,000, the others to 1,000,000',
    es: 'cuántos intentos rechazados detienen los códigos de una tarjeta, sus pagos, una dirección, un BIN y una credencial; escribe solo los que quieras cambiar; los de `codes` y `declines` van de 1 a 1,000 y los demás hasta 1,000,000',
  },
} as const satisfies SettingPages

export interface RiskConfig {
  /** Undefined: neither tries of cards nor envelopes that do not open are limited. */
  cardLimits: CardLimits | undefined
}

export function readRiskSettings({ text, fault }: Reading<keyof typeof riskSettings>, mode: Mode): RiskConfig {
  const againstAttacks = text('ATTACK_LIMITS') || (mode === 'production' ? 'on' : 'off')
  if (!['on', 'off'].includes(againstAttacks)) fault('ATTACK_LIMITS', '`on` or `off`')
  if (mode === 'production' && againstAttacks === 'off') fault('ATTACK_LIMITS', 'production needs them: `on`')
  const cardLimits = parseCardLimits(text('CARD_LIMITS'))
  if (cardLimits === undefined)
    fault(
      'CARD_LIMITS',
      `numbers by name, from 1 to 1,000 for codes and declines and to 1,000,000 for the others, such as \`${riskSettings.CARD_LIMITS.fallback}\``,
    )
  return { cardLimits: againstAttacks === 'on' ? cardLimits : undefined }
}

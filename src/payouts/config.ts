// The settings of payouts.
import type { Reading } from '../config/reading.ts'
import type { SettingPages } from '../config/setting.ts'

export const payoutSettings = {
  SETTLEMENT_DAYS: {
    fallback: '1',
    en: 'business days after which merchants are paid out',
    es: 'días hábiles después de los cuales se les deposita a los comercios',
  },
  PAYOUT_ACCOUNT_COOLING_HOURS: {
    fallback: '24',
    en: 'hours between the confirmation of another payout account and the first payout to it',
    es: 'horas entre la confirmación de otra cuenta de depósito y la primera dispersión a ella',
  },
} as const satisfies SettingPages

export interface PayoutConfig {
  settlementDays: number
  payoutAccountCoolingHours: number
}

export function readPayoutSettings({ whole }: Reading<keyof typeof payoutSettings>): PayoutConfig {
  return {
    settlementDays: whole('SETTLEMENT_DAYS', 0, 30),
    payoutAccountCoolingHours: whole('PAYOUT_ACCOUNT_COOLING_HOURS', 0, 24 * 30),
  }
}

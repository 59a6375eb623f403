// The settings of card payments: until when one is reversed, and when an authorisation is released.
import type { Reading } from '../config/reading.ts'
import type { SettingPages } from '../config/setting.ts'

export const cardSettings = {
  REVERSAL_WINDOW: {
    fallback: 'same-day',
    en: 'how long a card payment can be reversed: `same-day` (Mexico City) or a number of hours',
    es: 'hasta cuándo se puede cancelar un cobro con tarjeta: `same-day` (el mismo día en la Ciudad de México) o un número de horas',
  },
  AUTHORIZATION_DAYS: {
    fallback: '7',
    en: 'days after which an authorised card payment that nobody captures is released, from 1 to 30; at most what your acquirer holds it',
    es: 'días después de los cuales se libera un pago con tarjeta autorizado que nadie captura, de 1 a 30; a lo más lo que tu adquirente lo retiene',
  },
} as const satisfies SettingPages

export interface CardConfig {
  /** How long a card payment can be reversed: hours, or the Mexico City day of the payment. */
  reversalWindow: 'same-day' | number
  authorizationDays: number
}

export function readCardSettings({ text, fault, whole }: Reading<keyof typeof cardSettings>): CardConfig {
  const reversal = text('REVERSAL_WINDOW')
  const hours = Number(reversal)
  if (reversal !== 'same-day' && !(hours > 0 && hours <= 24 * 365))
    fault('REVERSAL_WINDOW', '`same-day` or a number of hours')
  return {
    reversalWindow: reversal === 'same-day' ? 'same-day' : hours,
    authorizationDays: whole('AUTHORIZATION_DAYS', 1, 30),
  }
}

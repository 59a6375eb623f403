// The settings of vouchers: how long one waits for its network after its last day.
import type { Reading } from '../config/reading.ts'
import type { Mode, SettingPages } from '../config/setting.ts'
import type { VoucherRail } from '../core/rail.ts'

export const voucherSettings = {
  STORE_GRACE_MINUTES: {
    fallback: '',
    en: 'minutes after the end of its last day until a store voucher expires: until then the network may report what was paid in time; default 720 in production, none in the sandbox',
    es: 'minutos entre el final de su último día y el vencimiento de una ficha de tienda: hasta entonces la red puede avisar de lo que se pagó a tiempo; si falta, 720 en producción y ninguno en el sandbox',
  },
  SPEI_GRACE_MINUTES: {
    fallback: '',
    en: 'the same for SPEI vouchers; default 15 in production, none in the sandbox',
    es: 'lo mismo para las fichas de SPEI; si falta, 15 en producción y ninguno en el sandbox',
  },
} as const satisfies SettingPages

export interface VoucherConfig {
  /** Minutes between the end of a voucher's last day and its expiry. */
  graceMinutes: Record<VoucherRail, number>
}

type Name = keyof typeof voucherSettings

export function readVoucherSettings({ text, whole }: Reading<Name>, mode: Mode): VoucherConfig {
  /** At most a week, because merchants wait for the event of an expired voucher. */
  const grace = (name: Name, inProduction: number): number =>
    text(name) === '' ? (mode === 'production' ? inProduction : 0) : whole(name, 0, 10_080)
  return { graceMinutes: { store: grace('STORE_GRACE_MINUTES', 720), spei: grace('SPEI_GRACE_MINUTES', 15) } }
}

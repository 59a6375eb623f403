// The settings of webhooks: where they may go, and how long a delivery may take, as an e-mail or an SMS may.
import type { Reading } from '../../config/reading.ts'
import type { SettingPages } from '../../config/setting.ts'

export const webhookSettings = {
  DELIVERY_TIMEOUT_MS: {
    fallback: '10000',
    en: 'how long a webhook, an e-mail or an SMS may take before it is tried again later',
    es: 'cuánto puede tardar un webhook, un correo o un SMS antes de que se deje para otro intento',
  },
  WEBHOOKS_TO_LOOPBACK: {
    fallback: 'no',
    en: '`yes`: webhooks of a sandbox that other machines reach may go to this machine; one on a loopback address may anyway',
    es: '`yes`: los webhooks de un sandbox al que llegan otras máquinas pueden ir a esta máquina; los de uno que solo escucha en loopback pueden de todos modos',
  },
} as const satisfies SettingPages

export interface WebhookConfig {
  deliveryTimeoutMs: number
  webhooksToLoopback: boolean
}

export function readWebhookSettings({ whole, oneOf }: Reading<keyof typeof webhookSettings>): WebhookConfig {
  return {
    deliveryTimeoutMs: whole('DELIVERY_TIMEOUT_MS', 10, 120_000),
    webhooksToLoopback: oneOf('WEBHOOKS_TO_LOOPBACK', ['no', 'yes']) === 'yes',
  }
}

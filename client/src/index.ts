// The exports of the package.
export { type CallOptions, type CobroSettings, createCall } from './call.ts'
export type { Charge, TypedCard } from './charge.ts'
export { type Cobro, createCobro } from './client.ts'
export { CobroConnectionError, CobroError, type RefusalDetail } from './errors.ts'
export { presentedToken, type Sealed, type SealedFor, sealCharge, sealFor } from './seal.ts'
export type * from './types.ts'
export {
  signWebhook,
  verifyWebhook,
  type Webhook,
  WebhookError,
  type WebhookFault,
  type WebhookToVerify,
} from './webhooks.ts'

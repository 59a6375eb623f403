// Records the settings of a start in the audit trail when they differ from those of the last record. Secrets are left out.
import type { Config } from '../../config.ts'
import { portField, railPorts } from '../../core/rail-port.ts'
import { NO_ACCOUNT } from '../../store/no-account.ts'
import { isOutage } from '../../store/outage.ts'
import { prepared } from '../../store/prepared.ts'
import type { Store, StoreAndClock } from '../../store/store.ts'
import { changeOf } from './read.ts'
import { processActor, trailWrite } from './record.ts'

type Settings = Record<string, string | number | null>

/** The settings that affect money and secrets. `atRestKey` identifies the key without revealing it. */
export function settingsOnRecord(config: Config, atRestKey: string): Settings {
  return {
    mode: config.mode,
    base_url: config.baseUrl,
    at_rest_key: atRestKey,
    rsa_bits: config.rsaBits,
    rsa_rotation_hours: config.rsaRotationHours,
    tls: config.tls === undefined ? 'off' : 'on',
    trust_proxy: config.trustProxy.join(','),
    rate_limit: config.rateLimit ?? null,
    address_rate_limit: config.addressRateLimit ?? null,
    recipient_limit: config.recipientLimit ?? null,
    card_limits: config.cardLimits ? JSON.stringify(config.cardLimits) : 'off',
    address_mask: config.addressMask,
    reversal_window: config.reversalWindow,
    settlement_days: config.settlementDays,
    payout_account_cooling_hours: config.payoutAccountCoolingHours,
    ...Object.fromEntries(railPorts.map((port) => [portField(port), config.networks[port]])),
    smtp: hostOf(config.smtpUrl),
    mail_from: config.mailFrom,
    sms: hostOf(config.sms?.url ?? ''),
  }
}

/** One record of the changed settings, if any. Processes that start with different settings each leave one. */
export async function recordSettings({ store, clock }: StoreAndClock, settings: Settings): Promise<void> {
  const last = await records(store, 1).executeTakeFirst()
  const before = (last && (changeOf(last).after ?? undefined)) as Settings | undefined
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(settings)) return
  const entry = { accountId: null, action: 'settings.changed', subject: 'settings', before, after: settings } as const
  await store.commit([trailWrite(clock, processActor('serve'), entry)])
}

/** What decides the addresses of pages, since a record of the trail. */
interface PastSettings {
  /** Of the record. */
  id: string
  baseUrl: string
  atRestKey: string
}

/** The most changes that are read. */
const MAX_CHANGES = 200

/**
 * Reads the settings since the first start, newest first. They lie on one machine of a cluster: while that is away, the events of accounts on other machines
 * are read with the settings that were read last.
 */
export function settingsHistory(store: Store): () => Promise<PastSettings[]> {
  const read = prepared(() => records(store, MAX_CHANGES).compile())
  let last: Awaited<ReturnType<typeof readNow>> | undefined
  const readNow = async () => store.rows(read({}))
  return async () => {
    const rows = await readNow().catch((error: unknown) => {
      if (last === undefined || !store.isDistributed() || !isOutage(error)) throw error
      return last
    })
    last = rows
    return rows.map((row) => {
      const { base_url, at_rest_key } = (changeOf(row).after ?? {}) as Settings
      return { id: row.id, baseUrl: String(base_url ?? ''), atRestKey: String(at_rest_key ?? '') }
    })
  }
}

/** The records of settings, newest first. */
function records({ db }: Store, limit: number) {
  return db
    .selectFrom('events')
    .select(['id', 'data'])
    .where('account_id', '=', NO_ACCOUNT)
    .where('type', '=', 'settings.changed')
    .where('actor_kind', 'is not', null)
    .orderBy('id', 'desc')
    .limit(limit)
}

/** An address without user and password. */
function hostOf(address: string): string {
  return address === '' ? 'off' : (URL.parse(address)?.host ?? '')
}

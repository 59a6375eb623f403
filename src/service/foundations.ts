// The base of all other parts: sealing, networks, vault, links, fees and idempotency, made from the settings.
import { availableParallelism } from 'node:os'
import type { Logger } from 'pino'
import { admission } from '../accounts/standing.ts'
import { answerOnce } from '../api/idempotency.ts'
import { externalTransactionRuleReader } from '../cards/external-transactions.ts'
import type { Config } from '../config.ts'
import { type Connectors, connectorsOf } from '../connectors/by-name.ts'
import { openIssuers } from '../connectors/issuer-source.ts'
import { sidePort } from '../connectors/side-ports.ts'
import { type StampingProvider, stampingPort } from '../connectors/stamping.ts'
import type { PasswordCost } from '../console/passwords.ts'
import type { Clock } from '../core/clock.ts'
import { affiliateRuleReader } from '../fees/affiliate-rule.ts'
import { feeReader } from '../fees/schedules.ts'
import { type LinksUnder, pageLinks } from '../operations/page-link.ts'
import { presence } from '../store/processes.ts'
import type { ServerClock } from '../store/server-clock.ts'
import type { Store } from '../store/store.ts'
import { setAsideGauges } from '../store/troubled.ts'
import { recordSettings, settingsOnRecord } from '../trail/settings.ts'
import { createAtRest, keyIdOf } from '../vault/at-rest.ts'
import { chooseAtRestKeys } from '../vault/at-rest-key.ts'
import { createCardVault } from '../vault/cards.ts'
import { knownCardFinder, knownCardRefuser } from '../vault/known-cards.ts'
import { identifierMasker } from '../vault/mask-known-cards.ts'
import { createTransportKeys } from '../vault/transport-keys.ts'
import { maskedAcquirer } from './mask-reports.ts'

/** The settings of the start. */
export interface Ground {
  config: Config
  store: Store
  clock: Clock
  log: Logger
  /** The address of the service. */
  baseUrl(): string
  /** The delay of the oldest due work. */
  lagSeconds(): number
  server: ServerClock
  sandbox: boolean
  /** True where the sandbox's known credential opens it: only this machine can reach it. */
  sandboxCredential: boolean
  /** Replaces the connectors that the settings name. */
  connectors: Partial<Connectors> | undefined
  /** Replaces the cost of hashing a password. */
  passwordCost: PasswordCost | undefined
}

export async function createFoundations(ground: Ground) {
  const { config, store, clock, log, baseUrl, connectors } = ground
  const keys = chooseAtRestKeys(config)
  const atRest = createAtRest(keys)
  await recordSettings({ store, clock }, settingsOnRecord(config, keyIdOf(atRest)))
  const { acquirer, cashNetwork, speiBank, inbound } = await connectorsOf({ config, store, clock, log }, connectors)
  const issuers = await openIssuers({ config, log })
  const cardVault = createCardVault({ store, clock, atRest, issuerOf: issuers.issuerOf })
  const transportKeys = await createTransportKeys({
    store,
    clock,
    atRest,
    bits: config.rsaBits,
    threads: config.rsaThreads || availableParallelism(),
    rotationHours: config.rsaRotationHours,
    slowDown: config.cardLimits !== undefined,
    maxAgeMs: config.envelopeMaxAgeMinutes * 60_000,
  })
  const subkeys = (purpose: Parameters<typeof atRest.subkey>[0]) =>
    [keys.current, ...(keys.previous ?? [])].map((key) => createAtRest({ current: key }).subkey(purpose))
  const links = pageLinks(baseUrl, subkeys('page-links'))
  /** Of keys that are gone, the present one signs. */
  const linksUnder: LinksUnder = (past) => {
    const made = [keys.current, ...(keys.previous ?? [])].map((key) => createAtRest({ current: key }))
    const signing = made.filter(({ currentPrefix }) => keyIdOf({ currentPrefix }) === past.atRestKey)
    return pageLinks(
      () => past.baseUrl || baseUrl(),
      [...signing, ...made].map((one) => one.subkey('page-links')),
    )
  }
  const stamping =
    config.stampingProvider === ''
      ? undefined
      : stampingPort(
          await sidePort<StampingProvider>('stampingProvider', {
            setting: 'STAMPING_PROVIDER',
            name: config.stampingProvider,
            config,
          }),
          { deadlineMs: config.networkTimeoutMs, wallMs: clock.wallMs, log },
        )
  const fees = feeReader({ store, clock })
  const admit = admission({ store, clock })
  const affiliateRule = affiliateRuleReader({ store, clock })
  const externalTransactionRule = externalTransactionRuleReader({ store, clock })
  const holdsKnownCard = knownCardFinder({ store, atRest })
  const refuseKnownCards = knownCardRefuser(holdsKnownCard)
  const maskIdentifier = identifierMasker(holdsKnownCard)
  const once = answerOnce({
    store,
    clock,
    fingerprints: atRest.fingerprints,
    refuseKey: (accountId, key) => refuseKnownCards(accountId, { 'Idempotency-Key': key }),
  })
  return {
    ...ground,
    presence: presence({ store, clock }, keyIdOf(atRest)),
    setAside: setAsideGauges({ store, clock }, log),
    atRest,
    acquirer: maskedAcquirer(maskIdentifier, acquirer),
    cashNetwork,
    speiBank,
    inbound,
    issuers,
    cardVault,
    transportKeys,
    subkeys,
    links,
    linksUnder,
    stamping,
    fees,
    admit,
    affiliateRule,
    externalTransactionRule,
    maskIdentifier,
    refuseKnownCards,
    once,
  }
}

export type Foundations = Awaited<ReturnType<typeof createFoundations>>

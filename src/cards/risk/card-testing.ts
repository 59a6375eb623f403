// Stops card testing: counts banks' refusals by card, BIN, address and credential, and sends the account an event about
// suspicious ones.
import type { CardLimits } from '../../core/cards/try-limits.ts'
import { DAY_MS, HOUR_MS, type Instant } from '../../core/time.ts'
import { otherEvent } from '../../events/append.ts'
import { Failure } from '../../failures.ts'
import type { StoreAndClock } from '../../store/store.ts'
import { Duplicate, insert, Unmet, type Write } from '../../store/write.ts'
import { awaitedAnswers } from './awaited.ts'
import { type CardTries, countTry, readTries, stoppedUntil, takeBack } from './card-tries.ts'
import { type Counted, countPayment, periodOf } from './counters.ts'
import { readRefusals, secondsUntilFewer, slotOf, sumOf } from './refusals.ts'

/** A try of a card, with its source. */
export interface Attempt {
  /** When the card is tried: of a payment, when it was created. */
  at: Instant
  accountId: string
  credentialId: string
  /**
   * The address of a request with a publishable key, as a keyed hash; undefined for others, whose address is the
   * merchant's.
   */
  address: string | undefined
  fingerprint: string
  firstSix: string
  /** Whether a security code is sent with the card, and whether money is asked for. */
  code: boolean
  payment: boolean
}

/**
 * The bank's answer, as far as it matters here. `not-judged`: no bank has judged the card. `amount`: declined for the amount, for example for
 * lack of funds, so the security code was right.
 */
export type Verdict = 'good' | 'amount' | 'refused' | 'not-judged'

export interface CardTestingService {
  /**
   * Fails with `card-attempts-exceeded` when the card, its BIN, the address or the credential has been refused too often.
   * If the awaited answers of other attempts could reach a limit, it waits for them. When the batch of `writes` throws
   * `Unmet`, call `admit` again: it fails with the reason.
   */
  admit(attempt: Attempt): Promise<Admission>
  /** The writes of the bank's answer. */
  judged(attempt: Attempt, verdict: Verdict): Write[]
  /**
   * Counts the try on disk, then asks the bank. Answers the bank's answer and, when it is good, the writes for the caller's batch. For any
   * other answer the writes are committed here, and none are left.
   */
  asking<R>(attempt: Attempt, ask: () => Promise<R>, verdictOf: (answer: R) => Verdict): Promise<[R, Write[]]>
  /** Attempts stopped and alerts raised by this process. */
  counts(): { stopped: number; alerts: number }
}

/** An attempt that may be sent to the bank. */
export interface Admission {
  /** For the batch that is written before the bank is asked. */
  writes: Write[]
  /** To be called once, when the bank's answer is on disk or will be found out later. */
  end(isRefused: boolean): void
}

/** A credential is reported at a tenth of its limit, so that the merchant hears of an attack before their payments are stopped. */
const ALERT_AT = 10
const MAX_ALERTED = 10_000
/** How long a payment waits for the answers of others, in real time. */
const LONGEST_WAIT_MS = 5_000

type Subject = 'card' | 'bin' | 'address' | 'credential'

export function cardTestingService({
  store,
  clock,
  limits,
}: StoreAndClock & {
  /** Undefined: nothing is counted or stopped. */ limits: CardLimits | undefined
}): CardTestingService {
  if (limits === undefined) return NOBODY_STOPPED
  let stopped = 0
  let alerts = 0
  const alerted = new Set<string>()
  const awaited = awaitedAnswers()

  const triesOf = ({ accountId, fingerprint, code, payment }: Attempt): CardTries[] => [
    ...(code
      ? [
          {
            accountId: '',
            fingerprint,
            short: { ms: HOUR_MS, most: limits['codes-hour'] },
            long: { ms: DAY_MS, most: limits['codes-day'] },
          },
        ]
      : []),
    {
      // Whoever only asks about a card cannot keep anybody from paying with it.
      accountId: payment ? accountId : `${accountId} checks`,
      fingerprint,
      short: { ms: DAY_MS, most: limits['declines-day'] },
      long: { ms: 30 * DAY_MS, most: limits['declines-month'] },
    },
  ]

  /** The counters of an attempt for these minutes, besides its card. */
  const countersOf = (
    { accountId, credentialId, address, firstSix }: Attempt,
    now = clock.now(),
  ): (Counted & { of: Refused })[] => {
    const period = slotOf(now)
    const counter = (of: Refused, subject: string, most: number) => {
      return { accountId, of, subject, period, maxPayments: most, maxCentavos: null }
    }
    return [
      counter('refused-bin', firstSix, limits['bin-hour']),
      counter('refused-credential', credentialId, limits['credential-hour']),
      ...(address === undefined ? [] : [counter('refused-address', address, limits['address-hour'])]),
    ]
  }

  /** One event for each subject and hour. */
  const tell = async (attempt: Attempt, of: Subject, subject: string): Promise<void> => {
    const { accountId, credentialId, firstSix } = attempt
    const period = periodOf('hour', clock.now())
    const key = [accountId, of, subject, period].join(' ')
    if (alerted.has(key)) return
    if (alerted.size >= MAX_ALERTED) alerted.clear()
    alerted.add(key)
    const data = { suspected: of, bin: firstSix, credential: credentialId }
    const first = {
      account_id: accountId,
      counted: `alerted-${of}` as const,
      subject,
      period,
      payments: 1,
      total_centavos: 0,
    }
    try {
      await store.commit([
        insert('risk_counters', first),
        ...otherEvent(clock, 'card_testing.suspected', accountId, data),
      ])
      alerts += 1
    } catch (error) {
      if (!(error instanceof Duplicate && error.of('risk_counters'))) {
        alerted.delete(key)
        throw error
      }
    }
  }

  const stop = async (attempt: Attempt, of: Subject, subject: string, seconds: number): Promise<never> => {
    stopped += 1
    await tell(attempt, of, subject)
    throw new Failure('card-attempts-exceeded', { retryAfterSeconds: Math.max(1, Math.ceil(seconds)) })
  }

  const keysOf = (attempt: Attempt) => countersOf(attempt).map(({ of, subject }) => keyOf(attempt, of, subject))

  /**
   * The attempt counts as refused until its answer is known, so that concurrent attempts cannot pass the limits together. `patienceMs`: how
   * long it waits for the answers of others when these might reach a limit.
   */
  const admitted = async (attempt: Attempt, patienceMs: number): Promise<Write[]> => {
    const tries = triesOf(attempt)
    // The clock is read once, so that `Retry-After` is the end of the limit.
    const now = clock.now()
    const counters = countersOf(attempt, now)
    const keys = keysOf(attempt)
    const watch = awaited.watch(keys)
    try {
      const [refused, ...rows] = await Promise.all([
        readRefusals(store, counters, now),
        ...tries.map((each) => readTries(store, each)),
      ])
      for (const [at, each] of tries.entries()) {
        const until = stoppedUntil(rows[at] ?? '', each, now)
        if (until !== undefined) await stop(attempt, 'card', attempt.fingerprint, secondsUntil(until, now))
      }
      for (const { of, subject, maxPayments } of counters) {
        const refusals = refused.get(of) ?? []
        const [known, most] = [sumOf(refusals), maxPayments ?? 0]
        if (known >= most) await stop(attempt, subjectOf[of], subject, secondsUntilFewer(refusals, most, now))
        if (subjectOf[of] === 'credential' && known >= most / ALERT_AT) await tell(attempt, 'credential', subject)
      }
      const mayExceed = () =>
        counters.some(
          ({ of, subject, maxPayments }) =>
            sumOf(refused.get(of) ?? []) + watch.possible(keyOf(attempt, of, subject)) >= (maxPayments ?? 0),
        )
      if (patienceMs > 0 && mayExceed()) await untilNot(mayExceed, patienceMs)
      // There must be no await before `awaited.begin`, or two attempts could both see room.
      if (mayExceed()) {
        stopped += 1
        throw new Failure('card-attempts-exceeded', { retryAfterSeconds: 1 })
      }
      awaited.begin(keys)
    } finally {
      watch.end()
    }
    return tries.map((each) => countTry(store, attempt.at, each))
  }

  /** Waits for answers until the limit is not reached any more, for a limited real time. */
  const untilNot = async (isTooMany: () => boolean, patienceMs: number): Promise<void> => {
    const { promise: outOfPatience, resolve } = Promise.withResolvers<void>()
    let isOver = false
    const timer = setTimeout(() => {
      isOver = true
      resolve()
    }, patienceMs)
    while (isTooMany() && !isOver) await Promise.race([awaited.nextEnd(), outOfPatience])
    clearTimeout(timer)
  }

  const judged = (attempt: Attempt, verdict: Verdict): Write[] => {
    const tries = triesOf(attempt)
    const counted = () =>
      countersOf(attempt).map((counter) => countPayment(store, { ...counter, maxPayments: null }, 0))
    switch (verdict) {
      case 'good':
      case 'not-judged':
        return tries.map((each) => takeBack(store, attempt.at, each))
      case 'amount':
        return [
          ...tries.filter(({ accountId }) => accountId === '').map((each) => takeBack(store, attempt.at, each)),
          ...(isRefused(attempt, verdict) ? counted() : []),
        ]
      case 'refused':
        return counted()
    }
  }

  return {
    async admit(attempt) {
      const keys = keysOf(attempt)
      const writes = await admitted(attempt, LONGEST_WAIT_MS)
      return { writes, end: (isRefused) => awaited.end(keys, isRefused) }
    },
    judged,
    async asking(attempt, ask, verdictOf) {
      const keys = keysOf(attempt)
      const before = await admitted(attempt, 0)
      let verdict: Verdict = 'not-judged'
      try {
        // Another attempt may have used the last try: this then throws the refusal.
        await store.commit(before).catch(async (error: unknown) => {
          if (error instanceof Unmet) await stop(attempt, 'card', attempt.fingerprint, HOUR_MS / 1_000)
          throw error
        })
        const answer = await ask()
        verdict = verdictOf(answer)
        const writes = judged(attempt, verdict)
        if (verdict === 'good') return [answer, writes]
        await store.commit(writes)
        return [answer, []]
      } finally {
        awaited.end(keys, isRefused(attempt, verdict))
      }
    },
    counts: () => ({ stopped, alerts }),
  }
}

type Refused = 'refused-bin' | 'refused-address' | 'refused-credential'

const subjectOf = {
  'refused-bin': 'bin',
  'refused-address': 'address',
  'refused-credential': 'credential',
} as const satisfies Record<Refused, Subject>

function secondsUntil(until: string, now: string): number {
  return (Date.parse(until) - Date.parse(now)) / 1_000
}

/** Who asks about a card without asking for money learns from every answer; who pays may lack funds. */
function isRefused({ payment }: Pick<Attempt, 'payment'>, verdict: Verdict): boolean {
  return verdict === 'refused' || (verdict === 'amount' && !payment)
}

/** Without the hour: an answer may come in the next one. */
function keyOf({ accountId }: Attempt, of: Refused, subject: string): string {
  return `${accountId} ${of} ${subject}`
}

const NOBODY_STOPPED: CardTestingService = {
  admit: async () => ({ writes: [], end: () => {} }),
  judged: () => [],
  asking: async (_attempt, ask) => [await ask(), []],
  counts: () => ({ stopped: 0, alerts: 0 }),
}

// `cobro held`: lists what waits for a person, shows one item in full, and carries out a person's decision.
import type { Config } from '../../config.ts'
import type { Unanswered } from '../../console/needs.ts'
import { optionalClabe } from '../../core/banks/clabe.ts'
import { inLanguage } from '../../core/language/bilingual.ts'
import { NO_NETWORK } from '../../core/rail-port.ts'
import type { Service } from '../../service.ts'
import { across } from '../../store/across.ts'
import { rowOf } from '../../store/rows.ts'
import type { Store } from '../../store/store.ts'
import { Unmet } from '../../store/write.ts'
import { NothingRead, Refused, UsageError } from '../developer/command.ts'
import { withMexicoCityTimes } from '../terminal/columns.ts'
import { shownRow } from '../terminal/shown-text.ts'
import { say, terminalLanguage } from '../terminal/speech.ts'
import { atTerminal, reasonOf } from '../terminal/typed.ts'
import {
  NO_DATA,
  NO_DISPUTE,
  NO_OPEN_REPORT,
  NOT_ASIDE,
  NOT_WITHHELD,
  NOTHING_HELD,
  NOTHING_LEFT,
  ONLY_CAPTURED,
  ONLY_REFUNDED,
  ONLY_REVERSED,
  OPENED,
} from './held-words.ts'
import { note, type Opened, tell, tellEach, withDatabase } from './opened-database.ts'

interface HeldOptions {
  /** The CLABE that receives money without an account. */
  clabe: string | undefined
  beneficiary: string | undefined
  /** The reason for closing an item. */
  because: string | undefined
  /** The network's outcome of a reversal that it did not answer. */
  isReversed: boolean
  /** The acquirer's outcome of a capture that it did not answer. */
  isCaptured: boolean
  /** The acquirer's outcome of a refund that it did not answer. */
  isRefunded: boolean
  /** One JSON object a line. */
  asJson: boolean
}

/** Throws a `UsageError` for an unknown action, or without an id. */
export async function held(config: Config, [action, id]: string[], options: HeldOptions): Promise<void> {
  if (action === undefined) return listHeld(config, options.asJson)
  if (id === undefined || id === '')
    throw new UsageError(say(['held {action}: falta el id', 'held {action}: the id is missing'], { action }))
  switch (action) {
    case 'release':
      return releaseHeld(config, id, options)
    case 'retry':
      return retryHeld(config, id, options)
    case 'show':
      return showReport(config, id, options.asJson)
    case 'open':
      return openHeld(config, id, options)
    case 'close':
      return closeHeld(config, id, options)
    default:
      throw new UsageError(say(['no hay un comando held {action}', 'there is no command held {action}'], { action }))
  }
}

/** One line each, oldest first; exit code 1 when there are any, so that a monitor can call it, and 2 in a database without accounts. */
async function listHeld(config: Config, asJson: boolean): Promise<void> {
  const [{ eachHeld }, { formatAmount }] = await Promise.all([
    import('../../service/open-items.ts'),
    import('../../core/money.ts'),
  ])
  await withDatabase(config, { writes: false }, async ({ store, name }) => {
    const count = await tellEach(asJson, eachHeld(store), ({ id, accountId, amountCentavos, at, because, code }) => {
      const amount = formatAmount(amountCentavos)
      return {
        text: shownRow([id, accountId ?? '', amount, at, inLanguage(because, terminalLanguage())]),
        data: { id, account: accountId, amount, at, because: code ?? because[1] },
      }
    })
    if (count === 0 && (await isEmpty(store))) throw new NothingRead(say(NO_DATA, { name }))
    note(say(['{count} por resolver en {name}', 'Found {count} held in {name}'], { count, name }))
    if (count > 0) process.exitCode = 1
  })
}

/** Gives back money that belongs to no account, or sends a withheld transfer after all, to the destination of its cause. */
async function releaseHeld(config: Config, id: string, { clabe, beneficiary, asJson }: HeldOptions): Promise<void> {
  const isTransfer = id.startsWith('trf_')
  if (isTransfer && (clabe !== undefined || beneficiary !== undefined))
    throw new UsageError(
      say([
        'held release: una transferencia retenida va a donde dice su causa, sin --clabe ni --beneficiary',
        'held release: a withheld transfer goes where its cause says, without --clabe and --beneficiary',
      ]),
    )
  const { releaseOpen } = await import('../../console/mending/actions.ts')
  await withDatabase(config, { writes: true }, async (opened) => {
    const wanted = { clabe: optionalClabe(clabe), beneficiary, by: atTerminal('held release') }
    const to = await releaseOpen(await sending(config, opened), id, wanted).catch((error: unknown) => {
      if (error instanceof Unmet) throw new Refused(say(NOT_WITHHELD, { id }))
      return refused(error)
    })
    if (isTransfer) tell(asJson, say(['{id} se va a enviar', '{id} will be sent'], { id }), { id, status: 'pending' })
    else tell(asJson, say(['{id} regresa a {to}', '{id} goes back to {to}'], { id, to }), { id, destination: to })
  })
}

/** What sends money, as the settings name it. */
async function sending(config: Config, opened: Opened) {
  const { readCauses } = await import('../../service/transfer-causes.ts')
  return { ...opened, readCauses, releases: async () => ({ ...opened, ...(await sendingBank(config, opened.store)) }) }
}

/** A refusal of the service, as one sentence. */
async function refused(error: unknown): Promise<never> {
  const { Failure } = await import('../../failures.ts')
  if (!(error instanceof Failure)) throw error
  const fields = Object.values(error.options.fields ?? {})
    .flat()
    .map(([es, en]) => say([es, en]))
  throw new Refused([error.sentence(terminalLanguage()), ...fields].join(': '))
}

/** Sends a failed return of money without an account again. An account retries its own by the API. */
async function retryHeld(config: Config, id: string, options: HeldOptions): Promise<void> {
  if (id.startsWith('trb_')) return retrySetAside(config, id, options.asJson)
  const { clabe, beneficiary, asJson } = options
  const { retryReturn } = await import('../../console/mending/actions.ts')
  await withDatabase(config, { writes: true }, async (opened) => {
    const wanted = { clabe: optionalClabe(clabe), beneficiary, by: atTerminal('held retry') }
    const made = await retryReturn(await sending(config, opened), id, wanted).catch(refused)
    const { destination } = made
    tell(
      asJson,
      say(['{id} se envía otra vez como {made}, a {destination}', '{id} is sent again as {made}, to {destination}'], {
        id,
        made: made.id,
        destination,
      }),
      { id, retried_as: made.id, destination },
    )
  })
}

/** Lets a row of background work that was set aside be tried again, now. */
async function retrySetAside(config: Config, id: string, asJson: boolean): Promise<void> {
  const { tryRowAgain } = await import('../../console/mending/actions.ts')
  await withDatabase(config, { writes: true }, async (opened) => {
    await tryRowAgain(opened, id, atTerminal('held retry')).catch((error: unknown) => {
      throw error instanceof Unmet ? new Refused(say(NOT_ASIDE, { id })) : error
    })
    tell(asJson, say(['{id} se intenta otra vez', '{id} is tried again'], { id }), { id, tried_again: true })
  })
}

/** A network's report, without card numbers, as far as it is kept. */
async function showReport(config: Config, id: string, asJson: boolean): Promise<void> {
  await withDatabase(config, { writes: false }, async ({ store }) => {
    const report = await rowOf(store.db, 'unread_reports', { id }, ['body', 'closed_at'])
    if (report === undefined)
      throw new NothingRead(
        say(['No hay un reporte {id}: mira cobro held.', 'There is no report {id}: see cobro held.'], { id }),
      )
    tell(asJson, report.body, { id, ...report })
    note(
      report.closed_at === null
        ? say(['{id} está abierto', '{id} is open'], { id })
        : say(['{id} se cerró el {at}', '{id} was closed at {at}'], { id, at: withMexicoCityTimes(report.closed_at) }),
    )
  })
}

/** Opens the dispute of a report that demands more than is left of its payment, for what is left. */
async function openHeld(config: Config, id: string, { because, asJson }: HeldOptions): Promise<void> {
  const reason = reasonOf(because)
  const opened = await withService(config, ({ openDisputeForRest }) =>
    openDisputeForRest(id, reason, atTerminal('held open')).catch((error: unknown) => {
      throw error instanceof Unmet ? new Refused(say(NO_OPEN_REPORT, { id })) : error
    }),
  )
  if (opened === 'no-dispute') throw new Refused(say(NO_DISPUTE, { id }))
  if (opened === 'nothing-left') throw new Refused(say(NOTHING_LEFT, { id }))
  tell(asJson, say(OPENED, { id }), { id, opened: true })
}

/** A person has settled a held item, or a request that a network never answers, in another way, and says how. */
async function closeHeld(
  config: Config,
  id: string,
  { because, isReversed, isRefunded, isCaptured, asJson }: HeldOptions,
): Promise<void> {
  const reason = reasonOf(because)
  if (isReversed && /^[a-z]+_/.test(id)) throw new UsageError(say(ONLY_REVERSED))
  if (isRefunded && !id.startsWith('ref_')) throw new UsageError(say(ONLY_REFUNDED))
  if (isCaptured && !id.startsWith('cap_')) throw new UsageError(say(ONLY_CAPTURED))
  const [{ closeOpen }, { readCauses }] = await Promise.all([
    import('../../console/mending/actions.ts'),
    import('../../service/transfer-causes.ts'),
  ])
  await withDatabase(config, { writes: true }, async (opened) => {
    const closing = {
      because: reason,
      by: atTerminal('held close'),
      outcome: isReversed || isRefunded || isCaptured ? ('done' as const) : undefined,
      otherwise: 'not-done' as const,
    }
    const needs = {
      ...opened,
      readCauses,
      unanswered: (use: (ends: Unanswered) => Promise<void>) =>
        withService(config, ({ unanswered }) => use(unanswered)),
    }
    await closeOpen(needs, id, closing).catch((error: unknown) => {
      if (error instanceof Unmet) throw new Refused(say(NOTHING_HELD, { id }))
      return refused(error)
    })
    tell(asJson, say(['{id} está cerrado', '{id} is closed'], { id }), { id, closed: true })
  })
}

async function isEmpty({ db }: Store): Promise<boolean> {
  const [account, operation] = await Promise.all([
    db.selectFrom('accounts').select('id').limit(1).modifyEnd(across('operator')).executeTakeFirst(),
    db.selectFrom('operations').select('id').limit(1).modifyEnd(across('operator')).executeTakeFirst(),
  ])
  return account === undefined && operation === undefined
}

/** The service is built because its events carry records; it does not listen and runs no background work. */
async function withService<R>(config: Config, use: (service: Service) => Promise<R>): Promise<R> {
  const [{ createService }, { default: pino }] = await Promise.all([import('../../service.ts'), import('pino')])
  const service = await createService(config, { log: pino({ level: 'error' }, process.stderr) })
  try {
    return await use(service)
  } finally {
    await service.close()
  }
}

/** The name of the bank that sends transfers, `none` without one, and whether it sends a deposit back whose payer it did not name. */
async function sendingBank(config: Config, store: Store): Promise<{ speiBank: string; canReturnDeposit: boolean }> {
  const name = config.networks['spei-bank']
  if (name === NO_NETWORK) return { speiBank: name, canReturnDeposit: false }
  const [{ connectorNamed }, { connected, settingsOf }] = await Promise.all([
    import('../../connectors/by-name.ts'),
    import('../../connectors/connect.ts'),
  ])
  const connector = await connectorNamed('speiBank', name, { store })
  const canReturnDeposit = async () =>
    (await connected('speiBank', connector, settingsOf(config, connector))).returnDeposit !== undefined
  // This machine may lack the settings of the bank: then an account has to be named.
  return { speiBank: connector.name, canReturnDeposit: await canReturnDeposit().catch(() => false) }
}

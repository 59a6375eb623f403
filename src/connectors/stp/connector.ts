// STP as the SPEI bank: orders signed with the operator's key, CLABEs numbered here, reports on routes of their own. docs/connectors/stp.md.
import { bankNameOf, clabeControlDigit } from '../../core/banks/clabe.ts'
import type { Connected, ConnectNeeds, Connector } from '../connector.ts'
import type { IssueAccountOutcome, SpeiBank } from '../spei-bank.ts'
import type { ConnectorState } from '../state.ts'
import { stpClient } from './client.ts'
import { movementsOf, statementOf } from './day.ts'
import { inboundOf } from './inbound.ts'
import type { StpNeeds } from './needs.ts'
import { balanceOf } from './queries.ts'
import { type StpSettings, stpSettings } from './settings.ts'
import { signerOf } from './signer.ts'
import { findSent, sendDepositBack, sendOrder } from './transfers.ts'

const NAME = 'stp'

export const stp: Connector<SpeiBank> = {
  portVersion: 2,
  name: NAME,
  settings: stpSettings,
  connect: (needs) => stpBank(needs),
  standing: async ({ settings, state }) => {
    const prefix = settings.CLABE_PREFIX ?? ''
    const used = await state.lastNumber(counterOf(prefix))
    return [`${used} of ${sizeOf(prefix)} CLABEs under the prefix ${prefix} are numbered`]
  },
}

/** Throws an Error that says which setting does not fit another. */
function stpBank({ settings: values, state, calendar, witness }: ConnectNeeds): Connected<SpeiBank> {
  const settings = values as StpSettings
  const sign = signerOf(settings.KEY_FILE, settings.KEY_PASSPHRASE)
  const own = settings.ACCOUNT
  const needs: StpNeeds = {
    name: NAME,
    own,
    client: stpClient(settings, witness),
    sign,
    state,
    calendar,
    company: settings.COMPANY,
    confirms: settings.CONFIRM_DEPOSITS === 'yes',
    today: () => calendar.bankingDay(calendar.nowMs()),
    bankingDayFrom: calendar.bankingDayFrom,
    from: { account: own, name: settings.NAME, rfc: settings.RFC },
  }
  return {
    name: NAME,
    // STP refuses a key on one banking day.
    keyLife: 'banking-day',
    issueAccount: ({ ownerId }) => issueAccount(state, { prefix: settings.CLABE_PREFIX, own }, ownerId),
    // Our own table decides: the answer to a deposit into it is `devolver`.
    closeAccount: async () => ({ kind: 'closed' }),
    transfer: (request, signal) => sendOrder(needs, request, signal),
    findTransfer: (request, signal) => findSent(needs, request, signal),
    returnDeposit: (request, signal) => sendDepositBack(needs, request, signal),
    balance: (_request, signal) => balanceOf(needs, own, signal),
    movements: ({ day }, signal) => movementsOf(needs, day, signal),
    statement: ({ day }, signal) => statementOf(needs, day, signal),
    inbound: inboundOf({ secret: settings.INBOUND_SECRET, addresses: settings.INBOUND_ADDRESSES }, needs),
  }
}

/** Bank, place, prefix and number; the control digit follows. */
const BEFORE_CONTROL = 17

/** One counter for each prefix: a company that gets another prefix begins anew. */
function counterOf(prefix: string): string {
  return `clabe.${prefix}`
}

/** How many CLABEs a prefix has. */
export function sizeOf(prefix: string): number {
  return 10 ** (BEFORE_CONTROL - prefix.length) - 1
}

/**
 * The CLABE of an owner, the same each time. STP need not be asked, because every payment to the company's prefix arrives here. The number is on
 * disk before it is given. `own`: the company's own account, which is skipped.
 */
export async function issueAccount(
  state: ConnectorState,
  { prefix, own }: { prefix: string; own: string },
  ownerId: string,
): Promise<IssueAccountOutcome> {
  const name = `account.${ownerId}`
  const known = await state.read(name)
  if (known !== undefined) return issued(known)
  for (;;) {
    const number = await state.nextNumber(counterOf(prefix))
    if (number > sizeOf(prefix)) return { kind: 'refused', reason: 'no CLABE is left under STP_CLABE_PREFIX' }
    const first17 = prefix + String(number).padStart(BEFORE_CONTROL - prefix.length, '0')
    const clabe = first17 + clabeControlDigit(first17)
    if (clabe !== own) return issued(await state.keepFirst(name, clabe))
  }
}

function issued(clabe: string): IssueAccountOutcome {
  return { kind: 'issued', clabe, bankName: bankNameOf(clabe) ?? 'STP', paymentId: clabe.slice(-10) }
}

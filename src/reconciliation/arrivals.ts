// Which settlements arrived at the bank: each deposit of the bank's statements belongs to one settlement at most.
import { MAX_DAYS_APART } from '../core/movement.ts'
import { type Day, daysBetween } from '../core/time.ts'

/** A settlement, as the network that paid it states it. */
export interface Settlement {
  id: string
  network: string
  /** The network's id of it. */
  movement: string
  day: Day
  amountCentavos: number
}

/** A settlement, as the bank states it. */
export interface Deposit {
  id: string
  /** The bank's own id, or the network's. */
  movement: string
  /** Empty, the network's id of the settlement, or the network's name. */
  reference: string
  day: Day
  amountCentavos: number
}

/**
 * The deposits by the ids of their settlements. A deposit that names a settlement, by its id or reference, is that one and no other; with
 * another amount it covers nothing. The others are matched by amount and day: first those that name the network, then the rest; the earliest first.
 */
export function arrivals(
  settlements: readonly Settlement[],
  deposits: readonly Deposit[],
): Map<Settlement['id'], Deposit> {
  const arrived = new Map<Settlement['id'], Deposit>()
  const networks = new Set(settlements.map(({ network }) => network))
  const byName = Map.groupBy(settlements, ({ movement }) => movement)
  const unnamed: Deposit[] = []
  for (const deposit of [...deposits].sort(byDay)) {
    const named = [...new Set([deposit.movement, deposit.reference])].flatMap((name) => byName.get(name) ?? [])
    if (named.length === 0) unnamed.push(deposit)
    // Two networks may use one id: the deposit may say which of them paid.
    const ofNetwork = named.filter(({ network }) => network === deposit.reference)
    const free = (ofNetwork.length > 0 ? ofNetwork : named).filter(
      (one) => !arrived.has(one.id) && one.amountCentavos === deposit.amountCentavos,
    )
    const [nearest] = free.sort((one, other) => apart(one, deposit) - apart(other, deposit) || byDay(one, other))
    if (nearest !== undefined) arrived.set(nearest.id, deposit)
  }
  const taken = new Set<Deposit>()
  const saysNetwork = ({ reference }: Deposit) => networks.has(reference)
  for (const fits of [
    (one: Settlement, deposit: Deposit) => deposit.reference === one.network,
    (_: Settlement, deposit: Deposit) => !saysNetwork(deposit),
  ]) {
    for (const one of [...settlements].sort(byDay)) {
      if (arrived.has(one.id)) continue
      const deposit = unnamed.find(
        (candidate) =>
          !taken.has(candidate) &&
          candidate.amountCentavos === one.amountCentavos &&
          apart(one, candidate) <= MAX_DAYS_APART &&
          fits(one, candidate),
      )
      if (deposit === undefined) continue
      taken.add(deposit)
      arrived.set(one.id, deposit)
    }
  }
  return arrived
}

type Dated = Pick<Settlement, 'day' | 'id'>

function byDay(one: Dated, other: Dated): number {
  if (one.day !== other.day) return one.day < other.day ? -1 : 1
  return one.id < other.id ? -1 : 1
}

function apart(one: Dated, other: Dated): number {
  return one.day === other.day ? 0 : Math.abs(daysBetween(one.day, other.day))
}

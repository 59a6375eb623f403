// The lines of statements in a story: written with faults as networks make them, and what each changes of the books. Own arithmetic, no code of src/.
import { pesos } from './shop-model.ts'

export const networks = ['card', 'store', 'spei'] as const
export type Network = (typeof networks)[number]

const names: Record<Network, string> = { card: 'sandbox-acquirer', store: 'sandbox-cash', spei: 'sandbox-spei' }
const accounts = {
  card: ['receivable:acquirer', 'cost:acquirer-fees'],
  store: ['receivable:cash-network', 'cost:cash-network-fees'],
  spei: ['receivable:bank', 'cost:bank-fees'],
} as const

export interface Line {
  id: string
  kind: 'payment' | 'reversal' | 'chargeback' | 'chargeback-reversal' | 'transfer-out' | 'return' | 'fee' | 'settlement'
  day: string
  amount: number
  fee: number
  reference: string
  institution: string
}

/** Whether a line makes its network owe us more, or less; on the bank's statement, whether money came. */
export function signOf({ kind }: Line, network?: Network): 1 | -1 {
  if (kind === 'settlement') return network === 'spei' ? 1 : -1
  return kind === 'payment' || kind === 'chargeback-reversal' || kind === 'return' ? 1 : -1
}

/** A file of a month in our format. */
export function fileOf(network: Network, month: string, lines: readonly Line[]): string {
  const last = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
  const amount = lines.reduce((all, line) => all + line.amount, 0)
  return [
    `statement,1,${names[network]},${month}-01,${last}`,
    'network,rail,id,day,amount,kind,fee,reference,institution',
    ...lines.map(({ id, day, amount: of, kind, fee, reference, institution }) =>
      [names[network], network, id, day, pesos(of), kind, pesos(fee), reference, institution].join(),
    ),
    `trailer,${lines.length},${pesos(amount)}`,
  ].join('\n')
}

interface Dice {
  random(): number
  chance: number
  count(fault: string): void
}

/** A line may be left out or have another amount or fee, and lines may be there that never were. Settlements are as they were paid. */
export function faulty(lines: readonly Line[], { random, chance, count }: Dice, name: string): Line[] {
  const made = lines.flatMap((line): Line[] => {
    const dice = Math.floor(random() / chance)
    if (line.kind === 'settlement') return [line]
    const change = (fault: string, ...to: Line[]) => {
      count(fault)
      return to
    }
    if (dice === 0) return change('line left out')
    if (dice === 1) return change('another amount on the line', { ...line, amount: line.amount + 1_300 })
    if (dice === 2 && line.kind !== 'fee') return change('another fee on the line', { ...line, fee: line.fee + 70 })
    if (dice === 3)
      return change('line of nothing', line, {
        ...line,
        id: `N${name}${line.id}`,
        reference: '',
        kind: 'payment',
        amount: 777,
        fee: 0,
      })
    return [line]
  })
  return made
}

/** What lines change of the books, beyond what is booked of what they state: `done` are the records that a line may mean. */
export function effectsOf(
  network: Network,
  lines: readonly Line[],
  done: readonly Line[],
): [account: string, centavos: number][] {
  const [receivable, cost] = accounts[network]
  const records = new Map(done.map((one) => [`${one.kind} ${one.id}`, one]))
  return lines.flatMap((line): [string, number][] => {
    const record = records.get(`${line.kind} ${line.id}`)
    const stated = signOf(line, network) * line.amount
    if (line.kind === 'settlement' && network !== 'spei')
      return [
        [receivable, stated],
        ['receivable:bank', line.amount],
      ]
    if (line.kind === 'fee')
      return [
        [receivable, stated],
        [cost, line.amount],
      ]
    // A settlement that the bank states is on its way already.
    const recorded = record === undefined ? 0 : signOf(record, network) * record.amount
    const booked: [string, number][] = [
      ['suspense:statements', recorded - stated],
      [cost, line.fee],
    ]
    return network === 'spei'
      ? [...booked, ['bank', stated - line.fee], [receivable, -recorded]]
      : [...booked, [receivable, stated - recorded - line.fee]]
  })
}

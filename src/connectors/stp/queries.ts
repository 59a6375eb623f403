// Asks STP what it has: one order by its key and day, the conciliation of a day, the balance.
import type { Unknown } from '../bounded.ts'
import { centavosOf, textOf } from '../exact-json.ts'
import type { BalanceOutcome } from '../spei-bank.ts'
import type { StpAnswer } from './client.ts'
import type { StpNeeds } from './needs.ts'
import { chainOf, dayDigits } from './order-fields.ts'

/** `E`: sent by us. `R`: received. */
type Direction = 'E' | 'R'

/** An order or a deposit, its fields as texts. */
export type StpOrder = (field: string) => string

type FoundOrder = { kind: 'found'; order: StpOrder } | { kind: 'none' } | { kind: 'unclear' }

const FAILED: Unknown = { kind: 'unknown', failed: true }
const PAGE = 1_000
/** A hundred thousand orders of a day. A day with more is asked for, and answered as unknown: the operator imports its statement. */
const MAX_PAGES = 100

/** Whether an answer says that STP has no such thing: status 400 with estado 6. */
function isNone({ status }: { status: number }, estado: string): boolean {
  return estado === '6' && (status === 400 || status === 200 || status === 404)
}

export async function findOrder(
  needs: StpNeeds,
  wanted: { key: string; day: string; direction: Direction },
  signal: AbortSignal,
): Promise<FoundOrder> {
  const { client, sign, company } = needs
  const day = wanted.day === needs.today() ? '' : dayDigits(wanted.day)
  const firma = sign(chainOf([company, wanted.key, wanted.direction, day]))
  const body = {
    empresa: company,
    claveRastreo: wanted.key,
    tipoOrden: wanted.direction,
    ...(day !== '' && { fechaOperacion: Number(day) }),
    firma,
  }
  return foundIn(await client.query('/consultaOrden', body, signal), { key: wanted.key, company, day })
}

/** An order of ours, on the banking day on which it was sent, or on one beside it: STP's day may turn before ours or after it. */
export async function findOwnOrder(
  needs: StpNeeds,
  { key, day }: { key: string; day: string },
  signal: AbortSignal,
): Promise<FoundOrder> {
  const beside = [needs.bankingDayFrom(day, 1), needs.bankingDayFrom(day, -1)].filter((one) => one <= needs.today())
  for (const one of [day, ...beside]) {
    const found = await findOrder(needs, { key, day: one, direction: 'E' }, signal)
    if (found.kind !== 'none') return found
  }
  return { kind: 'none' }
}

/** `day`: in digits; empty when today was asked for. */
interface Asked {
  company: string
  day: string
}

function foundIn(answer: StpAnswer, { key, ...asked }: Asked & { key: string }): FoundOrder {
  if (answer.kind === 'none') return { kind: 'unclear' }
  const { estado, respuesta } = answer.body as { estado?: unknown; respuesta?: unknown }
  if (isNone(answer, textOf(estado))) return { kind: 'none' }
  if (answer.status !== 200 || textOf(estado) !== '0' || typeof respuesta !== 'object' || respuesta === null)
    return { kind: 'unclear' }
  const order = fieldsOf(respuesta)
  // STP speaks of another order than was asked for.
  return order('claveRastreo') === key && isOf(order, asked) ? { kind: 'found', order } : { kind: 'unclear' }
}

/** Whether an order is of the company and the day that were asked for, where it shows them. */
function isOf(order: StpOrder, { company, day }: Asked): boolean {
  return ['', company].includes(order('empresa')) && (day === '' || ['', day].includes(order('fechaOperacion')))
}

function fieldsOf(body: object): StpOrder {
  return (field) => textOf((body as Record<string, unknown>)[field])
}

/** Every order of a day, once; undefined when STP did not answer each page, or answered with orders that were not asked for. */
export async function conciliationOf(
  { client, sign, company, today }: StpNeeds,
  { day: wanted, direction }: { day: string; direction: Direction },
  signal: AbortSignal,
): Promise<StpOrder[] | undefined> {
  const day = wanted === today() ? '' : dayDigits(wanted)
  const firma = sign(chainOf([company, direction, day]))
  // A page that comes twice has no further orders.
  const orders = new Map<string, StpOrder>()
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const body = {
      empresa: company,
      page,
      tipoOrden: direction,
      ...(day !== '' && { fechaOperacion: Number(day) }),
      firma,
    }
    const answer = await client.query('/V2/conciliacion', body, signal)
    if (answer.kind === 'none') return undefined
    const { estado, datos, total } = answer.body as { estado?: unknown; datos?: unknown; total?: unknown }
    if (isNone(answer, textOf(estado))) return [...orders.values()]
    if (answer.status !== 200 || textOf(estado) !== '0' || !Array.isArray(datos)) return undefined
    // A list may end with null.
    const some = datos.filter((one) => typeof one === 'object' && one !== null)
    for (const one of some) orders.set(JSON.stringify(one), fieldsOf(one))
    if (![...orders.values()].every((order) => isOf(order, { company, day }))) return undefined
    const all = Number(textOf(total))
    if (some.length === 0 || (Number.isSafeInteger(all) && orders.size >= all) || datos.length < PAGE) {
      // Fewer than STP counts: some are missing, and a statement would be half.
      return Number.isSafeInteger(all) && textOf(total) !== '' && orders.size < all ? undefined : [...orders.values()]
    }
  }
  return undefined
}

/** What the account has, less what is about to leave it. */
export async function balanceOf(
  { client, sign, company }: StpNeeds,
  account: string,
  signal: AbortSignal,
): Promise<BalanceOutcome> {
  const firma = sign(chainOf([company, account, '']))
  const body = { empresa: company, cuentaOrdenante: account, firma }
  const answer = await client.query('/consultaSaldoCuenta', body, signal)
  if (answer.kind === 'none' || answer.status !== 200) return FAILED
  const { estado, respuesta } = answer.body as { estado?: unknown; respuesta?: unknown }
  if (textOf(estado) !== '0' || typeof respuesta !== 'object' || respuesta === null) return FAILED
  const field = fieldsOf(respuesta)
  const [balance, leaving] = [balanceCentavos(field('saldo')), balanceCentavos(field('cargosPendientes') || '0')]
  return balance === undefined || leaving === undefined
    ? FAILED
    : { kind: 'balance', availableCentavos: balance - leaving }
}

/** Zero too. */
function balanceCentavos(text: string): number | undefined {
  return /^0+(\.0{1,2})?$/.test(text) ? 0 : centavosOf(text)
}

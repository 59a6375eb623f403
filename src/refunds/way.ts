// The way of a refund: to the card by its acquirer, to the account of a SPEI payment, or to an account that the merchant or
// the payer gives.
import type { Acquirers } from '../connectors/acquirers.ts'
import { BENEFICIARY_LENGTH, beneficiaryProblem } from '../core/banks/beneficiary.ts'
import { clabeProblem, optionalClabe } from '../core/banks/clabe.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import type { Bilingual } from '../core/language/bilingual.ts'
import { type RefundWay, railOf } from '../core/rail.ts'
import { NO_NETWORK } from '../core/rail-port.ts'
import { isEmail, isMexicanPhone } from '../core/text.ts'
import { Failure, refuseInvalid } from '../failures.ts'
import { readPayerOf } from '../operations/find.ts'
import type { Operation } from '../store/operation.ts'
import { rowOf } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import type { RefundNeeds } from './needs.ts'
import type { RefundRow } from './tables.ts'

/** The requested destination: an account, or a payer who is asked for one. */
export interface Destination {
  clabe?: string | null | undefined
  name?: string | null | undefined
  email?: string | null | undefined
  phone?: string | null | undefined
}

export type Way = Pick<RefundRow, 'way' | 'destination' | 'beneficiary' | 'email' | 'phone'>

/** The fault of an account holder's name. */
export function nameProblem(name: string): Bilingual | undefined {
  const isGood = name.trim().length >= 3 && beneficiaryProblem(name) === undefined
  return isGood
    ? undefined
    : [
        `escribe el nombre del titular, de 3 a ${BENEFICIARY_LENGTH} caracteres`,
        `write the name of the account’s holder, 3 to ${BENEFICIARY_LENGTH} characters`,
      ]
}

/** Whether the acquirer that has a charge can give this amount of it back. A part needs the method `refund`. */
function acquirerGives(acquirers: Acquirers, operation: Operation, amountCentavos: number): boolean {
  const acquirer = acquirers.of(operation.network)
  if (!acquirer?.capabilities.refund) return false
  const isWhole = amountCentavos === operation.total_centavos
  return isWhole || (acquirer.capabilities.partialRefund && acquirer.hasMethod('refund'))
}

/** False for a card payment whose acquirer the settings name no more. */
function hasAcquirer({ acquirers }: Pick<RefundNeeds, 'acquirers'>, { rail, network }: Operation): boolean {
  return railOf(rail).refund !== 'acquirer' || acquirers.of(network) !== undefined
}

interface Asked {
  amountCentavos: number
  /** The account of the caller's choice. */
  clabe: string | undefined
}

/** The way that a rail determines by itself; undefined: the money goes to an account that the merchant or the payer names. */
const ownWays = {
  acquirer: async ({ acquirers }, operation, { amountCentavos, clabe }) => {
    if (!acquirerGives(acquirers, operation, amountCentavos)) return undefined
    refuseAccount(clabe, ['el dinero regresa a la tarjeta', 'the money goes back to the card'])
    return { way: 'acquirer', destination: null, beneficiary: '' }
  },
  payer: async ({ store }, operation, { clabe }) => {
    const payer = await readPayerOf(store, operation)
    if (!payer?.payer_clabe) return undefined
    if (clabe !== payer.payer_clabe)
      refuseAccount(clabe, [
        'el dinero regresa a la cuenta de la que vino',
        'the money goes back to the account it came from',
      ])
    return { way: 'transfer', destination: payer.payer_clabe, beneficiary: payer.payer_name ?? '' }
  },
  named: async () => undefined,
} as const satisfies Record<
  RefundWay,
  (
    needs: Pick<RefundNeeds, 'store' | 'acquirers' | 'speiBank'>,
    operation: Operation,
    asked: Asked,
  ) => Promise<Omit<Way, 'email' | 'phone'> | undefined>
>

/**
 * Reads the way of a refund. Throws `parameters-invalid` by the name of the field, and `transfers-not-offered` or
 * `refund-without-acquirer` when no bank can send what the acquirer does not give back.
 */
export async function wayOf(
  needs: Pick<RefundNeeds, 'store' | 'acquirers' | 'speiBank'>,
  operation: Operation,
  { amountCentavos, destination = {} }: { amountCentavos: number; destination: Destination | undefined },
): Promise<Way> {
  const contact = await readContact(needs.store, operation, destination)
  const { clabe, name } = readAccount(destination)
  const own = await ownWays[railOf(operation.rail).refund](needs, operation, { amountCentavos, clabe })
  if (own?.way !== 'acquirer' && needs.speiBank.name === NO_NETWORK)
    throw new Failure(hasAcquirer(needs, operation) ? 'transfers-not-offered' : 'refund-without-acquirer')
  if (own !== undefined) return { ...contact, ...own }
  if (clabe === undefined && contact.email === '' && contact.phone === '') {
    const [es, en] = [
      'destination: di una CLABE y el nombre del titular, o el correo o teléfono de quien pagó para preguntárselos',
      'destination: give a CLABE and its holder’s name, or the e-mail or phone of the payer to ask them',
    ]
    throw new Failure('parameters-invalid', { fields: { destination: [[es, en]] } })
  }
  return { ...contact, way: 'transfer', destination: clabe ?? null, beneficiary: clabe === undefined ? '' : name }
}

function refuseAccount(clabe: string | undefined, [es, en]: Bilingual): void {
  if (clabe === undefined) return
  throw new Failure('parameters-invalid', {
    fields: { 'destination.clabe': [[`destination.clabe: ${es}`, `destination.clabe: ${en}`]] },
  })
}

/** The account of the caller's choice, checked digit by digit. */
export function readAccount(destination: Destination): { clabe: string | undefined; name: string } {
  const clabe = optionalClabe(destination.clabe)
  const name = destination.name?.trim() ?? ''
  if (clabe === undefined) return { clabe, name }
  const fields: FieldProblems = {}
  const [wrongClabe, wrongName] = [clabeProblem(clabe), nameProblem(name)]
  if (wrongClabe) fields['destination.clabe'] = [wrongClabe]
  if (wrongName) fields['destination.name'] = [wrongName]
  refuseInvalid(fields)
  return { clabe, name }
}

/** The payer's e-mail and phone: from the request, otherwise the e-mail of the customer who paid. */
async function readContact(
  { db }: Store,
  operation: Operation,
  destination: Destination,
): Promise<Pick<Way, 'email' | 'phone'>> {
  const [email = '', phone = ''] = [destination.email || undefined, destination.phone || undefined]
  const fields: FieldProblems = {}
  if (email !== '' && !isEmail(email))
    fields['destination.email'] = [['email debe ser un correo electrónico', 'email must be an e-mail address']]
  if (phone !== '' && !isMexicanPhone(phone))
    fields['destination.phone'] = [['phone debe tener 10 dígitos', 'phone must have 10 digits']]
  refuseInvalid(fields)
  if (email !== '' || phone !== '' || operation.customer_id === null) return { email, phone }
  const customer = await rowOf(db, 'customers', { id: operation.customer_id, account_id: operation.account_id }, [
    'email',
  ])
  return { email: customer?.email ?? '', phone }
}

// Why a search found an operation: its words are marked where the row shows them; fields that the row does not show are named below.
import { createContext, useContext } from 'react'
import { useLanguage, type Words } from '../language.tsx'
import { piecesOf } from './marks.ts'

/** A field of an operation that has what was searched for. */
export interface Match {
  transaction: string
  field: string
  text: string
}

/** What was searched for. */
const Searched = createContext('')
export const SearchedFor = Searched.Provider

/** A text with the words that were searched for marked. */
export function Marked({ text }: { text: string }) {
  const searched = useContext(Searched)
  if (searched === '') return text
  return piecesOf(text, searched).map(({ text: part, isFound, at }) => (isFound ? <mark key={at}>{part}</mark> : part))
}

/** The fields that are marked as a whole. */
const MARKED = ['amount', 'card']

const fields: Record<string, Words> = {
  payer: ['Quién pagó', 'Payer'],
  customer: ['Cliente', 'Customer'],
  authorization: ['Autorización', 'Authorization'],
  external_transaction: ['Transacción externa', 'External transaction'],
  paid_into: ['Número de la ficha', 'Number of the slip'],
  payment_id: ['Referencia de pago', 'Reference of payment'],
  short_id: ['Referencia corta', 'Short reference'],
  checkout: ['Link de pago', 'Payment link'],
  payer_clabe: ['CLABE de quien pagó', 'Payer’s CLABE'],
  tracking_key: ['Clave de rastreo', 'Tracking key'],
  received: ['Llegó un pago de', 'A payment came of'],
  sent_to: ['Enviada a', 'Sent to'],
  refund: ['Devolución', 'Refund'],
  refunded_to: ['Devuelta a', 'Refunded to'],
  dispute: ['Aclaración', 'Dispute'],
  network_dispute: ['Caso del banco', 'The bank’s case'],
}

/** The fields that were found and that the row does not show. `shown`: the texts of the row. */
export function Why({ matches, shown }: { matches: readonly Match[]; shown: readonly string[] }) {
  const { say } = useLanguage()
  const others = matches.filter(({ field, text }) => !MARKED.includes(field) && !shown.includes(text))
  if (others.length === 0) return null
  return (
    <span className="why quiet">
      {others.map(({ field, text }) => (
        <span key={`${field} ${text}`}>
          {say(fields[field] ?? [field, field])}: <Marked text={text} />
        </span>
      ))}
    </span>
  )
}

/** An amount or the digits of a card, marked as a whole when they are what was found. */
export function MarkedIf({ is, text }: { is: boolean; text: string }) {
  return is ? <mark>{text}</mark> : text
}

export function isMatched(matches: readonly Match[], field: 'amount' | 'card'): boolean {
  return matches.some((one) => one.field === field)
}

// The content for a payer about an operation, in one language: the page and the PDF only lay it out.
import type { ProfileRow } from '../accounts/profile/tables.ts'
import type { Bilingual, Language } from '../core/language/bilingual.ts'
import type { Rail } from '../core/rail.ts'
import { daysBetween, mexicoCityDay } from '../core/time.ts'
import { payerNumber } from '../operations/pay-with.ts'
import type { Operation } from '../store/operation.ts'
import type { DigitsKind } from './digits.ts'
import {
  factsOf,
  type HeldMoney,
  hasText,
  heldFacts,
  heldText,
  type PayerRefund,
  refundFacts,
  shorten,
} from './fact-lines.ts'
import { deadlineText, pesosText, phoneText } from './format.ts'
import { shown } from './html.ts'
import { chainName, type Fact, railPages, type Say, type SlipPage } from './rail-pages.ts'
import { fill, type PayerState, states, type TextName, type Tone, texts } from './texts.ts'

/** The input of the content. */
export interface PayerFacts {
  operation: Operation
  /** The merchant's name; with the profile, the only data of the account that a payer sees. */
  merchant: string
  /** The merchant's profile, with empty texts for unset fields; undefined: no profile. */
  profile?: PayerProfile | undefined
  /** The merchant's logo in base64, only for content that draws or attaches it. */
  picture?: { type: string; content: string } | undefined
  /** The public address of the page. */
  url: string
  sandbox: boolean
  /** The service's instant. */
  now: string
  /** Its refunds, oldest first; undefined: none. */
  refunds?: readonly PayerRefund[]
  /** What was received for a slip and does not pay it, while nobody has decided; undefined: nothing. */
  held?: HeldMoney
  /** Its receipt at Banco de México, when its bank says it; undefined: the page that looks it up. */
  cepUrl?: string
}

export type PayerProfile = Pick<ProfileRow, 'legal_name' | 'rfc' | 'phone' | 'email' | 'site' | 'colour' | 'logo'>

export interface PayerContent {
  language: Language
  kind: 'slip' | 'receipt'
  /** `Ficha de pago`, `Recibo de pago` or, for an unpaid card payment, `Estado del pago`. */
  document: string
  merchant: string
  state: PayerState
  tone: Tone
  stateName: string
  stateSentence: string
  /** True while the state may still change without a request. */
  live: boolean
  heading: string
  /** What is paid for, short enough to stand above the amount; the whole text is among the facts. May be empty. */
  concept: string
  /** `$1,250.00`; the currency is MXN. */
  amount: string
  /** `label` begins a sentence with `text`, `name` a line of a list. `note` counts the days that are left at this moment; `zone` is for printed and sent content. */
  deadline: { label: string; name: string; text: string; at: string; zone: string; note: string } | undefined
  /** How to pay; only while the operation can be paid. */
  pay: PayWith | undefined
  steps: { title: string; items: string[] } | undefined
  banks: { bank: string; steps: string[] }[]
  notes: string[]
  /** Where the payer can check that the payment arrived. */
  proof: { text: string; url: string } | undefined
  facts: Fact[]
  url: string
  /** The merchant's contacts, in order of preference; may be empty. */
  contact: Contact[]
  /** Its legal name and taxpayer's number in one line; may be empty. */
  legal: string
  /** Its colour, `#0c5c4c`, and the digest of its logo; empty if unset. */
  colour: string
  logo: string
  /** The logo, only for a PDF. */
  picture?: { type: string; content: string } | undefined
  /** The mark that a sandbox document carries; undefined in production. */
  sandboxMark: string | undefined
}

interface Contact {
  /** For display: `55 1234 5678`. */
  text: string
  /** Its link: `tel:`, `mailto:` or `https:`. */
  href: string
}

export interface PayWith {
  kind: DigitsKind
  heading: string
  label: string
  digits: string
  facts: Fact[]
}

/** The whole content of the payer's page and PDF of an operation. */
export function payerContent(facts: PayerFacts, language: Language): PayerContent {
  const { operation, sandbox } = facts
  const merchant = merchantName(facts.merchant)
  const say = (name: TextName, values?: Record<string, string | number>) => fill(texts[name], language, values)
  const state = payerStateOf(facts)
  const [tone, name, sentence] = states[state]
  const isCancelled = operation.status === 'cancelled'
  const chain = chainName(operation)
  const page = railPages[operation.rail]
  const slip = state === 'pending' || state === 'held' ? page.slip : undefined
  const kind = page.slip === undefined || RECEIPTS.includes(state) ? 'receipt' : 'slip'
  const amount = pesosText(operation.total_centavos)
  const document = say(kind === 'receipt' && !RECEIPTS.includes(state) ? 'standing' : kind)
  const heading = say(slip?.heading ?? page.heading, { chain })
  const values = { amount, chain }
  const filled = (steps: readonly Bilingual[]) => steps.map((step) => fill(step, language, values))
  return {
    language,
    kind,
    document,
    merchant,
    state,
    tone,
    stateName: fill(name, language),
    stateSentence: fill(sentence, language, {
      merchant,
      refunded: pesosText(operation.refunded_centavos - operation.refunds_failed_centavos),
      held: facts.held === undefined ? '' : heldText(facts.held, language),
      failed: pesosText(isCancelled ? operation.total_centavos : operation.refunds_failed_centavos),
    }),
    live: operation.status === 'pending' || HELD.includes(state),
    heading,
    concept: shorten(shown(operation.description), CONCEPT_LENGTH),
    amount,
    deadline: slip && deadlineOf(operation, facts.now, language),
    pay: slip && payWith(slip, operation, merchant, say),
    steps: slip && { title: say(slip.howTo, { chain }), items: filled(slip.steps(operation)) },
    banks: (slip?.banks ?? []).map(({ bank, steps }) => ({ bank, steps: filled(steps) })),
    notes: notesOf(page, slip, state).map((note) => say(note)),
    facts: [
      ...factsOf(operation, merchant, state, language),
      ...refundFacts(facts.refunds ?? [], language),
      ...(HELD.includes(state) ? [] : heldFacts(facts.held, merchant, language)),
    ],
    proof:
      STILL_PAID.includes(state) && page.proof
        ? { text: say(page.proof.text), url: facts.cepUrl ?? page.proof.url }
        : undefined,
    url: facts.url,
    ...merchantOf(facts.profile),
    sandboxMark: sandbox ? say('sandbox') : undefined,
  }
}

/** About two lines of a phone. */
const CONCEPT_LENGTH = 80
/** Paid, and not all of it is or goes back. */
const STILL_PAID: readonly PayerState[] = ['paid', 'partlyBack', 'notBack']
/** What came for the slip and does not pay it is what the state is about. */
const HELD: readonly PayerState[] = ['held', 'heldOver', 'heldCancelled']
const RECEIPTS: readonly PayerState[] = [...STILL_PAID, 'refunded', 'goingBack', 'givenBack']

/** A slip names the zone beside its deadline. */
function notesOf(
  { paidNotes }: (typeof railPages)[Rail],
  slip: SlipPage | undefined,
  state: PayerState,
): readonly TextName[] {
  return slip?.notes ?? [...(STILL_PAID.includes(state) ? paidNotes : []), 'noteZone']
}

/** Nothing was paid, and nothing can be any more. */
export function isOver({ state }: Pick<PayerContent, 'state'>): boolean {
  return state === 'expired' || state === 'released' || state === 'cancelled' || state === 'declined'
}

/** A merchant's name for its payers. */
export function merchantName(name: string): string {
  return shorten(shown(name), 80)
}

/** What a payer sees of the merchant besides its name. */
export function merchantOf(
  profile: PayerProfile | undefined,
): Pick<PayerContent, 'contact' | 'legal' | 'colour' | 'logo'> {
  if (profile === undefined) return { contact: [], legal: '', colour: '', logo: '' }
  const { phone, email, site, legal_name, rfc, colour, logo } = profile
  const legal = [shorten(shown(legal_name), 150), rfc && `RFC ${rfc}`].filter((one) => one !== '').join(' · ')
  const contact = [
    { text: phoneText(phone), href: `tel:+52${phone}` },
    { text: email, href: `mailto:${email}` },
    {
      text: shown(site)
        .replace(/^https:\/\//, '')
        .replace(/\/$/, ''),
      href: site,
    },
  ].filter(({ text }) => text !== '')
  return { contact, legal, colour, logo }
}

/** The state for the payer: a slip past its deadline counts as expired, also before the worker has run. */
export function payerStateOf({ operation, now, held }: Pick<PayerFacts, 'operation' | 'now' | 'held'>): PayerState {
  const { slip } = railPages[operation.rail]
  if (operation.status === 'authorized') return operation.status
  switch (operation.status) {
    case 'paid': {
      const { refunded_centavos: refunded, refunds_failed_centavos: failed } = operation
      const back = refunded - failed
      if (back <= 0) return failed > 0 ? 'notBack' : 'paid'
      if (back < operation.total_centavos) return 'partlyBack'
      return operation.refunds_settled_centavos < back ? 'goingBack' : 'givenBack'
    }
    case 'expired':
      if (slip === undefined) return 'released'
      return held ? 'heldOver' : 'expired'
    case 'declined':
      return slip === undefined ? 'declined' : 'cancelled'
    case 'cancelled':
      if (operation.refund_state === 'rejected' || operation.refund_state === 'returned') return 'notBack'
      if (operation.has_devolution === 1 || operation.refund_state !== '') return 'refunded'
      return held ? 'heldCancelled' : 'cancelled'
    case 'pending':
      if (slip === undefined) return 'processing'
      if (operation.expires_at !== null && operation.expires_at <= now) return held ? 'heldOver' : 'expired'
      if (payerNumber(operation) === null) return 'preparing'
      return held ? 'held' : 'pending'
  }
}

function deadlineOf(operation: Operation, now: string, language: Language): PayerContent['deadline'] {
  const at = operation.expires_at
  if (at === null) return undefined
  const days = daysBetween(mexicoCityDay(now), mexicoCityDay(at))
  const left: TextName = days <= 0 ? 'lastDay' : days === 1 ? 'oneDayLeft' : 'daysLeft'
  const zone = fill(texts.zone, language)
  // Together on one line: `queda` alone at the end of one says nothing.
  const note = `${zone} · ${fill(texts[left], language, { days }).replaceAll(' ', '\u00a0')}`
  return {
    label: fill(texts.payBy, language),
    name: fill(texts.deadline, language),
    text: deadlineText(at, language),
    at,
    zone,
    note,
  }
}

function payWith(slip: SlipPage, operation: Operation, merchant: string, say: Say): PayWith | undefined {
  const digits = payerNumber(operation)
  if (digits === null) return undefined
  const facts = slip.facts(operation, merchant, say).filter(hasText)
  return { kind: slip.kind, heading: say(slip.digitsHeading), label: say(slip.digitsLabel), digits, facts }
}

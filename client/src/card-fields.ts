// A card form for any page: the card is sealed in the browser and becomes a token; the shop's server never sees its number.
import { createCall } from './call.ts'
import { type CardField, cardField, numberField } from './card-field.ts'
import { BRANDS, brandOf, isCardNumber, isExpired, MAX_DIGITS, readExpiration } from './card-number.ts'
import { addStyle } from './card-style.ts'
import { type CardLanguage, type FieldName, TEXTS } from './card-texts.ts'
import type { TypedCard } from './charge.ts'
import { CobroError } from './errors.ts'
import type { Sealed } from './seal.ts'
import { createSealer, type SealedCall } from './sealer.ts'
import type { Calls } from './types.ts'

export interface CardFieldsSettings {
  /** The address of the service. */
  baseUrl: string
  /** `pk_...`: it can make tokens and nothing else. */
  publishableKey: string
  /** Spanish by default. */
  language?: CardLanguage
  fetch?: typeof globalThis.fetch
}

/** The shop's server charges `token`; the other fields are for display. */
export type CardToken = Calls['POST /v1/token']['result']

export interface CardFields {
  /** Checks the input and makes a token. Undefined on an error: the form shows it and has the focus there. */
  tokenise(): Promise<CardToken | undefined>
  /**
   * Checks the input, seals the card for a call and hands it to `send`, whose refusals (`CobroError`) the form shows. Undefined on an error, as
   * `tokenise`.
   */
  sealed<R>(call: SealedCall, send: (sealed: Sealed) => Promise<R>): Promise<R | undefined>
  /** Empties the form, e.g. after the payment. */
  clear(): void
  /** Takes the form out of the page. */
  remove(): void
}

/**
 * Mounts the form into `element`. Its inputs have no names, so no form around them ever submits a card. Needs a page from https or
 * localhost: elsewhere browsers have no WebCrypto.
 */
export function mountCardFields(element: Element, settings: CardFieldsSettings): CardFields {
  const { baseUrl, publishableKey, language = 'es', fetch } = settings
  const call = createCall({ baseUrl, appKey: publishableKey, language, ...(fetch ? { fetch } : {}) })
  const sealer = createSealer(call, { appKey: publishableKey })
  const texts = TEXTS[language]
  const form = buildForm(element.ownerDocument, language)
  element.replaceChildren(form.root)
  const sealed: CardFields['sealed'] = async (name, send) => {
    const card = checkedCard(form, texts)
    if (card === undefined) return undefined
    form.root.setAttribute('aria-busy', 'true')
    try {
      return await sealer.send(name, card, send)
    } catch (error) {
      if (!(error instanceof CobroError)) throw error
      showRefusal(form, error, texts.unreachable)
      return undefined
    } finally {
      form.root.removeAttribute('aria-busy')
    }
  }
  return {
    tokenise: () => sealed('POST /v1/token', (body) => call('POST /v1/token', { body })),
    sealed,
    clear: () => {
      for (const field of Object.values(form.fields)) field.clear()
      form.fault.textContent = ''
    },
    remove: () => form.root.remove(),
  }
}

interface Form {
  root: HTMLFieldSetElement
  fields: Record<FieldName, CardField>
  /** The error of the card as a whole. */
  fault: HTMLElement
}

/** The input of each field that the service may refuse. */
const FIELD_OF_WIRE: Record<string, FieldName> = {
  number: 'number',
  holder_name: 'name',
  cardholder_name: 'name',
  expiration: 'expiration',
  cvv: 'code',
}

function buildForm(document: Document, language: CardLanguage): Form {
  const texts = TEXTS[language]
  addStyle(document)
  const root = document.createElement('fieldset')
  root.className = 'cobro-card'
  root.lang = language
  const legend = document.createElement('legend')
  legend.textContent = texts.legend
  const fault = document.createElement('p')
  fault.className = 'cobro-card-fault'
  fault.setAttribute('role', 'alert')
  const fields = {
    number: numberField(document, { label: texts.number, autocomplete: 'cc-number', maxLength: MAX_DIGITS + 4 }),
    name: cardField(document, 'name', {
      label: texts.name,
      autocomplete: 'cc-name',
      maxLength: 100,
      inputMode: 'text',
    }),
    expiration: cardField(document, 'expiration', {
      label: texts.expiration,
      autocomplete: 'cc-exp',
      maxLength: 9,
      placeholder: texts.expirationHint,
    }),
    code: cardField(document, 'code', { label: texts.code, autocomplete: 'cc-csc', maxLength: 4 }),
  }
  const { expiration } = fields
  expiration.input.addEventListener('input', (event) => addSlash(expiration.input, event as InputEvent))
  root.append(legend, ...Object.values(fields).map((field) => field.root), fault)
  return { root, fields, fault }
}

/** The card if all fields are valid; else undefined, with each error beside its field and the focus on the first. */
function checkedCard(form: Form, texts: (typeof TEXTS)[CardLanguage]): TypedCard | undefined {
  const { number, name, expiration, code } = form.fields
  const digits = number.input.value.replace(/\D/g, '')
  const yymm = readExpiration(expiration.input.value)
  const brand = brandOf(digits)
  const codeLength = brand === undefined ? 3 : BRANDS[brand].codeLength
  const typedCode = code.input.value.trim()
  const faults: Record<FieldName, string> = {
    number: isCardNumber(digits) ? '' : texts.numberWrong,
    name: '',
    expiration: yymm === undefined ? texts.expirationWrong : isExpired(yymm, surelyPast()) ? texts.expired : '',
    code: new RegExp(`^\\d{${codeLength}}$`).test(typedCode)
      ? ''
      : texts.codeWrong.replace('{length}', String(codeLength)),
  }
  form.fault.textContent = ''
  let first: CardField | undefined
  for (const fieldName of Object.keys(faults) as FieldName[]) {
    const field = form.fields[fieldName]
    const fault = field.input.value.trim() === '' ? texts.missing : faults[fieldName]
    field.setFault(fault)
    if (fault !== '') first ??= field
  }
  first?.input.focus()
  if (first !== undefined || yymm === undefined) return undefined
  return { number: digits, cardholder_name: name.input.value.trim(), expiration: yymm, cvv: typedCode }
}

/** A browser's clock may be hours wrong, and its day another than the service's, which has the last word. */
function surelyPast(): Date {
  return new Date(Date.now() - 24 * 3_600_000)
}

function showRefusal(form: Form, error: CobroError, unreachable: string): void {
  const byField = Object.entries(error.messages).filter(([wire]) => FIELD_OF_WIRE[wire] !== undefined)
  for (const [wire, messages] of byField) {
    form.fields[FIELD_OF_WIRE[wire] ?? 'number'].setFault(messages.join(' '))
  }
  const [firstWire] = byField[0] ?? []
  if (firstWire === undefined) form.fault.textContent = error.status === 0 ? unreachable : error.message
  else form.fields[FIELD_OF_WIRE[firstWire] ?? 'number'].input.focus()
}

/** `12` becomes `12/` while typing forwards. */
function addSlash(input: HTMLInputElement, event: InputEvent): void {
  if (event.inputType === 'deleteContentBackward') return
  if (/^\d{2}$/.test(input.value)) input.value += '/'
  else if (/^\d{3,4}$/.test(input.value)) input.value = `${input.value.slice(0, 2)}/${input.value.slice(2)}`
}

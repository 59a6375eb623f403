// One field of the card form: label, input and error line, linked for screen readers.
import { BRANDS, brandOf, grouped, MAX_DIGITS } from './card-number.ts'
import type { FieldName } from './card-texts.ts'

export interface CardField {
  root: HTMLElement
  input: HTMLInputElement
  /** Shows the error, or removes it when it is empty. */
  setFault(text: string): void
  clear(): void
}

export interface FieldLook {
  label: string
  autocomplete: 'cc-number' | 'cc-name' | 'cc-exp' | 'cc-csc'
  maxLength: number
  placeholder?: string
  /** Digits by default. */
  inputMode?: 'text'
}

let mounted = 0

export function cardField(document: Document, name: FieldName, look: FieldLook): CardField {
  mounted += 1
  const id = `cobro-${name}-${mounted}`
  const root = document.createElement('div')
  root.className = `cobro-field cobro-field-${name}`
  const label = document.createElement('label')
  label.htmlFor = id
  label.textContent = look.label
  const frame = document.createElement('span')
  frame.className = 'cobro-input'
  const input = document.createElement('input')
  input.id = id
  input.type = 'text'
  input.inputMode = look.inputMode ?? 'numeric'
  input.autocomplete = look.autocomplete
  input.maxLength = look.maxLength
  input.placeholder = look.placeholder ?? ''
  input.required = true
  input.spellcheck = false
  input.setAttribute('aria-describedby', `${id}-fault`)
  const fault = document.createElement('p')
  fault.id = `${id}-fault`
  fault.className = 'cobro-fault'
  fault.setAttribute('aria-live', 'polite')
  frame.append(input)
  root.append(label, frame, fault)
  const setFault = (text: string) => {
    fault.textContent = text
    if (text === '') input.removeAttribute('aria-invalid')
    else input.setAttribute('aria-invalid', 'true')
  }
  input.addEventListener('input', () => setFault(''))
  return {
    root,
    input,
    setFault,
    clear: () => {
      input.value = ''
      setFault('')
    },
  }
}

/** The number groups its digits while they are typed and says the brand. */
export function numberField(document: Document, look: FieldLook): CardField {
  const field = cardField(document, 'number', look)
  const { input } = field
  const brandMark = document.createElement('span')
  brandMark.className = 'cobro-brand'
  brandMark.setAttribute('aria-live', 'polite')
  input.after(brandMark)
  const show = () => {
    regroup(input)
    const brand = brandOf(input.value.replace(/\D/g, ''))
    brandMark.textContent = brand === undefined ? '' : BRANDS[brand].name
  }
  input.addEventListener('input', show)
  return {
    ...field,
    clear: () => {
      field.clear()
      show()
    },
  }
}

/** Groups the digits and keeps the caret behind the same digit. */
function regroup(input: HTMLInputElement): void {
  const caret = input.selectionStart ?? input.value.length
  const digitsBefore = input.value.slice(0, caret).replace(/\D/g, '').length
  input.value = grouped(input.value.replace(/\D/g, '').slice(0, MAX_DIGITS))
  let at = 0
  for (let digits = 0; digits < digitsBefore && at < input.value.length; at++) if (input.value[at] !== ' ') digits += 1
  input.setSelectionRange(at, at)
}

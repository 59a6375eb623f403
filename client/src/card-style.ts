// The default style of the card form: every rule has zero specificity, and colours are variables.

const STYLE = `
:where(.cobro-card) { border: 0; margin: 0; padding: 0; min-width: 0; display: grid; gap: 1rem; grid-template-columns: 1fr 1fr; }
:where(.cobro-card legend) { padding: 0; margin-bottom: 1rem; font-weight: 600; }
:where(.cobro-field) { display: grid; gap: .375rem; align-content: start; min-width: 0; }
:where(.cobro-field-number, .cobro-field-name, .cobro-card-fault) { grid-column: 1 / -1; }
:where(.cobro-field label) { align-self: end; font-size: .875rem; font-weight: 500; }
@supports (grid-template-rows: subgrid) { :where(.cobro-field-expiration, .cobro-field-code) { grid-row: span 3; grid-template-rows: subgrid; } }
:where(.cobro-input) { position: relative; display: block; }
:where(.cobro-field input) { box-sizing: border-box; width: 100%; min-height: 3rem; padding: .625rem .75rem; font: inherit; font-size: max(1rem, 16px);
  color: inherit; background: var(--cobro-field-background, #fff); border: 1px solid var(--cobro-border, #8a8f98); border-radius: .5rem; }
:where(.cobro-field input:focus) { outline: 2px solid var(--cobro-accent, #0b63ce); outline-offset: 1px; border-color: transparent; }
:where(.cobro-field input[aria-invalid='true']) { border-color: var(--cobro-fault, #b3261e); }
:where(.cobro-brand) { position: absolute; right: .75rem; top: 50%; translate: 0 -50%; font-size: .8125rem; font-weight: 600; pointer-events: none; }
:where(.cobro-fault, .cobro-card-fault) { margin: 0; font-size: .875rem; color: var(--cobro-fault, #b3261e); }
:where(.cobro-fault:empty, .cobro-card-fault:empty) { display: none; }
`

let sheet: CSSStyleSheet | undefined

/** Adds the rules to the page once. A constructed sheet, so a strict Content-Security-Policy has nothing to object to. */
export function addStyle(document: Document): void {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet()
    sheet.replaceSync(STYLE)
  }
  if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet)
}

// The form that sends a call to this service, and for a sealed call the panel that seals a test card for it.
import type { Language } from '../core/language/bilingual.ts'
import { html, type Markup } from '../pages/html.ts'
import { exampleOf, type Parameter, type ReferenceCall } from './reference-model.ts'
import { referenceTexts } from './reference-texts.ts'
import { programs } from './samples/request-programs.ts'

export interface Credential {
  appKey: string
  secret: string
}

/** The calls whose body is a sealed message. */
const SEALED = ['createToken', 'createCardPayment']

/** Test cards with the outcomes of the sandbox's bank. */
const CARDS = [
  ['4242424242424242', 'approved'],
  ['5555555555554444', 'approved'],
  ['4111111111111111', 'declined'],
] as const

export function tryForm(
  call: ReferenceCall,
  { language, credential, sandbox }: { language: Language; credential: Credential | undefined; sandbox: boolean },
): Markup {
  const say = referenceTexts[language]
  const media = Object.keys(call.requestBody?.content ?? {})
  const isJson = media.includes('application/json')
  const isSealed = SEALED.includes(call.operationId)
  // The example of a sealed call was sealed under another service's key: this service would refuse it.
  const example = isSealed ? undefined : exampleOf(call.requestBody?.content)
  return html`<section class="try" aria-labelledby="try"><h2 id="try">${say.tryTitle}</h2>
<p>${say.tryText} ${credential && say.ownKey}</p>
<form id="call" data-method="${call.method}" data-path="${call.path}" data-say="${JSON.stringify(say)}">
${
  call.security?.length !== 0 &&
  html`<div class="pair">${input('app-key', 'app_key', { value: credential?.appKey })}${input('app-secret', 'app_secret', { value: credential?.secret, type: 'password' })}</div>
<details><summary>${say.orToken}</summary>${input('token', 'token', { type: 'password' })}<p class="quiet">${say.tokenText}</p></details>`
}
${call.parameters?.map(parameterInput)}
${isSealed && sandbox && sealPanel(call, say)}
${
  isJson
    ? html`<label for="body">${say.body}</label><textarea id="body" spellcheck="false" rows="${isSealed ? 4 : 9}" data-media="application/json">${example === undefined ? '' : JSON.stringify(example, undefined, 2)}</textarea>`
    : media.length > 0 &&
      html`<label for="file">${say.file}</label><input id="file" type="file" accept="${media.join()}">`
}
<p><button class="button" type="submit">${say.send}</button></p>
</form>
<div id="answer" role="status"></div>
<h3>${say.command}</h3>
<div class="code" id="commands" data-tabs>${Object.entries(programs).map(
    ([name, { label }]) =>
      html`<pre tabindex="0" role="region" aria-label="${say.command}: ${label}" data-program="${name}" data-label="${label}"${name !== 'curl' && html` hidden`}><code id="command-${name}"></code></pre>\n`,
  )}</div>
</section>`
}

/** Empty, with its example only as a hint: a copied key would get the answer of another request. */
function parameterInput({ name, in: place, required, example, schema }: Parameter): Markup {
  const hint = place === 'header' ? undefined : (example ?? schema.examples?.[0])
  return input(`parameter-${name}`, name, { place, required, hint: hint === undefined ? undefined : String(hint) })
}

interface InputSettings {
  value?: string | undefined
  type?: string
  place?: string
  required?: boolean | undefined
  hint?: string | undefined
}

function input(id: string, label: string, { value, type = 'text', place, required, hint }: InputSettings): Markup {
  return html`<div class="input"><label for="${id}">${place === undefined ? label : html`<code>${label}</code>`}</label><input id="${id}" type="${type}" autocomplete="off" spellcheck="false"${
    value !== undefined && html` value="${value}"`
  }${place !== undefined && html` data-in="${place}" data-name="${label}"`}${required && html` required`}${hint !== undefined && html` placeholder="${hint}"`}></div>\n`
}

function sealPanel(
  { operationId }: ReferenceCall,
  say: Record<
    'sealTitle' | 'sealText' | 'card' | 'approved' | 'declined' | 'holder' | 'amount' | 'concept' | 'seal',
    string
  >,
): Markup {
  return html`<fieldset id="sealing" data-call="${operationId}"><legend>${say.sealTitle}</legend>
<p>${say.sealText}</p>
<label for="seal-card">${say.card}</label><select id="seal-card">${CARDS.map(
    ([number, outcome]) =>
      html`<option value="${number}">${number.replace(/(\d{4})(?=\d)/g, '$1 ')} · ${say[outcome]}</option>`,
  )}</select>
${input('seal-holder', say.holder, { value: 'ANA LOPEZ' })}
${
  operationId === 'createCardPayment' &&
  html`<div class="pair">${input('seal-amount', say.amount, { value: '150.00' })}${input('seal-concept', say.concept, { value: 'Pedido 1' })}</div>`
}
<p><button class="button plain" id="seal" type="button">${say.seal}</button></p><p id="seal-said" role="status"></p>
</fieldset>\n`
}

// The pages of the reference: the index of the calls, and one page a call, with its parameters, its answers and a form to try it.
import type { Language } from '../core/failure.ts'
import { html, Markup } from '../pages/html.ts'
import { type FieldsNeeds, fieldList, typeOf } from './reference-fields.ts'
import { callPath, callsBeside, type FrameFacts, framed } from './reference-frame.ts'
import {
  type Answer,
  type ApiDocument,
  exampleOf,
  followed,
  type Group,
  groupsOf,
  type ReferenceCall,
} from './reference-model.ts'
import { groupName, referenceTexts } from './reference-texts.ts'
import { type Credential, tryForm } from './reference-try.ts'

export interface ReferenceFacts extends FrameFacts {
  document: ApiDocument
  /** The credential to fill in, if the sandbox's own account is open. */
  credential: Credential | undefined
  rendered(markdown: string): string
}

export function referenceIndex(facts: ReferenceFacts): string {
  const { language, document } = facts
  const say = referenceTexts[language]
  const groups = groupsOf(document)
  const count = groups.reduce((sum, { calls }) => sum + calls.length, 0)
  const body = html`<h1>${say.title}</h1>
<p class="lead">${say.lead} ${say.descriptions}</p>
<p><a href="/openapi.json">OpenAPI 3.1</a> · <a href="/docs/pages">${say.guides}</a></p>
<div class="find"><label for="find">${say.search}</label><input id="find" type="search" autocomplete="off" spellcheck="false"><p id="found" role="status" data-text="${say.found}">${say.found.replace('{count}', String(count))}</p></div>
${groups.map((group) => groupOf(group, language))}
<section><h2>${say.conventions}</h2><div lang="en">${new Markup(facts.rendered(document.info.description))}</div></section>`
  return framed(facts, { title: say.title, path: '/docs', body })
}

function groupOf({ tag, calls }: Group, language: Language): Markup {
  return html`<section class="group"><h2>${groupName(tag, language)}</h2><ul class="calls">${calls.map(
    ({ operationId, method, path, summary }) =>
      html`<li><a href="${callPath(operationId, language)}"><strong lang="en">${summary}</strong> <span>${verb(method)} <code>${path}</code></span></a></li>\n`,
  )}</ul></section>\n`
}

export function referenceCall(facts: ReferenceFacts, call: ReferenceCall): string {
  const { language, document, rendered } = facts
  const say = referenceTexts[language]
  const needs: FieldsNeeds = { document, required: say.required, inline: rendered }
  const content = call.requestBody?.content
  const schema = Object.values(content ?? {})[0]?.schema
  const fields = schema && fieldList(needs, schema)
  const example = exampleOf(content)
  const body = html`<p class="quiet">${groupName(call.tags?.[0] ?? '', language)}</p>
<h1 lang="en">${call.summary}</h1>
<p class="address">${verb(call.method)} <code>${call.path}</code></p>
<div lang="en">${new Markup(rendered(call.description ?? ''))}</div>
${call.security?.length === 0 && html`<p>${say.noCredential}</p>`}
${tryForm(call, facts)}
${
  (call.parameters?.length ?? 0) > 0 &&
  html`<section><h2>${say.parameters}</h2><ul class="fields">${call.parameters?.map(
    (one) =>
      html`<li><code>${one.name}</code> <span class="type">${one.in} · ${typeOf(document, one.schema)}</span>${one.required && html` <span class="required">${say.required}</span>`}<div lang="en">${new Markup(rendered(one.description ?? ''))}</div></li>\n`,
  )}</ul></section>`
}
${content && html`<section><h2>${say.body}</h2>${fields}${example !== undefined && json(`${say.example}: ${say.body}`, example)}</section>`}
<section><h2>${say.answers}</h2>${Object.entries(call.responses).map(([status, answer]) => answerOf(facts, needs, status, answer))}</section>`
  const beside = callsBeside(groupsOf(document), language, call.operationId)
  return framed(facts, { title: call.summary ?? call.operationId, path: callPath(call.operationId), body, beside })
}

function answerOf({ language, document, rendered }: ReferenceFacts, needs: FieldsNeeds, status: string, given: Answer) {
  const say = referenceTexts[language]
  const answer = followed(document, given)
  const isSuccess = status.startsWith('2')
  const schema = answer.content?.['application/json']?.schema
  const example = exampleOf(answer.content)
  const fields = isSuccess && schema ? fieldList(needs, schema) : undefined
  return html`<details class="answer"${isSuccess && html` open`}><summary><code>${status}</code></summary><div lang="en">${new Markup(rendered(answer.description))}</div>${
    example !== undefined && json(`${say.example}: ${status}`, example)
  }${fields && html`<details><summary>${say.fields}</summary>${fields}</details>`}</details>\n`
}

function json(label: string, value: unknown): Markup {
  return html`<pre tabindex="0" role="region" aria-label="${label}"><code>${JSON.stringify(value, undefined, 2)}</code></pre>`
}

function verb(method: string): Markup {
  return html`<b class="verb verb-${method.toLowerCase()}">${method}</b>`
}

// The pages of the reference: the index of the calls, and one page a call, with its parameters, its answers and a form to try it.
import type { Language } from '../core/language/bilingual.ts'
import { html, Markup } from '../pages/html.ts'
import { type Branch, framed, LANG } from './frame.ts'
import { translated } from './reference-language.ts'
import {
  type Answer,
  type ApiDocument,
  exampleOf,
  followed,
  type Group,
  groupsOf,
  type ReferenceCall,
  type Schema,
} from './reference-model.ts'
import { groupName, referenceTexts } from './reference-texts.ts'
import { type Credential, tryForm } from './reference-try.ts'

export interface ReferenceFacts {
  language: Language
  sandbox: boolean
  document: ApiDocument
  /** The credential to fill in, if the sandbox's own account is open. */
  credential: Credential | undefined
  rendered(markdown: string): string
}

/** The address of a call's page. */
export const callPath = (operationId: string) => `/docs/calls/${operationId}`

/** The index, before it is filled in. */
export function referenceIndex(facts: ReferenceFacts): string {
  const { language, document } = facts
  const say = referenceTexts[language]
  const groups = groupsOf(document)
  const count = groups.reduce((sum, { calls }) => sum + calls.length, 0)
  const conventions = translated(document.info.description, language)
  const body = html`<h1>${say.title}</h1>
<p class="lead">${say.lead}</p>
<p><a href="/openapi.json">OpenAPI 3.1</a> · <a href="/docs/pages${LANG}">${say.guides}</a></p>
<div class="find"><label for="find">${say.search}</label><input id="find" type="search" autocomplete="off" spellcheck="false"><p id="found" role="status" data-text="${say.found}">${say.found.replace('{count}', String(count))}</p></div>
${groups.map((group) => groupOf(group, language))}
<section><h2>${say.conventions}</h2><div${conventions.mark}>${new Markup(facts.rendered(conventions.words))}</div></section>`
  return framed({ ...frameOf(facts, groups), title: say.title, path: '/docs', body })
}

function groupOf({ tag, calls }: Group, language: Language): Markup {
  return html`<section class="group"><h2>${groupName(tag, language)}</h2><ul class="calls">${calls.map(
    ({ operationId, method, path, summary = operationId }) => {
      const title = translated(summary, language)
      return html`<li><a href="${callPath(operationId)}${LANG}"><strong${title.mark}>${title.words}</strong> <span>${verb(method)} <code>${path}</code></span></a></li>\n`
    },
  )}</ul></section>\n`
}

function frameOf({ language }: ReferenceFacts, groups: readonly Group[]) {
  const say = referenceTexts[language]
  const branches: Branch[] = groups.map(({ tag, calls }) => ({
    heading: groupName(tag, language),
    leaves: calls.map(({ operationId, summary = operationId }) => {
      const title = translated(summary, language)
      return {
        href: callPath(operationId),
        title: title.words,
        titleLanguage: title.mark.toString() === '' ? undefined : ('en' as const),
      }
    }),
  }))
  const first = [
    { href: '/docs/pages', title: say.guides },
    { href: '/docs', title: say.title },
  ]
  return { language, written: language, first, branches, script: 'reference.js' }
}

/** The page of a call, before it is filled in. */
export function referenceCall(facts: ReferenceFacts, call: ReferenceCall): string {
  const { language, document, rendered } = facts
  const say = referenceTexts[language]
  const inline = (text: string) => {
    const { words, mark } = translated(text, language)
    return html`<div${mark}>${new Markup(rendered(words))}</div>`
  }
  const needs: FieldsNeeds = { document, required: say.required, inline }
  const content = call.requestBody?.content
  const schema = Object.values(content ?? {})[0]?.schema
  const fields = schema && fieldList(needs, schema)
  const example = exampleOf(content)
  const title = translated(call.summary ?? call.operationId, language)
  const body = html`<p class="quiet">${groupName(call.tags?.[0] ?? '', language)}</p>
<h1${title.mark}>${title.words}</h1>
<p class="address">${verb(call.method)} <code>${call.path}</code></p>
${inline(call.description ?? '')}
${call.security?.length === 0 && html`<p>${say.noCredential}</p>`}
${tryForm(call, facts)}
${
  (call.parameters?.length ?? 0) > 0 &&
  html`<section><h2>${say.parameters}</h2><ul class="fields">${call.parameters?.map(
    (one) =>
      html`<li><code>${one.name}</code> <span class="type">${one.in} · ${typeOf(document, one.schema)}</span>${one.required && html` <span class="required">${say.required}</span>`}${inline(one.description ?? '')}</li>\n`,
  )}</ul></section>`
}
${content && html`<section><h2>${say.body}</h2>${fields}${example !== undefined && json(`${say.example}: ${say.body}`, example)}</section>`}
<section><h2>${say.answers}</h2>${Object.entries(call.responses).map(([status, answer]) => answerOf(facts, needs, status, answer))}</section>`
  return framed({ ...frameOf(facts, groupsOf(document)), title: title.words, path: callPath(call.operationId), body })
}

function answerOf(
  { language, document }: ReferenceFacts,
  needs: FieldsNeeds,
  status: string,
  unresolved: Answer,
): Markup {
  const say = referenceTexts[language]
  const answer = followed(document, unresolved)
  const isSuccess = status.startsWith('2')
  const schema = answer.content?.['application/json']?.schema
  const example = exampleOf(answer.content)
  const fields = isSuccess && schema ? fieldList(needs, schema) : undefined
  return html`<details class="answer"${isSuccess && html` open`}><summary><code>${status}</code></summary>${needs.inline(answer.description)}${
    example !== undefined && json(`${say.example}: ${status}`, example)
  }${fields && html`<details><summary>${say.fields}</summary>${fields}</details>`}</details>\n`
}

function json(label: string, value: unknown): Markup {
  return html`<div class="code"><pre tabindex="0" role="region" aria-label="${label}"><code>${JSON.stringify(value, undefined, 2)}</code></pre></div>`
}

function verb(method: string): Markup {
  return html`<b class="verb verb-${method.toLowerCase()}">${method}</b>`
}

/** A schema below this depth is only named. */
const DEEPEST = 5

interface FieldsNeeds {
  document: ApiDocument
  required: string
  /** A description in the language of the page, as HTML. */
  inline(text: string): Markup
}

function fieldList(needs: FieldsNeeds, schema: Schema, depth = 0): Markup | undefined {
  const { properties, required } = objectOf(needs.document, schema)
  const names = Object.keys(properties)
  if (names.length === 0 || depth > DEEPEST) return undefined
  return html`<ul class="fields">${names.map((name) => field(needs, name, properties[name] ?? {}, required.includes(name), depth))}</ul>`
}

function field(needs: FieldsNeeds, name: string, unresolved: Schema, isRequired: boolean, depth: number): Markup {
  const schema = followed(needs.document, unresolved)
  const description = unresolved.description ?? schema.description
  const inner = fieldList(needs, schema, depth + 1)
  return html`<li><code>${name}</code> <span class="type">${typeOf(needs.document, schema)}</span>${isRequired && html` <span class="required">${needs.required}</span>`}${
    description !== undefined && needs.inline(description)
  }${inner && html`<details><summary><code>${name}</code> …</summary>${inner}</details>`}</li>\n`
}

/** The type in a few words: `string`, `array of object`, `"paid" | "pending"`. */
function typeOf(document: ApiDocument, unresolved: Schema): string {
  const schema = followed(document, unresolved)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map((one) => typeOf(document, one)))].join(' | ')
  if (schema.items) return `array of ${typeOf(document, schema.items)}`
  return [schema.type ?? 'object'].flat().join(' | ')
}

/** All properties of an object, of a list's items, and of its combined or alternative schemas. */
function objectOf(
  document: ApiDocument,
  unresolved: Schema,
): { properties: Record<string, Schema>; required: string[] } {
  const schema = followed(document, unresolved)
  const parts = [
    ...(schema.allOf ?? []),
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ]
  const inner = parts.map((part) => objectOf(document, part))
  return {
    properties: Object.assign({}, ...inner.map(({ properties }) => properties), schema.properties),
    required: [...(schema.required ?? []), ...(schema.allOf ? inner.flatMap(({ required }) => required) : [])],
  }
}

// The fields of a schema as a list that unfolds.
import { html, type Markup } from '../pages/html.ts'
import { type ApiDocument, followed, type Schema } from './reference-model.ts'

/** A schema below this depth is only named. */
const DEEPEST = 5

export interface FieldsNeeds {
  document: ApiDocument
  required: string
  /** A description in the language of the page, as HTML. */
  inline(text: string): Markup
}

export function fieldList(needs: FieldsNeeds, schema: Schema, depth = 0): Markup | undefined {
  const { properties, required } = objectOf(needs.document, schema)
  const names = Object.keys(properties)
  if (names.length === 0 || depth > DEEPEST) return undefined
  return html`<ul class="fields">${names.map((name) => field(needs, name, properties[name] ?? {}, required.includes(name), depth))}</ul>`
}

function field(needs: FieldsNeeds, name: string, given: Schema, isRequired: boolean, depth: number): Markup {
  const schema = followed(needs.document, given)
  const description = given.description ?? schema.description
  const inner = fieldList(needs, schema, depth + 1)
  return html`<li><code>${name}</code> <span class="type">${typeOf(needs.document, schema)}</span>${isRequired && html` <span class="required">${needs.required}</span>`}${
    description !== undefined && needs.inline(description)
  }${inner && html`<details><summary><code>${name}</code> …</summary>${inner}</details>`}</li>\n`
}

/** The type in a few words: `string`, `array of object`, `"paid" | "pending"`. */
export function typeOf(document: ApiDocument, given: Schema): string {
  const schema = followed(document, given)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map((one) => typeOf(document, one)))].join(' | ')
  if (schema.items) return `array of ${typeOf(document, schema.items)}`
  return [schema.type ?? 'object'].flat().join(' | ')
}

/** All properties of an object, of a list's items, and of its combined or alternative schemas. */
function objectOf(document: ApiDocument, given: Schema): { properties: Record<string, Schema>; required: string[] } {
  const schema = followed(document, given)
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

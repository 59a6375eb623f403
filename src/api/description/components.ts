// Gives every schema with a title a name in `components.schemas`, so that generated clients have named types.

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, read as it comes.
export type Json = any

/** The key under which a schema, which serializes answers, has another schema for the description. */
export const DESCRIBED_AS = 'x-described-as'

/** Keys of a schema that hold a schema, a list of schemas, or schemas by name. */
const ONE = ['items', 'additionalProperties', 'not'] as const
const LISTS = ['anyOf', 'oneOf', 'allOf'] as const
const BY_NAME = ['properties', 'patternProperties'] as const

interface Named {
  schemas: Record<string, Json>
  /** Titles with two shapes: the second shape stays without a name. */
  ambiguous: string[]
}

/** Replaces titled schemas by references. Returns the schemas by name, and the changed document. */
export function nameSchemas(paths: Json, webhooks: Json, schemas: Record<string, Json>): Named {
  const named: Named = { schemas: { ...schemas }, ambiguous: [] }
  const texts = new Map<string, string>()
  const visit = (schema: Json): Json => {
    if (typeof schema !== 'object' || schema === null) return schema
    if (schema[DESCRIBED_AS] !== undefined) return visit(schema[DESCRIBED_AS])
    const made = withConstant(schema)
    for (const key of ONE) if (typeof made[key] === 'object') made[key] = visit(made[key])
    for (const key of LISTS) if (made[key]) made[key] = simplified(made[key].map(visit))
    for (const key of BY_NAME) {
      if (made[key])
        made[key] = Object.fromEntries(Object.entries(made[key]).map(([name, inner]) => [name, visit(inner)]))
    }
    if (made.discriminator) made.discriminator = withReferences(made.discriminator)
    return nameable(made) ? referenceTo(made) : withoutSingleChoice(describedOutside(made))
  }
  const referenceTo = ({ title, ...schema }: Json): Json => {
    const name = componentName(title)
    const text = JSON.stringify(ordered(schema))
    const before = texts.get(name)
    if (before !== undefined && before !== text) {
      named.ambiguous.push(name)
      return { title, ...schema }
    }
    texts.set(name, text)
    named.schemas[name] = schema
    return { $ref: referenceText(name) }
  }
  for (const name of Object.keys(named.schemas)) {
    const { title: _, ...schema } = named.schemas[name]
    named.schemas[name] = undefined
    referenceTo({ title: name, ...visit(schema) })
  }
  for (const call of callsOf(paths, webhooks)) {
    for (const parameter of call.parameters ?? []) if (parameter.schema) parameter.schema = visit(parameter.schema)
    const bodies = [call.requestBody, ...Object.values<Json>(call.responses ?? {})]
    for (const media of bodies.flatMap((body) => Object.values<Json>(body?.content ?? {})))
      media.schema = visit(media.schema)
  }
  return named
}

export function callsOf(...places: Json[]): Json[] {
  return places.flatMap((paths) => Object.values<Json>(paths ?? {}).flatMap((methods) => Object.values<Json>(methods)))
}

/** `SPEI source` is `SpeiSource`... */
export function componentName(title: string): string {
  return title.replace(/[^A-Za-z0-9]+(.)?/g, (_whole, next: string = '') => next.toUpperCase())
}

function nameable(schema: Json): boolean {
  return (
    typeof schema.title === 'string' &&
    (schema.properties !== undefined || schema.oneOf !== undefined || schema.enum !== undefined)
  )
}

/** Turns an enum of one value into a constant. */
function withConstant({ enum: values, ...schema }: Json): Json {
  if (values === undefined) return schema
  return values.length === 1 ? { ...schema, const: values[0] } : { ...schema, enum: values }
}

/** Replaces the titles in a discriminator's mapping by references. */
function withReferences({ propertyName, mapping }: Json): Json {
  const references = Object.entries<string>(mapping).map(([value, title]) => [
    value,
    referenceText(componentName(title)),
  ])
  return { propertyName, mapping: Object.fromEntries(references) }
}

function referenceText(name: string): string {
  return `#/components/schemas/${name}`
}

/** The schema with its keys in order, for comparison. */
function ordered(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(ordered)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries<Json>(schema).sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(entries.map(([name, inner]) => [name, ordered(inner)]))
}

/** Turns constants of one type into an enum: `anyOf` of a hundred literals is unreadable in a client. */
function simplified(choices: Json[]): Json[] {
  const constants = choices.filter((choice) => choice.const !== undefined && choice.type === 'string')
  if (constants.length < 2) return choices
  const rest = choices.filter((choice) => !constants.includes(choice))
  return [{ type: 'string', enum: constants.map((choice) => choice.const) }, ...rest]
}

/** What is described and may be null: its description stands beside its choices, where generators of clients look for it. */
function describedOutside(schema: Json): Json {
  const { anyOf: choices = [] } = schema
  const described = choices.filter((choice: Json) => choice.type !== 'null')
  const [{ description, ...choice } = {} as Json] = described
  if (schema.description !== undefined || described.length !== 1 || description === undefined) return schema
  return { description, ...schema, anyOf: choices.map((one: Json) => (one === described[0] ? choice : one)) }
}

/** `anyOf: [X]` is X. */
function withoutSingleChoice(schema: Json): Json {
  if (schema.anyOf?.length !== 1) return schema
  const { anyOf, ...rest } = schema
  return { ...anyOf[0], ...rest }
}

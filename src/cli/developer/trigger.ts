// `cobro trigger EVENT`: causes the event, and waits until the service reports it.
import { setTimeout as sleep } from 'node:timers/promises'
import { nearest } from '../../core/language/nearest-word.ts'
import { type Command, EXIT, type Invocation, UsageError } from './command.ts'
import { fieldsOf } from './pay.ts'
import { recipes } from './recipes/all.ts'

const LOOK_EVERY_MS = 200
const LOOKS = 100
const NAMES_IN_A_LINE = 4

export const triggerCommand: Command = {
  synopsis: 'EVENT [--with field=value]',
  summary: 'make an event really happen in the sandbox',
  options: ['events:', ...inLines(Object.keys(recipes))],
  run: async (invocation) => {
    const { positionals, options, output, cobro, signal } = invocation
    const [type = ''] = positionals
    const recipe = Object.hasOwn(recipes, type) ? recipes[type] : undefined
    if (recipe === undefined) {
      const meant = nearest(type, Object.keys(recipes))
      const known = meant === undefined ? `the events are ${Object.keys(recipes).join(', ')}` : `did you mean ${meant}?`
      throw new UsageError(`there is no event ${type}: ${known}`)
    }
    const fields = fieldsOf(options.with, recipe.fields)
    const before = await newest(invocation, { type })
    const { operation } = await recipe.make({ cobro, output, signal, fields })
    for (let look = 0; look < LOOKS && !signal.aborted; look++) {
      const event = await newest(invocation, { type, operation })
      if (event !== undefined && event.id !== before?.id) {
        output.say('good', `${event.type} ${event.operation ?? event.data.id ?? ''} (${event.id})`, { ...event })
        return EXIT.done
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {})
    }
    output.say('bad', `${type} has not happened`, { error: { code: 'not-happened', type } })
    return EXIT.refused
  },
}

async function newest({ cobro }: Invocation, query: { type: string; operation?: string | undefined }) {
  const { events } = await cobro.call('GET /v1/events', { query: { ...query, limit: 1 } })
  return events[0]
}

function inLines(names: string[]): string[] {
  const lines: string[] = []
  for (let at = 0; at < names.length; at += NAMES_IN_A_LINE)
    lines.push(`  ${names.slice(at, at + NAMES_IN_A_LINE).join(', ')}`)
  return lines
}

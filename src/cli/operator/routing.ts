// `cobro routing`: the acquirers of the service and the operator's rules that choose one for each card payment; `cobro routing set` replaces them,
// `cobro routing show` tells which acquirer got a payment and why.
import { readFileSync } from 'node:fs'
import type { Config } from '../../config.ts'
import { acquirerNamed } from '../../connectors/by-name.ts'
import { acquirersIn } from '../../connectors/config.ts'
import { NO_NETWORK } from '../../core/rail-port.ts'
import { across } from '../../store/across.ts'
import { openDatabase } from '../../store/database.ts'
import { rowOf } from '../../store/rows.ts'
import { NothingRead, Refused, UsageError } from '../developer/command.ts'
import { atTerminal, counted, required } from '../terminal/typed.ts'
import { note, tell, withDatabase } from './opened-database.ts'

const MAX_BYTES = 1024 * 1024

export async function routing(config: Config, [action, file]: string[], asJson: boolean): Promise<void> {
  if (action === 'show') return showChoices(config, required(file), asJson)
  const acquirers = await acquirerNames(config)
  if (action === undefined || action === 'list') return listRules(config, acquirers, asJson)
  if (action !== 'set') throw new UsageError(`there is no command routing ${action}`)
  const [{ readRules }, { MAX_RULES, replaceRules }] = await Promise.all([
    import('../../cards/routing/rule-forms.ts'),
    import('../../cards/routing/rules.ts'),
  ])
  const read = readRules(jsonOf(required(file)), { acquirers, maxRules: MAX_RULES })
  if ('faults' in read) throw new Refused(read.faults.join('\n'))
  const accounts = [...new Set(read.rules.flatMap(({ account }) => account ?? []))]
  await withDatabase(config, { writes: true }, async ({ store, clock }) => {
    if (accounts.length > 0) {
      const known = await store.db.selectFrom('accounts').select('id').where('id', 'in', accounts).execute()
      const unknown = accounts.filter((account) => !known.some(({ id }) => id === account))
      if (unknown.length > 0) throw new Refused(`There is no account ${unknown.join(', ')}: see cobro accounts.`)
    }
    await replaceRules({ store, clock }, read.rules, atTerminal('routing set'))
    tell(asJson, `${counted(read.rules.length, 'rule')} from the next payment on`, { rules: read.rules.length })
  })
}

/** The acquirers in the order of the setting, then the rules, a line each. */
async function listRules(config: Config, acquirers: readonly string[], asJson: boolean): Promise<void> {
  const { presentRules } = await import('../../cards/routing/rule-forms.ts')
  await withDatabase(config, { writes: false }, async ({ store, name }) => {
    const row = await rowOf(store.db, 'routing_rules', { id: 'service' }, ['rules'])
    const rules = presentRules(JSON.parse(row?.rules ?? '[]'))
    for (const acquirer of acquirers) tell(asJson, `acquirer\t${acquirer}`, { acquirer })
    for (const [at, { acquirer, ...conditions }] of rules.entries()) {
      const isThere = acquirers.includes(acquirer)
      const without = conditions.only ? 'its payments are refused' : 'the rule is passed'
      const text = `${JSON.stringify(conditions)}${isThere ? '' : `\tnot configured: ${without}`}`
      tell(asJson, `rule ${at + 1}\t${acquirer}\t${text}`, {
        rule: at + 1,
        acquirer,
        ...conditions,
        configured: isThere,
      })
    }
    note(`Read ${counted(rules.length, 'rule')} in ${name}`)
  })
}

/** Which acquirer got a card payment, and why: a line for each that was chosen, the last one has it. Of one acquirer nothing was chosen. */
async function showChoices(config: Config, id: string, asJson: boolean): Promise<void> {
  await withDatabase(config, { writes: false }, async ({ store, name }) => {
    const operation = await store.db
      .selectFrom('operations')
      .select(['account_id', 'network'])
      .where('id', '=', id)
      .where('rail', '=', 'card')
      .modifyEnd(across('operator'))
      .executeTakeFirst()
    if (operation === undefined) throw new NothingRead(`There is no card payment ${id} in ${name}.`)
    const choices = await store.db
      .selectFrom('acquirer_choices')
      .select(['turn', 'network', 'because', 'passed', 'created_at'])
      .where('account_id', '=', operation.account_id)
      .where('operation_id', '=', id)
      .orderBy('turn')
      .execute()
    for (const { turn, network, because, passed, created_at: at } of choices) {
      const before = JSON.parse(passed) as [network: string, why: string][]
      const texts = before.map(([other, why]) => `${other}: ${why}`).join(', ')
      tell(asJson, [at, network, because, texts].join('\t'), { turn, at, acquirer: network, because, passed: before })
    }
    if (choices.length === 0) tell(asJson, `${operation.network}\tthe only one`, { acquirer: operation.network })
  })
}

/** The names under which the acquirers of the setting have their charges. */
async function acquirerNames(config: Config): Promise<string[]> {
  const store = await openDatabase(':memory:', { connections: 1 })
  try {
    const names = []
    for (const one of acquirersIn(config.networks.acquirer))
      if (one.connector !== NO_NETWORK) names.push((await acquirerNamed(one, { store })).name)
    return names
  } finally {
    await store.close()
  }
}

function jsonOf(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    throw new NothingRead(`${file} cannot be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`)
  }
  if (text.length > MAX_BYTES) throw new UsageError(`${file} is longer than ${MAX_BYTES} characters`)
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError(`${file} is no JSON`)
  }
}

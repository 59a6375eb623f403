// Statements and their corrections in any order, each of which may be stopped at any write and run again: a recount, which knows only what the
// files say, agrees with the books after each of them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mexicoCityDay } from '../../../src/core/time.ts'
import { Failure } from '../../../src/failures.ts'
import { assertAudited, balanceOf, nowOf, payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { isDone, reconcileIn, stoppingAt } from '../../support/fixtures/stopped-reconciliation.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const PAID = [100, 200, 300]

/** What a file says of each movement: nothing, or an amount and a fee, in centavos. */
interface Statement {
  id: string
  kind: 'payment' | 'transfer-out' | 'settlement'
  amount: number
  fee: number
}

interface File {
  lines: Statement[]
  /** Blank lines at its end, which make another file of the same lines. */
  blanks: number
}

interface Step extends File {
  /** The file of an earlier step instead, counted from the newest. */
  again: number | undefined
  /** The statement that it corrects, counted from the newest; undefined: none. */
  back: number | undefined
  /** The write at which it is stopped first. */
  stop: number
  when: 'before' | 'after'
}

const lineOf = (id: string, kind: Statement['kind'], amounts: number[], fees: number[]) =>
  fc.option(
    fc.record(
      {
        id: fc.constant(id),
        kind: fc.constant(kind),
        amount: fc.constantFrom(...amounts),
        fee: fc.constantFrom(...fees),
      },
      { noNullPrototype: true },
    ),
    { nil: undefined, freq: 4 },
  )

const file = fc
  .tuple(
    ...PAID.map((total, at) => lineOf(`PAID${at}`, 'payment', [total * 100, total * 100 - 700], [500, 650])),
    lineOf('GHOST', 'transfer-out', [1_100, 1_300], [0]),
    lineOf('SET1', 'settlement', [20_000, 21_000], [0]),
    lineOf('SET2', 'settlement', [5_000], [0]),
  )
  .map((all) => all.filter((one) => one !== undefined))

const step: fc.Arbitrary<Step> = fc.record(
  {
    lines: file,
    blanks: fc.nat(1),
    again: fc.option(fc.nat(2), { nil: undefined, freq: 1 }),
    back: fc.option(fc.nat(3), { nil: undefined, freq: 3 }),
    stop: fc.integer({ min: 1, max: 12 }),
    when: fc.constantFrom('before', 'after'),
  },
  { noNullPrototype: true },
)

/** The recount: which lines stand, by the rules of the guide. */
class Recount {
  readonly statements: { id: string; text: string; corrects: string; isCorrected: boolean; says: Set<Statement> }[] = []
  readonly standing = new Map<string, Statement>()

  /** The refusal of a file, or undefined when it is read. */
  read(id: string, text: string, lines: Statement[], corrects: string): string | undefined {
    const known = this.statements.find((one) => one.text === text && one.corrects === corrects)
    if (known?.isCorrected) return 'statement-corrected'
    const target = this.statements.find((one) => one.id === corrects)
    if (target !== undefined && known === undefined) {
      if (target.text === text) return 'statement-correction-same'
      if (target.isCorrected) return 'statement-corrected'
    }
    const statement = known ?? { id, text, corrects, isCorrected: false, says: new Set<Statement>() }
    if (known === undefined) this.statements.push(statement)
    if (target !== undefined && known === undefined) {
      target.isCorrected = true
      this.correct(target.says, statement.says, lines)
    }
    for (const line of lines) {
      const there = this.standing.get(line.id)
      if (there === undefined) this.standing.set(line.id, line)
      const now = there ?? line
      if (isSame(now, line)) statement.says.add(now)
    }
    return undefined
  }

  private correct(wrong: Set<Statement>, says: Set<Statement>, lines: Statement[]): void {
    const stands = (one: Statement) => this.standing.get(one.id) === one
    for (const line of lines) {
      const there = this.standing.get(line.id)
      if (there !== undefined && isSame(there, line)) says.add(there)
      else if (there !== undefined && wrong.has(there)) this.standing.delete(line.id)
    }
    for (const one of wrong) {
      const isStated = this.statements.some((other) => !other.isCorrected && other.says.has(one))
      if (stands(one) && !isStated) this.standing.delete(one.id)
    }
  }

  balances(): Record<string, number> {
    const sum = (of: (one: Statement) => number) => [...this.standing.values()].reduce((all, one) => all + of(one), 0)
    const paid = PAID.reduce((all, one) => all + one * 100, 0)
    const fees = sum(({ fee }) => fee)
    const settled = sum(({ kind, amount }) => (kind === 'settlement' ? amount : 0))
    const more = sum(({ kind, id, amount }) => {
      if (kind === 'settlement') return 0
      return kind === 'payment' ? amount - (PAID[Number(id.slice(4))] ?? 0) * 100 : -amount
    })
    return {
      'receivable:cash-network': paid + more - fees - settled,
      'receivable:bank': settled,
      'suspense:statements': 0 - more,
      'cost:cash-network-fees': fees,
    }
  }
}

const isSame = (one: Statement, other: Statement) => one.amount === other.amount && one.fee === other.fee

onBothEngines('statements and corrections, recounted', (world) => {
  test('agree with the books after each, whatever is wrong, corrected, repeated or stopped', async () => {
    const seen = { read: 0, refused: 0, stopped: 0, corrected: 0 }
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        const merchant = await world().merchant()
        const { accountId } = merchant
        const { store } = world().service
        for (const total of PAID) {
          const { transaction } = await storeVoucher(merchant, { total })
          await payAtStore(merchant, { transaction })
        }
        const records = await store.db
          .selectFrom('payments_received')
          .select(['network_transaction', 'institution', 'network_reference', 'operation_day'])
          .where('account_id', '=', accountId)
          .orderBy('id')
          .execute()
        const day = records[0]?.operation_day ?? mexicoCityDay(await nowOf(merchant))
        const recount = new Recount()
        const files: File[] = []
        for (const { back, stop, when, again, ...fresh } of steps) {
          const { lines, blanks } = (again === undefined ? undefined : files.at(-1 - again)) ?? fresh
          files.push({ lines, blanks })
          const rows = lines.map(({ id, kind, amount, fee }) => {
            const record = kind === 'payment' ? records[Number(id.slice(4))] : undefined
            const name = record?.network_transaction ?? `${id}${accountId}`
            const of = [record?.network_reference ?? '', record?.institution ?? '']
            return ['sandbox-cash', 'store', name, day, pesos(amount), kind, pesos(fee), ...of].join()
          })
          const sum = lines.reduce((all, { amount }) => all + amount, 0)
          const text = [
            `statement,1,sandbox-cash,${day},${day}`,
            'network,rail,id,day,amount,kind,fee,reference,institution',
            ...rows,
            `trailer,${rows.length},${pesos(sum)}`,
            ...Array.from({ length: blanks }, () => ''),
          ].join('\n')
          const corrects = back === undefined ? undefined : recount.statements.at(-1 - back)?.id
          const given = { accountId, corrects }
          const run = (of: typeof store) =>
            reconcileIn(world(), of, text, given).then(
              ({ id }) => ({ id, refusal: undefined }),
              (error: unknown) => {
                if (error instanceof Failure) return { id: '', refusal: error.reason as string }
                throw error
              },
            )
          if (!(await isDone(run(stoppingAt(store, stop, when))))) seen.stopped += 1
          const { id, refusal } = await run(store)
          assert.equal(refusal, recount.read(id, text, lines, corrects ?? ''))
          seen[refusal === undefined ? 'read' : 'refused'] += 1
          if (refusal === undefined && corrects !== undefined) seen.corrected += 1
          const wanted = recount.balances()
          const found = await Promise.all(
            Object.keys(wanted).map(async (name) => [name, await balanceOf(world(), merchant, name)] as const),
          )
          assert.deepEqual(Object.fromEntries(found), wanted)
        }
      }),
      { numRuns: 25, endOnFailure: true, seed: 20_261_126 },
    )
    // Each kind of step was tried.
    for (const [what, count] of Object.entries(seen)) assert.ok(count > 2, `${what}: ${count}`)
    await assertAudited(world())
  })
})

function pesos(centavos: number): string {
  return (centavos / 100).toFixed(2)
}

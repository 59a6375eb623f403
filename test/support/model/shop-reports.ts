// The expected reports of a shop, line by line: of each payout, each affiliate's payout and each month's fees. Own arithmetic, no code of src/.
import assert from 'node:assert/strict'
import { cfdiFaults } from '../fixtures/cfdi-shape.ts'
import { sharesOf } from './shop-affiliates.ts'
import type { Driven } from './shop-driver.ts'
import {
  dayOf,
  type Entry,
  isRounding,
  MSI,
  nextBankDay,
  type Payout,
  pesos,
  type Sale,
  type Shop,
  sum,
} from './shop-model.ts'

type Line = Record<string, string>

/** Of each payout: its report as JSON and as CSV has exactly its lines, and its totals are their sums. Answers how many lines, and how many payouts carry something besides. */
export async function assertReports(driven: Driven): Promise<{ lines: number; carrying: number }> {
  const { merchant, shop } = driven
  let [seen, carrying] = [0, 0]
  for (const payout of shop.payouts) {
    const entries = linesOf(shop, payout)
    const [signed, net] = [signedSums(entries), sum(entries, (entry) => entry.net)]
    const carried = payout.amount - net
    const expected = entries.map(lineOf).sort(byText)
    const { totals, lines, next } = await result(driven, `/v1/settlement/report?limit=500&date=${payout.day}`)
    assert.deepEqual(
      totals,
      {
        ...{ entries: entries.length, total: signed.total, fee: signed.fee, iva: signed.iva, affiliate: signed.share },
        ...{ net: pesos(net), carried: pesos(carried), payout: pesos(payout.amount) },
      },
      payout.day,
    )
    assert.equal(next, null)
    assert.deepEqual(lines.map((line: Line) => shownLine(line)).sort(byText), expected, payout.day)
    const { text, status } = await merchant.get(`/v1/settlement/report.csv?date=${payout.day}`)
    assert.equal(status, 200, text)
    const records = recordsOf(text)
    const carry = records.filter(({ type }) => type === 'carried')
    const own = records.filter(({ type }) => type !== 'carried')
    assert.deepEqual(own.map(shownLine).sort(byText), expected, `CSV of ${payout.day}`)
    assert.deepEqual(
      carry.map((record) => record.net),
      carried === 0 ? [] : [pesos(carried)],
    )
    seen += entries.length
    if (carried !== 0) carrying += 1
  }
  return { lines: seen, carrying }
}

/** The amounts posted on the days of a payout: from its last good payout's to the banking day before. */
function linesOf({ entries }: Shop, { day, since }: Pick<Payout, 'day' | 'since'>): Entry[] {
  return entries.filter(({ sale, day: posted }) => {
    const due = nextBankDay(posted)
    return sale !== undefined && due <= day && due > since
  })
}

function signedSums(entries: Entry[]) {
  const signed = (of: (entry: Entry) => number) => pesos(sum(entries, (entry) => entry.sign * of(entry)))
  return {
    total: signed((entry) => entry.total),
    fee: signed((entry) => entry.fee),
    iva: signed((entry) => entry.iva),
    share: signed((entry) => entry.share),
  }
}

const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1)

function kindOf(entry: Entry): string {
  const { sign, isRefund, fee } = entry
  if (isRounding(entry)) return 'iva_rounding'
  if (isRefund && fee < 0) return sign === 1 ? 'dispute_won' : 'dispute'
  if (isRefund) return 'refund'
  return sign === 1 ? 'payment' : 'reversal'
}

/** The cost of months without interest is a part of the fee. */
function surchargeOf({ total, months, fee }: Sale): number {
  const rate = MSI[months ?? 0]?.rate ?? 0
  return Math.min(Math.floor((2 * total * rate + 100_000) / 200_000), fee)
}

/** The IVA of a fee with its four decimals. */
function exactIva(centavos: number): string {
  return ((centavos * 16) / 10_000).toFixed(4)
}

/** The expected line of an entry; an entry without an id in the model is known by its kind. */
function lineOf(entry: Entry) {
  const { sale, day, sign, total, fee, iva, share, net } = entry
  assert.ok(sale)
  const type = kindOf(entry)
  const isOwn = type === 'payment' || type === 'reversal'
  return [
    ...[isRounding(entry) ? 'fst' : sale.id, type, day, sale.method, sale.brand],
    ...[
      pesos(sign * total),
      pesos(sign * fee),
      pesos(sign * iva),
      exactIva(sign * fee),
      pesos(sign * share),
      pesos(net),
    ],
    ...[sale.months ? String(sale.months) : '', pesos(isOwn ? sign * surchargeOf(sale) : 0)],
    ...[type === 'refund' ? 'ref' : '', type.startsWith('dispute') ? 'dsp' : ''],
  ]
}

function shownLine(line: Line) {
  const { transaction = '', type, timestamp = '', payment_method, card_type } = line
  const {
    total,
    fee,
    iva,
    iva_exact,
    affiliate,
    net,
    monthly_installments,
    surcharge,
    refund = '',
    dispute = '',
  } = line
  return [
    ...[type === 'iva_rounding' ? transaction.slice(0, 3) : transaction, type, timestamp.slice(0, 10)],
    ...[payment_method, card_type, total, fee, iva, iva_exact, affiliate, net, monthly_installments, surcharge],
    ...[refund.slice(0, 3), dispute.slice(0, 3)],
  ]
}

/** Records by the names of the header. Nothing in these reports needs quotes. */
function recordsOf(csv: string): Line[] {
  assert.ok(!csv.includes('"'))
  const [header = '', ...records] = csv.trimEnd().split('\r\n')
  const names = header.split(',')
  return records.map((record) => {
    const cells = record.split(',')
    assert.equal(cells.length, names.length, record)
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
  })
}

/** Of each affiliate: the payouts, the report of each line by line, and the amount still owed. */
export async function assertAffiliates(driven: Driven, ids: Map<string, string>): Promise<void> {
  const { shop } = driven
  for (const [user, id] of ids) {
    const own = shop.sharePayouts.filter((one) => one.user === user)
    const shown = await result(driven, `/v1/affiliates/${id}/payouts?limit=500`)
    assert.deepEqual(
      shown.payouts.map((one: { date: string; amount: { amount: string }; status: string }) => [
        one.date,
        one.amount.amount,
        one.status,
      ]),
      own.map(({ day, amount, state }) => [day, pesos(amount), state]).reverse(),
    )
    const paid = sum(own, ({ amount }) => amount)
    assert.equal(shown.amount.amount, pesos(paid))
    for (const payout of own) await assertShareReport(driven, id, payout)
    const owed = sum(sharesOf(shop, user), ({ sign, share }) => sign * share) - paid
    assert.equal((await result(driven, `/v1/affiliates/${id}`)).owed, pesos(owed), user)
  }
}

async function assertShareReport(
  driven: Driven,
  id: string,
  { user, day, amount, since }: Shop['sharePayouts'][number],
): Promise<void> {
  const covered = new Set(linesOf(driven.shop, { day, since }))
  const entries = sharesOf(driven.shop, user).filter((entry) => covered.has(entry))
  const expected = entries
    .map((entry) => {
      const { sale, sign, total, share } = entry
      return [sale?.id, kindOf(entry), entry.day, sale?.method, pesos(sign * total), pesos(sign * share)]
    })
    .sort(byText)
  const share = sum(entries, (entry) => entry.sign * entry.share)
  const { totals, lines } = await result(driven, `/v1/affiliates/${id}/report?limit=500&date=${day}`)
  const carried = pesos(amount - share)
  assert.deepEqual(totals, { entries: entries.length, share: pesos(share), carried, payout: pesos(amount) }, day)
  const shown = (line: Line) => [
    ...[line.transaction, line.type, line.date, line.payment_method, line.total, line.share],
  ]
  assert.deepEqual(lines.map(shown).sort(byText), expected, `${user} on ${day}`)
  const { text } = await driven.merchant.get(`/v1/affiliates/${id}/report.csv?date=${day}`)
  const records = recordsOf(text).filter(({ type }) => type !== 'carried')
  assert.deepEqual(records.map(shown).sort(byText), expected, `CSV of ${user} on ${day}`)
}

/** Of each month: 16 % of its fees, the rounding difference, the parts of the fees, and the invoice. */
export async function assertStatements(driven: Driven): Promise<{ base: number; iva: number }[]> {
  const { merchant, shop } = driven
  // The present one too, in which nothing may be posted yet.
  const months = [
    ...new Set([...shop.entries.map(({ day }) => day), dayOf(shop.nowMs)].map((day) => day.slice(0, 7))),
  ].sort()
  const all: { base: number; iva: number }[] = []
  for (const month of months) {
    const concepts = conceptsOf(shop, month)
    const base = sum(concepts, ([, , centavos]) => centavos)
    const iva = Math.sign(base) * Math.floor((2 * Math.abs(base) * 16 + 100) / 200)
    const ofMonth = shop.entries.filter((entry) => entry.day.startsWith(month) && !isRounding(entry) && entry.fee >= 0)
    const charged =
      sum(ofMonth, (entry) => entry.sign * entry.iva) +
      sum(
        shop.disputeFees.filter(({ day }) => day.startsWith(month)),
        (one) => one.iva,
      )
    const shown = await result(driven, `/v1/fees/statements/${month}`)
    const closed = month < shop.openMonth
    assert.deepEqual(
      [shown.status, shown.base, shown.rate, shown.iva_charged, shown.iva, shown.rounding, shown.total],
      [
        ...[closed ? 'closed' : 'open', pesos(base), '0.160000', pesos(charged), pesos(iva)],
        ...[pesos(charged - iva), pesos(base + iva)],
      ],
      month,
    )
    assert.deepEqual(
      shown.concepts.map((one: { concept: string; operations: number; base: string; iva: string }) => [
        ...[one.concept, one.operations, one.base, one.iva],
      ]),
      concepts.map(([concept, count, centavos]) => [concept, count, pesos(centavos), exactIva(centavos)]),
      month,
    )
    if (closed && base !== 0) {
      const related = base < 0 ? '?related=6128396f-c09b-4ec6-8699-43c5f7e3b230' : ''
      const xml = (await merchant.get(`/v1/fees/statements/${month}/cfdi.xml${related}`)).text
      assert.deepEqual(cfdiFaults(xml), [])
      assert.ok(xml.includes(` Total="${pesos(Math.abs(base + iva))}"`), xml)
      assert.ok(xml.includes(`TipoDeComprobante="${base < 0 ? 'E' : 'I'}"`), xml)
    }
    all.push({ base, iva })
  }
  return all
}

const railNames = [
  ['POS', 'card'],
  ['OXX', 'store'],
  ['SPE', 'spei'],
] as const

/** The parts of a month's fees: name, number, and centavos. */
function conceptsOf({ entries, disputeFees }: Shop, month: string): [string, number, number][] {
  const ofMonth = entries.filter((entry) => entry.day.startsWith(month) && !isRounding(entry) && entry.fee >= 0)
  const paid = ofMonth.filter(({ sale, isRefund }) => sale !== undefined && !isRefund)
  const costOf = ({ sale }: Entry) => (sale ? surchargeOf(sale) : 0)
  const rails = railNames.map(([method, name]): [string, number, number] => {
    const own = ofMonth.filter(({ sale }) => sale?.method === method)
    const fees = sum(own, (entry) => entry.sign * (entry.fee - (entry.isRefund ? 0 : costOf(entry))))
    return [name, paid.filter(({ sale }) => sale?.method === method).length, fees]
  })
  const withMonths = paid.filter(({ sale }) => sale?.months)
  const costs = sum(withMonths, (entry) => entry.sign * costOf(entry))
  const lost = disputeFees.filter(({ day }) => day.startsWith(month))
  const all: [string, number, number][] = [
    ...rails,
    ['monthly_installments', withMonths.length, costs],
    ['disputes', lost.length, sum(lost, ({ fee }) => fee)],
  ]
  return all.filter(([, count, centavos]) => count > 0 || centavos !== 0)
}

// biome-ignore lint/suspicious/noExplicitAny: stories look into answers freely and assert what they find.
async function result({ merchant }: Driven, path: string): Promise<any> {
  const { status, body, text } = await merchant.get(path)
  assert.equal(status, 200, text)
  return body.result
}

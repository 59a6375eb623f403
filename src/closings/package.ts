// The package of a month: one ZIP file of CSV files and a summary, written as its entries are read.
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Language } from '../core/language/bilingual.ts'
import { lastDayOf } from '../core/month.ts'
import { nextTurn } from '../core/turn.ts'
import { bytesOf } from '../exports/archive.ts'
import { type Cell, type Column, cellsOf, columnsOf, headingsOf } from '../exports/columns.ts'
import { csvText } from '../exports/text-file.ts'
import { type JournalNeeds, readShownLines, ShownLine } from '../ledger/present-journal.ts'
import { findMonth } from '../payouts/invoices/search.ts'
import { presentLine, ReportLine } from '../payouts/present.ts'
import { merchantEntries } from '../payouts/report/merchant-entries.ts'
import type { Store } from '../store/store.ts'
import { checkWords } from './check-words.ts'
import { type Count, countOfMonth } from './count.ts'
import { payoutRows, payoutsOfDays } from './payouts-of-month.ts'
import type { Figures, OpenItem } from './present.ts'
import { isStated, readMarks } from './statement-marks.ts'

interface Wanted {
  accountId: string
  month: string
  language: Language
  openItems: OpenItem[]
  /** The checkpoint of the account's books up to the end of the month. */
  head: string
  /** The stamped invoice of the fees; undefined: none. */
  cfdi: string | undefined
  /** Now, in epoch milliseconds. */
  at: number
}

interface Package {
  /** The bytes of the file. */
  bytes: Readable
  /** The amounts, once all bytes are read. */
  figures(): Figures
}

/** A file of the package. */
interface File {
  name: string
  content(): AsyncGenerator<string>
}

interface Listed {
  file: string
  rows: number
  sha256: string
}

/** The fixed time of every entry, so that the same books make the same file. */
const FIXED = new Date(Date.UTC(2000, 0, 1))
/** Lines of the journal that are read at once. */
const PAGE = 500

/** The bytes are made no faster than they are read; what fails ends them. */
export function packageOf(needs: JournalNeeds, wanted: Wanted): Package {
  const count = countOfMonth()
  const state: { figures?: Figures } = {}
  const listed: Listed[] = []
  const zip = new ZipFile()
  const { bytes, source } = bytesOf(zip)
  const files = filesOf(needs, wanted, { count, state, listed })
  const next = (at: number) => {
    const file = files[at]
    if (file === undefined || bytes.destroyed) return zip.end()
    const content = source(listing(file, listed))
    content.once('end', () => next(at + 1))
    zip.addReadStream(content, file.name, { mtime: FIXED })
  }
  next(0)
  return {
    bytes,
    figures: () => {
      if (state.figures === undefined) throw new Error('the package is not read to its end')
      return state.figures
    },
  }
}

/** Notes the hash and the rows of a file while it is written. */
async function* listing({ name, content }: File, listed: Listed[]): AsyncGenerator<string> {
  const hash = createHash('sha256')
  let rows = -1
  for await (const text of content()) {
    hash.update(text)
    rows += text.split('\r\n').length - 1
    yield text
  }
  listed.push({ file: name, rows: Math.max(0, rows), sha256: hash.digest('hex') })
}

interface Made {
  count: Count
  state: { figures?: Figures }
  listed: Listed[]
}

/** In the order in which they are written: the last ones say what the others had. */
function filesOf(needs: JournalNeeds, wanted: Wanted, made: Made): File[] {
  const { store } = needs
  const { language, openItems, head, month, cfdi } = wanted
  const figures = () => made.state.figures as Figures
  const table = (name: string, columns: Column[], rows: () => Cell[][]): File => ({
    name,
    content: () => csvText(columns, headingsOf(columns, language), once(rows)),
  })
  return [
    { name: 'journal.csv', content: () => journal(needs, wanted, made.count) },
    { name: 'journal-own-books.csv', content: () => journal(needs, wanted) },
    {
      name: 'payments.csv',
      content: () =>
        entries(store, wanted, {
          types: ['payment', 'reversal', 'reserve', 'iva_rounding', 'claim_written_off'],
          count: made.count,
        }),
    },
    { name: 'refunds.csv', content: () => entries(store, wanted, { types: ['refund', 'refund_cancelled'] }) },
    { name: 'disputes.csv', content: () => entries(store, wanted, { types: ['dispute', 'dispute_won'] }) },
    {
      name: 'payouts.csv',
      content: () => csvText(payoutColumns, headingsOf(payoutColumns, language), payoutRows(store, wanted)),
    },
    {
      name: 'fees.csv',
      content: async function* () {
        made.state.figures = await made.count.figures(store, wanted)
        yield* fees(store, wanted)
      },
    },
    ...(cfdi === undefined ? [] : [{ name: 'cfdi.xml', content: () => once(() => cfdi) }]),
    table('balances.csv', balanceColumns, () =>
      figures().balances.map(({ account, opening, debits, credits, closing }) => [
        account,
        ...[opening, debits, credits, closing].map(Number),
      ]),
    ),
    table('reconciliation.csv', checkColumns, () => [
      ...figures().checks.map(({ check, one, other }): Cell[] => [
        checkWords(check, language),
        Number(one),
        Number(other),
      ]),
      ...made.count
        .stated()
        .map(({ rail, stated, unstated }): Cell[] => [`${rail}: ${STATED[language]}`, stated, unstated]),
    ]),
    table('open-items.csv', openColumns, () =>
      openItems.map(({ kind, id, amount, since }) => [kind, id, amount === null ? '' : Number(amount), since]),
    ),
    {
      name: 'summary.json',
      content: async function* () {
        yield `${JSON.stringify({ month, account: wanted.accountId, head, figures: figures(), open_items: openItems, files: made.listed }, null, 2)}\n`
      },
    },
  ]
}

async function* once<T>(made: () => T): AsyncGenerator<T> {
  yield made()
}

/** The lines of the journal; with a count, on the sides of the service and counted, otherwise on those of the merchant's own books. */
async function* journal(needs: JournalNeeds, wanted: Wanted, count?: Count): AsyncGenerator<string> {
  const { accountId, month, language } = wanted
  const filter = { accountId, startDay: `${month}-01`, endDay: lastDayOf(month), account: undefined }
  async function* rows(): AsyncGenerator<Cell[][]> {
    for (let after: string | undefined, isEnd = false; !isEnd; ) {
      const { lines, next } = await readShownLines(needs, filter, { isOwn: count === undefined, limit: PAGE, after })
      for (const { entry, account, debit, credit } of lines) {
        const centavos = Math.round(Number(debit ?? credit) * 100)
        count?.line({ entry, ledger_account: account, amount_centavos: debit === null ? -centavos : centavos })
      }
      yield lines.map((line) => cellsOf(line, journalColumns, language))
      after = next ?? undefined
      isEnd = next === null
      await nextTurn()
    }
  }
  yield* csvText(journalColumns, headingsOf(journalColumns, language), rows())
}

const journalColumns = columnsOf(ShownLine)
const lineColumns = columnsOf(ReportLine)
const text = (path: string, es: string, en: string): Column => ({ path, keys: [path], kind: 'text', heading: [es, en] })
const money = (path: string, es: string, en: string): Column => ({ ...text(path, es, en), kind: 'money' })
const entryColumns = [
  ...lineColumns,
  text('payout', 'Liquidación', 'Payout'),
  text('statement', 'Estado de cuenta', 'Statement'),
  text('differs', 'Difiere', 'Differs'),
]

/** Entries of the report of payouts of some types, with the payout that covers them and the statement that has them. Counted: all types. */
async function* entries(
  store: Store,
  wanted: Wanted,
  { types, count }: { types: string[]; count?: Count },
): AsyncGenerator<string> {
  const { accountId, month, language } = wanted
  const [fromDay, toDay] = [`${month}-01`, lastDayOf(month)]
  async function* rows(): AsyncGenerator<Cell[][]> {
    const payoutOf = await payoutsOfDays(store, { accountId, fromDay, toDay })
    for await (const portion of merchantEntries(store, { accountId, fromDay, toDay })) {
      for (const one of portion) count?.entry(one)
      const shown = portion.filter(({ type }) => types.includes(type))
      if (shown.length === 0) continue
      const marks = await readMarks(store, accountId, shown)
      yield shown.map((one, at) => {
        const mark = marks[at]
        if (isStated(one)) count?.mark(one, mark)
        const line = cellsOf(presentLine(one), lineColumns, language)
        return [...line, payoutOf(one.day) ?? '', mark?.statement_id ?? '', mark?.differs ?? '']
      })
    }
  }
  yield* csvText(entryColumns, headingsOf(entryColumns, language), rows())
}

/** The concepts of the month's fees; none: the month had none. */
async function* fees(store: Store, { accountId, month, language, at }: Wanted): AsyncGenerator<string> {
  const found = await findMonth(store, { accountId, period: month, at })
  const rows = (found?.concepts ?? []).map(({ concept, operations, fee_centavos }): Cell[] => [
    concept,
    operations,
    fee_centavos / 100,
  ])
  yield* csvText(
    feeColumns,
    headingsOf(feeColumns, language),
    once(() => rows),
  )
}

const STATED = { es: 'en estados de cuenta, en ninguno', en: 'on statements, on none' } satisfies Record<
  Language,
  string
>

const feeColumns = [
  text('concept', 'Concepto', 'Concept'),
  { ...text('operations', 'Operaciones', 'Operations'), kind: 'number' },
  money('base', 'Base sin IVA', 'Base without IVA'),
] satisfies Column[]
const balanceColumns = [
  text('account', 'Cuenta', 'Account'),
  money('opening', 'Saldo inicial', 'Opening balance'),
  money('debits', 'Cargos', 'Debits'),
  money('credits', 'Abonos', 'Credits'),
  money('closing', 'Saldo final', 'Closing balance'),
]
const checkColumns = [
  text('check', 'Comprobación', 'Check'),
  money('one', 'Por una cuenta', 'By one count'),
  money('other', 'Por la otra', 'By the other'),
]
const openColumns = [
  text('kind', 'Tipo', 'Kind'),
  text('id', 'Identificador', 'Identifier'),
  money('amount', 'Importe', 'Amount'),
  text('since', 'Desde', 'Since'),
]
const payoutColumns = [
  { ...text('date', 'Día', 'Day'), kind: 'day' },
  text('payout', 'Liquidación', 'Payout'),
  text('event', 'Qué pasó', 'What happened'),
  money('amount', 'Importe', 'Amount'),
  text('from_date', 'Cubre desde', 'Covers from'),
  text('to_date', 'Cubre hasta', 'Covers to'),
  text('user', 'Afiliado', 'Affiliate'),
  text('clabe', 'CLABE', 'CLABE'),
  text('tracking_key', 'Clave de rastreo', 'Tracking key'),
] satisfies Column[]

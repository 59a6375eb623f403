// Rows as an XLSX workbook (ECMA-376), written as they arrive: only a portion of rows is in memory.
import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { withoutTurning } from '../core/turning.ts'
import { xmlText } from '../core/xml.ts'
import { bytesOf } from './archive.ts'
import { type Cell, type CellKind, type Column, EXACT } from './columns.ts'

/** Rows that a sheet takes, its heading included; the rest goes to a next sheet. */
const ROWS_A_SHEET = 1_048_576
/** Characters that a cell takes. */
const LONGEST_TEXT = 32_767
/** The styles by their place in `styles.xml`. */
const MONEY = 1
const HEADING = 2
const DAY = 3
const TIME = 4
const PARTS = 5

const styles: Record<CellKind, number | undefined> = {
  text: undefined,
  number: undefined,
  money: MONEY,
  exact: PARTS,
  day: DAY,
  time: TIME,
}

interface SheetOptions {
  columns: Column[]
  headings: string[]
  /** The name of the sheet; a second sheet gets a number. */
  title: string
  rowsASheet?: number
}

/** The bytes of the file. Its source is read no faster than it is taken. */
export function workbook(options: SheetOptions, portions: AsyncIterable<Cell[][]>): Readable {
  const zip = new ZipFile()
  // The rows go on from sheet to sheet.
  const rows = one(portions)
  const { bytes, source } = bytesOf(zip)
  const next = (sheet: number, first: Cell[] | undefined) => {
    const state: { rest: Cell[] | undefined } = { rest: undefined }
    const content = source(sheetText(options, first, rows, state))
    content.once('end', () => {
      if (state.rest !== undefined && !bytes.destroyed) return next(sheet + 1, state.rest)
      // Nobody waits for them any more: what fails while they are closed is told to nobody.
      rows.return(undefined).catch(() => {})
      finish(zip, options.title, sheet)
    })
    zip.addReadStream(content, `xl/worksheets/sheet${sheet}.xml`, { mtime: FIXED })
  }
  next(1, undefined)
  return bytes
}

/** The fixed time of every entry of the archive, so that the same rows make the same file. */
const FIXED = new Date(Date.UTC(2000, 0, 1))

async function* one(portions: AsyncIterable<Cell[][]>): AsyncGenerator<Cell[]> {
  for await (const rows of portions) yield* rows
}

/** A sheet's text. The first row that does not fit begins the next sheet: `state.rest`. */
async function* sheetText(
  { columns, headings, rowsASheet = ROWS_A_SHEET }: SheetOptions,
  first: Cell[] | undefined,
  rows: AsyncGenerator<Cell[]>,
  state: { rest: Cell[] | undefined },
): AsyncGenerator<string> {
  const widths = columns
    .map((_, at) => `<col min="${at + 1}" max="${at + 1}" width="${WIDTH}" customWidth="1"/>`)
    .join('')
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>`
  let text = rowText(1, headings, () => HEADING)
  let number = 1
  const style = (at: number) => styles[columns[at]?.kind ?? 'text']
  if (first !== undefined) {
    number += 1
    text += rowText(number, first, style)
  }
  for (;;) {
    const { value, done } = await rows.next()
    if (done) break
    if (number === rowsASheet) {
      state.rest = value
      break
    }
    number += 1
    text += rowText(number, value, style)
    if (text.length > 65_536) {
      yield text
      text = ''
    }
  }
  yield `${text}</sheetData></worksheet>`
}

function rowText(number: number, cells: Cell[], styleOf: (at: number) => number | undefined): string {
  let text = `<row r="${number}">`
  for (const [at, value] of cells.entries()) {
    const style = styleOf(at)
    const styled = style === undefined ? '' : ` s="${style}"`
    const cell = shownAs(value, style)
    if (cell === '') text += '<c/>'
    else if (typeof cell === 'number') text += `<c${styled}><v>${cell}</v></c>`
    // A string cell is never a formula.
    else
      text += `<c${style === HEADING ? styled : ''} t="inlineStr"><is><t xml:space="preserve">${xmlText(withoutTurning(cell).slice(0, LONGEST_TEXT))}</t></is></c>`
  }
  return `${text}</row>`
}

function shownAs(value: Cell, style: number | undefined): Cell {
  if (style === DAY || style === TIME) return serialOf(value) ?? value
  return style === PARTS && EXACT.test(String(value)) ? Number(value) : value
}

/** Before this day, which has the number 61, spreadsheets count days differently. */
const FIRST_DAY_MS = Date.UTC(1900, 2, 1)
const DAY_MS = 86_400_000

/**
 * A day or an instant as the number of days since 30 December 1899, the instant by the clock of its own offset; undefined for another text.
 * Samples: `2026-11-26` is 46352, `2026-11-26T18:00:00-06:00` is 46352.75.
 */
export function serialOf(cell: Cell): number | undefined {
  const [, day, time = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d)(?:\.\d+)?(?:Z|[+-]\d\d:\d\d))?$/.exec(String(cell)) ?? []
  const ms = Date.parse(`${day}T${time}Z`)
  if (Number.isNaN(ms) || ms < FIRST_DAY_MS) return undefined
  return Number(((ms - Date.UTC(1899, 11, 30)) / DAY_MS).toFixed(10))
}

/** The parts that list the sheets, written at the end. */
function finish(zip: ZipFile, title: string, sheets: number): void {
  const numbers = Array.from({ length: sheets }, (_, at) => at + 1)
  const add = (path: string, text: string) => zip.addBuffer(Buffer.from(XML + text), path, { mtime: FIXED })
  const name = (number: number) =>
    xmlText((number === 1 ? title : `${title} ${number}`).replace(/[:\\/?*[\]"]/g, ' ').slice(0, 31))
  add(
    'xl/workbook.xml',
    `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbers.map((n) => `<sheet name="${name(n)}" sheetId="${n}" r:id="rId${n}"/>`).join('')}</sheets></workbook>`,
  )
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships">${numbers.map((n) => `<Relationship Id="rId${n}" Type="${RELATIONS}/worksheet" Target="worksheets/sheet${n}.xml"/>`).join('')}<Relationship Id="styles" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
  )
  add('xl/styles.xml', STYLES)
  add(
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  )
  add(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETS}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEETS}.styles+xml"/>${numbers.map((n) => `<Override PartName="/xl/worksheets/sheet${n}.xml" ContentType="${SHEETS}.worksheet+xml"/>`).join('')}</Types>`,
  )
  zip.end()
}

const WIDTH = 20
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const STYLES = `<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="#,##0.0000"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="6"><xf xfId="0"/><xf xfId="0" numFmtId="4" applyNumberFormat="1"/><xf xfId="0" fontId="1" applyFont="1"/><xf xfId="0" numFmtId="164" applyNumberFormat="1"/><xf xfId="0" numFmtId="165" applyNumberFormat="1"/><xf xfId="0" numFmtId="166" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

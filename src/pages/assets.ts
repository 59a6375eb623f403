// The assets of the pages: stylesheet, script, icon and fonts, read once and served under a name that changes with them.
import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { firstUse } from '../core/first-use.ts'

const inter = (file: string) => createRequire(import.meta.url).resolve(`@fontsource/inter/files/${file}`)
const own = (file: string) => new URL(`./assets/${file}`, import.meta.url)

/** Letters, colours and beginnings that all pages share, the sandbox's own too; each stylesheet is served after it, in one. */
const theme = firstUse(() => readFileSync(own('theme.css')))
/** The style of the bar over pages that are not for payers. */
const bar = firstUse(() => readFileSync(own('site.css')))
/** Pages for payers have no bar. */
const WITHOUT_BAR = 'page.css'

/** The fonts of every page. */
export const fonts = firstUse(() => ({
  'inter-400.woff2': inter('inter-latin-400-normal.woff2'),
  'inter-600.woff2': inter('inter-latin-600-normal.woff2'),
}))

const files = (): Record<string, string | URL> => ({
  'page.css': own('page.css'),
  'page.js': own('page.js'),
  'checkout.js': own('checkout.js'),
  'mailbox.css': own('mailbox.css'),
  'mailbox.js': own('mailbox.js'),
  'share.png': own('share.png'),
  'icon.svg': own('icon.svg'),
  ...fonts(),
})

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  png: 'image/png',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
}

/** The media type of one of our files, by its extension. Throws for an unknown extension. */
export function assetType(name: string): string {
  const type = TYPES[name.slice(name.lastIndexOf('.') + 1)]
  if (type === undefined) throw new Error(`there is no type for ${name}`)
  return type
}

interface Asset {
  body: Buffer
  type: string
}

const assets = firstUse(
  () =>
    new Map<string, Asset>(
      Object.entries(files()).map(([name, place]) => [
        name,
        { body: withTheme(name, readFileSync(place)), type: assetType(name) },
      ]),
    ),
)

/** A stylesheet with the theme before it, and with the style of the bar; other files unchanged. */
export function withTheme(name: string, body: Buffer): Buffer {
  if (!name.endsWith('.css')) return body
  return Buffer.concat(name === WITHOUT_BAR ? [theme(), body] : [theme(), bar(), body])
}

/** One version for all of them: the stylesheet names the fonts, so they change together. */
const version = firstUse(() =>
  hash('sha256', Buffer.concat([...assets().values()].map(({ body }) => body)), 'base64url').slice(0, 12),
)

/** The path of an asset below the pages' folder. Throws for an unknown name. */
export function assetPath(folder: string, name: string): string {
  if (!assets().has(name)) throw new Error(`there is no asset ${name}`)
  return `${folder}/${version()}/${name}`
}

/** The asset of a path's last two parts; undefined for another version or an unknown name. */
export function readAsset(wantedVersion: string, name: string): Asset | undefined {
  return wantedVersion === version() ? assets().get(name) : undefined
}

/** The fonts that a PDF embeds: Inter with the letters of Western Europe, and with those of the rest of Latin. */
export const pdfFonts = {
  regular: 'inter-latin-400-normal.woff',
  bold: 'inter-latin-600-normal.woff',
  regularExtended: 'inter-latin-ext-400-normal.woff',
  boldExtended: 'inter-latin-ext-600-normal.woff',
} as const

export function pdfFontFile(name: keyof typeof pdfFonts): string {
  return inter(pdfFonts[name])
}

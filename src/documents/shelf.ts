// The list of the project's documents, by group, and the text of each in its languages. Read on the first request.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../core/language/bilingual.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const guides = (...names: string[]) => names.map((name) => `docs/guides/${name}.md`)

/** For whom a group is: those who use or run a service, or those who work on Cobro itself. */
type Audience = 'users' | 'contributors'

/** `[heading in Spanish, heading in English, audience, the files]`, in reading order. A file is in the first group that names it. */
const GROUPS: readonly (readonly [string, string, Audience, readonly string[]])[] = [
  [
    'Empezar',
    'Begin',
    'users',
    [...guides('first-payment'), 'README.md', 'docs/sandbox.md', ...guides('testing', 'moving', 'going-live')],
  ],
  [
    'Cobrar',
    'Take payments',
    'users',
    [...guides('checkout', 'cards', 'sealing', 'cash', 'spei', 'vouchers-and-the-clock'), 'client/README.md'],
  ],
  [
    'Después del cobro',
    'After the payment',
    'users',
    guides('webhooks', 'refunds', 'disputes', 'finding', 'books', 'reconciliation', 'invoices'),
  ],
  ['Consola', 'Console', 'users', guides('console')],
  [
    'Operar un servicio',
    'Run a service',
    'users',
    [...guides('set-up', 'operate', 'cluster'), 'docs/settings.md', 'docs/command-line.md', 'docs/security.md'],
  ],
  [
    'Bancos y redes',
    'Banks and networks',
    'users',
    ['docs/connectors/*.md', ...guides('acquirer', 'cash-network', 'spei-bank', 'issuers')],
  ],
  ['Más', 'More', 'users', ['docs/errors.md', 'docs/glossary.md', 'docs/comparison.md', 'docs/guides/*.md']],
  [
    'Por dentro',
    'Inside',
    'contributors',
    ['CONTRIBUTING.md', 'docs/ARCHITECTURE.md', 'docs/*.md', 'SECURITY.md', 'CHANGELOG.md'],
  ],
  ['Decisiones', 'Decisions', 'contributors', ['docs/decisions/*.md']],
]

const PICTURES = 'docs/**/*.{svg,png}'

export interface Document {
  /** The path of the English text from the project's folder: `docs/guides/webhooks.md`. It identifies both texts. */
  path: string
  /** The file of each text, from the project's folder. */
  files: { en: string; es?: string }
  /** The first heading of each text. */
  titles: { en: string; es?: string }
  /** The first sentence of each text. */
  leads: { en: string; es?: string }
  audience: Audience
}

export interface Shelf {
  groups: { heading: { es: string; en: string }; audience: Audience; documents: Document[] }[]
  /** A document by the path of either text, and the language of that path; undefined for an unknown path. */
  documentAt(path: string): { document: Document; language: Language } | undefined
  /** A picture that a document shows. */
  pictureOf(path: string): Buffer | undefined
}

export function shelf(): Shelf {
  const byPath = new Map<string, { document: Document; language: Language }>()
  const groups = GROUPS.map(([es, en, audience, patterns]) => ({
    heading: { es, en },
    audience,
    documents: patterns
      .flatMap((pattern) => globSync(pattern, { cwd: root }).sort())
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !path.endsWith('.es.md') && !byPath.has(path))
      .map((path) => {
        const document = documentOf(path, audience)
        byPath.set(path, { document, language: 'en' })
        if (document.files.es !== undefined) byPath.set(document.files.es, { document, language: 'es' })
        return document
      }),
  }))
  const pictures = new Set(globSync(PICTURES, { cwd: root }).map((path) => path.replaceAll('\\', '/')))
  return {
    groups,
    // Only listed files: a path from a request is never opened.
    documentAt: (path) => byPath.get(path),
    pictureOf: (path) => (pictures.has(path) ? readFileSync(root + path) : undefined),
  }
}

/** The text of one of a document's files. */
export function textOf(file: string): string {
  return readFileSync(root + file, 'utf8')
}

function documentOf(path: string, audience: Audience): Document {
  const spanish = [path.replace(/^docs\/guides\//, 'docs/guides/es/'), path.replace(/\.md$/, '.es.md')]
  const es = spanish.find((file) => file !== path && existsSync(root + file))
  return {
    path,
    files: { en: path, ...(es !== undefined && { es }) },
    titles: { en: titleOf(path), ...(es !== undefined && { es: titleOf(es) }) },
    leads: { en: leadOf(path), ...(es !== undefined && { es: leadOf(es) }) },
    audience,
  }
}

function titleOf(file: string): string {
  return /^# (.+)$/m.exec(textOf(file))?.[1] ?? file
}

/** The first sentence after the title, without links and marks. */
function leadOf(file: string): string {
  const [, after = ''] = textOf(file).split(/^# .+$/m)
  const paragraph =
    after.split(/\n\s*\n/).find((one) => /^\s*[\p{L}*¿¡`]/u.test(one) && !/^\s*\[[^\]]+\]\([^)]*\)\s*$/.test(one)) ?? ''
  const text = paragraph
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[`*]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return (/^.{20,}?\.(?=\s|$)/.exec(text)?.[0] ?? text).replace(/:$/, '.')
}

// The list of the project's documents, by group, and the text of each in its languages. Read on the first request.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Language } from '../core/failure.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The first documents to read, in reading order; the other guides follow. */
const FIRST_GUIDES = [
  'first-payment',
  'checkout',
  'cards',
  'cash',
  'spei',
  'webhooks',
  'testing',
  'refunds',
  'disputes',
  'finding',
  'books',
  'moving',
  'going-live',
].map((name) => `docs/guides/${name}.md`)

/** What those read who run a service, in reading order. */
const RUNNING = [
  ...['set-up', 'operate', 'console', 'reconciliation', 'invoices'].map((name) => `docs/guides/${name}.md`),
  ...['settings', 'command-line', 'security'].map((name) => `docs/${name}.md`),
]

/** `[heading in Spanish, heading in English, the files]`, in reading order. */
const GROUPS = [
  ['Empezar', 'Begin', ['README.md', 'docs/sandbox.md', 'client/README.md', 'docs/errors.md', 'docs/comparison.md']],
  ['Guías para integrar y cobrar', 'Guides to integrate and to sell', FIRST_GUIDES],
  ['Guías para operar', 'Guides to run a service', RUNNING],
  ['Más guías', 'More guides', ['docs/guides/*.md', 'docs/connectors/*.md']],
  ['Por dentro', 'Inside', ['docs/*.md', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md']],
  ['Decisiones', 'Decisions', ['docs/decisions/*.md']],
] as const

const PICTURES = 'docs/**/*.{svg,png}'

export interface Document {
  /** The path of the English text from the project's folder: `docs/guides/webhooks.md`. It identifies both texts. */
  path: string
  /** The file of each text, from the project's folder. */
  files: { en: string; es?: string }
  /** The first heading of each text. */
  titles: { en: string; es?: string }
}

export interface Shelf {
  groups: { heading: { es: string; en: string }; documents: Document[] }[]
  /** A document by the path of either text, and the language of that path; undefined for an unknown path. */
  documentAt(path: string): { document: Document; language: Language } | undefined
  /** A picture that a document shows. */
  pictureOf(path: string): Buffer | undefined
}

export function shelf(): Shelf {
  const byPath = new Map<string, { document: Document; language: Language }>()
  const groups = GROUPS.map(([es, en, patterns]) => ({
    heading: { es, en },
    documents: patterns
      .flatMap((pattern) => globSync(pattern, { cwd: root }).sort())
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !path.endsWith('.es.md') && !byPath.has(path))
      .map((path) => {
        const document = documentOf(path)
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

function documentOf(path: string): Document {
  const spanish = [path.replace(/^docs\/guides\//, 'docs/guides/es/'), path.replace(/\.md$/, '.es.md')]
  const es = spanish.find((file) => file !== path && existsSync(root + file))
  return {
    path,
    files: { en: path, ...(es !== undefined && { es }) },
    titles: { en: titleOf(path), ...(es !== undefined && { es: titleOf(es) }) },
  }
}

function titleOf(file: string): string {
  return /^# (.+)$/m.exec(textOf(file))?.[1] ?? file
}

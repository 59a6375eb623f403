// The documents of the project: which there are, by group, and each as text. Read when first asked for.
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** `[heading in Spanish, heading in English, the files]`, in the order in which one reads them. */
const GROUPS = [
  ['Empezar', 'Begin', ['README.md', 'README.es.md', 'docs/sandbox.md', 'client/README.md', 'docs/errors.md']],
  ['Guías', 'Guides', ['docs/guides/*.md', 'docs/command-line.md', 'docs/settings.md', 'docs/security.md']],
  ['Por dentro', 'Inside', ['docs/*.md', 'SECURITY.md', 'CHANGELOG.md', 'CONTRIBUTING.md']],
  ['Decisiones', 'Decisions', ['docs/decisions/*.md']],
] as const

const PICTURES = 'docs/**/*.{svg,png}'

export interface Document {
  /** From the project's folder on: `docs/guides/webhooks.md`. */
  path: string
  /** Its first heading. */
  title: string
}

export interface Shelf {
  groups: { heading: { es: string; en: string }; documents: Document[] }[]
  /** The text of a document; undefined for what is none. */
  textOf(path: string): string | undefined
  /** A picture that a document shows. */
  pictureOf(path: string): Buffer | undefined
}

export function shelf(): Shelf {
  const seen = new Set<string>()
  const groups = GROUPS.map(([es, en, patterns]) => ({
    heading: { es, en },
    documents: patterns
      .flatMap((pattern) => globSync(pattern, { cwd: root }).sort())
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => !seen.has(path) && seen.add(path))
      .map((path) => ({ path, title: titleOf(read(path), path) })),
  }))
  const pictures = new Set(globSync(PICTURES, { cwd: root }).map((path) => path.replaceAll('\\', '/')))
  return {
    groups,
    // Only what was found: a path from outside is never opened.
    textOf: (path) => (seen.has(path) ? read(path) : undefined),
    pictureOf: (path) => (pictures.has(path) ? readFileSync(root + path) : undefined),
  }
}

function read(path: string): string {
  return readFileSync(root + path, 'utf8')
}

function titleOf(text: string, path: string): string {
  return /^# (.+)$/m.exec(text)?.[1] ?? path
}

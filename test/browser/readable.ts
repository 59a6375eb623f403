// Whether a page can be read by everybody: what axe finds wrong in it, and whether it fits the screen.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Violations of every severity, or of one rule. Sample: `serious color-contrast: <a href="/docs">…</a>`. */
export async function faultsOf(page: Page, rule?: string): Promise<string[]> {
  const isThere = await page.evaluate('typeof axe === "object"')
  if (!isThere) await page.evaluate(`${axe}\n;0`)
  const only = rule === undefined ? '' : `, runOnly: ["${rule}"]`
  const found = await page.evaluate(`axe.run({ resultTypes: ["violations"]${only} })`)
  const { violations } = found as { violations: { id: string; impact: string; nodes: { html: string }[] }[] }
  return violations.map(({ id, impact, nodes }) => `${impact} ${id}: ${nodes.map(({ html }) => html).join(' | ')}`)
}

/** Whether a reader must scroll sideways. */
export async function isTooWide(page: Page): Promise<boolean> {
  return (await page.evaluate('document.documentElement.scrollWidth > innerWidth')) as boolean
}

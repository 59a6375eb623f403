// Whether a page can be read by everybody: what axe finds wrong in it, and whether it fits the screen, once it looks as its reader sees it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Violations of every severity, or of the rules named. Sample: `serious color-contrast: <a href="/docs">…</a>`. */
export async function faultsOf(page: Page, ...rules: string[]): Promise<string[]> {
  // Every page has a heading; before it is there, the view is still being loaded.
  if (rules.length === 0) await page.locator('h1').first().waitFor({ state: 'attached' })
  await atRest(page)
  if (!(await page.evaluate('typeof axe === "object"'))) await page.evaluate(`${axe}\n;0`)
  const only = rules.length === 0 ? '' : `, runOnly: ${JSON.stringify(rules)}`
  return (await page.evaluate(
    `axe.run(document, { resultTypes: ["violations"]${only} }).then(({ violations }) => violations.map(({ id, impact, nodes }) => impact + " " + id + ": " + nodes.map(({ html }) => html).join(" | ")))`,
  )) as string[]
}

/** Whether a reader must scroll sideways. A browser that plays a phone makes the window itself as wide as the page. */
export async function isTooWide(page: Page): Promise<boolean> {
  await atRest(page)
  return (await page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')) as boolean
}

/** Without its styles a page has colours and widths that nobody meant; in the middle of a change of colour too. */
async function atRest(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.evaluate('document.fonts.ready.then(() => 0)')
  await page.evaluate(
    'Promise.allSettled(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime !== Infinity).map(({ finished }) => finished)).then(() => 0)',
  )
}

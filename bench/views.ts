// Opens each view of a running console in a real browser, and times its requests to the service.
// `node bench/views.ts http://127.0.0.1:8080` names the views of a service that already runs.
import { pathToFileURL } from 'node:url'
import { launchBrowser } from '../test/browser/launch.ts'

const ROUNDS = 5

export interface ViewTimes {
  view: string
  /** The slowest answer that the view waits for, and all until the view is drawn. Medians of five openings, in milliseconds. */
  dataMs: number
  drawnMs: number
}

/** Every view of the navigation, the newest operation's own, and two searches. */
export async function viewTimes(url: string): Promise<ViewTimes[]> {
  const browser = await launchBrowser()
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } })
  await page.goto(`${url}/console`, { waitUntil: 'networkidle' })
  const links = await page.$$eval('nav a[href^="/console/"]', (all) => all.map((one) => one.getAttribute('href') ?? ''))
  await page.goto(`${url}/console/operations`, { waitUntil: 'networkidle' })
  const newest = await page.$eval('main a[href^="/console/operations/"]', (one) => one.getAttribute('href') ?? '')
  const searches = ['/console/operations?q=pedido', '/console/operations?status=N&charge_method=CARD']
  const times: ViewTimes[] = []
  for (const path of [...new Set([...links, newest, ...searches])]) {
    const rounds: { data: number; drawn: number }[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.goto(url + path, { waitUntil: 'networkidle' })
      rounds.push(await page.evaluate(shown))
    }
    const median = (values: number[]) => values.sort((a, b) => a - b)[ROUNDS >> 1] ?? 0
    times.push({
      view: path === newest ? '/console/operations/{id}' : path,
      dataMs: median(rounds.map(({ data }) => data)),
      drawnMs: median(rounds.map(({ drawn }) => drawn)),
    })
  }
  await browser.close()
  return times
}

/** Runs in the page: the times of its requests, as the browser saw them. A live stream ends with the page and does not count. */
function shown() {
  const asked = performance
    .getEntriesByType('resource')
    .filter(({ name }) => new URL(name).pathname.startsWith('/v1/')) as PerformanceResourceTiming[]
  const answered = asked.filter(({ responseEnd }) => responseEnd > 0)
  return {
    data: Math.max(0, ...answered.map(({ duration }) => duration)),
    drawn: Math.max(0, ...answered.map(({ responseEnd }) => responseEnd)),
  }
}

export function viewsTable(times: ViewTimes[]): string {
  const rows = times.map(({ view, dataMs, drawnMs }) => `| ${view} | ${dataMs.toFixed(0)} | ${drawnMs.toFixed(0)} |`)
  return ['| view | slowest answer, ms | last answer after opening, ms |', '| --- | ---: | ---: |', ...rows, ''].join(
    '\n',
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.stdout.write(viewsTable(await viewTimes(process.argv[2] ?? 'http://127.0.0.1:8080')))
}

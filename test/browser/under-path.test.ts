// Everything works under a path of another site: behind a proxy that takes the path away, and behind one that leaves it.
import assert from 'node:assert/strict'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { bundleConsole } from '../../scripts/bundle-console.js'
import { SANDBOX_ACCOUNT } from '../../src/accounts/open-account.ts'
import { basic, openWorld, type World } from '../support/harness/world.ts'
import { closeContexts, launchBrowser } from './launch.ts'

const PREFIX = '/pagos'
const SANDBOX = basic(SANDBOX_ACCOUNT.appKey, SANDBOX_ACCOUNT.secret)

/** A proxy in front of the service; anything outside of the path is another's, and not found. */
async function proxyTo(target: () => string, takesAway: boolean): Promise<{ server: Server; origin: string }> {
  const server = createServer((incoming, outgoing) => {
    const { url = '/', method, headers } = incoming
    if (url !== PREFIX && !url.startsWith(`${PREFIX}/`)) {
      outgoing.writeHead(404).end(`nobody is at ${url}`)
      return
    }
    const path = takesAway ? url.slice(PREFIX.length) || '/' : url
    const passed = request(
      `${target()}${path}`,
      { method, headers: { ...headers, host: new URL(target()).host } },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      },
    )
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

for (const [how, takesAway] of [
  ['takes the path away', true],
  ['leaves the path', false],
] as const) {
  describe(`under a path, behind a proxy that ${how}`, () => {
    let world: World
    let browser: Browser
    let proxy: Awaited<ReturnType<typeof proxyTo>>
    let service = ''

    before(async () => {
      await bundleConsole()
      proxy = await proxyTo(() => service, takesAway)
      world = await openWorld('sqlite', { BASE_URL: `${proxy.origin}${PREFIX}`, REQUESTS_KEPT: 'bodies' })
      service = await world.service.listen()
      browser = await launchBrowser()
    })

    after(async () => {
      await closeContexts(browser)
      await world?.service.close()
      proxy?.server.close()
    })

    const visit = async (path: string) => {
      const context = await browser.newContext({ locale: 'es-MX' })
      const page = await context.newPage()
      const faults: string[] = []
      page.on('pageerror', (error) => faults.push(String(error)))
      page.on('response', (answer) => {
        if (answer.status() >= 400) faults.push(`${answer.status()} ${answer.url()}`)
      })
      await page.goto(`${proxy.origin}${PREFIX}${path}`, { waitUntil: 'networkidle' })
      return { page, context, faults }
    }

    test('the start page, the guides, the reference, the mailbox and their links load whole', async () => {
      const seen = new Set<string>()
      const todo = ['/', '/docs', '/docs/pages', '/docs/pages/docs/sandbox.md', '/mailbox', '/demo']
      for (const path of todo) {
        const { page, context, faults } = await visit(path)
        assert.deepEqual(faults, [], path)
        const links = await page
          .locator('a[href], link[href], script[src], img[src]')
          .evaluateAll((all) =>
            all.map(
              (one) =>
                (one as unknown as { href?: string; src?: string }).href ||
                ((one as unknown as { src?: string }).src ?? ''),
            ),
          )
        for (const link of links) {
          if (!link.startsWith(proxy.origin)) continue
          assert.ok(link.startsWith(`${proxy.origin}${PREFIX}`), `${path} leads out to ${link}`)
          seen.add(link.replace(/#.*/, ''))
        }
        await context.close()
      }
      assert.ok(seen.size > 30, String(seen.size))
      for (const link of [...seen].slice(0, 80)) {
        const { status } = await fetch(link)
        assert.ok(status < 400, `${link} ${status}`)
      }
    })

    test('a person signs in at the console, walks through it and loads a page again', async () => {
      const { page, context, faults } = await visit('/console')
      await page
        .getByRole('navigation', { name: 'Consola' })
        .getByRole('link', { name: 'Operaciones', exact: true })
        .click()
      await page.getByRole('heading', { level: 1, name: 'Operaciones' }).waitFor()
      assert.equal(new URL(page.url()).pathname, `${PREFIX}/console/operations`)
      await page.reload({ waitUntil: 'networkidle' })
      await page.getByRole('heading', { level: 1, name: 'Operaciones' }).waitFor()
      const cookies = await context.cookies()
      assert.ok(cookies.length > 0)
      assert.deepEqual([...new Set(cookies.map(({ path }) => path))], [PREFIX])
      assert.deepEqual(faults, [])
    })

    test('the command of a kept request, shown where there is no clipboard, is the call itself', async () => {
      const { page, context, faults } = await visit('/console')
      await page.addInitScript('Object.defineProperty(navigator, "clipboard", { value: undefined })')
      const asked = await fetch(`${proxy.origin}${PREFIX}/v1/plan`, { headers: { authorization: SANDBOX } })
      assert.equal(asked.status, 200)
      await world.work()
      await page.goto(`${proxy.origin}${PREFIX}/console/requests`)
      const row = page.locator('tr', { hasText: 'GET /v1/plan' })
      await row.getByRole('link').first().click()
      await page.getByRole('button', { name: 'Copiar como curl' }).click()
      const command = await page.getByRole('group', { name: 'curl' }).textContent()
      const address = /-X GET '([^']+)'/.exec(command ?? '')?.[1] ?? ''
      assert.equal(address, `${proxy.origin}${PREFIX}/v1/plan`)
      assert.equal((await fetch(address, { headers: { authorization: SANDBOX } })).status, 200)
      assert.deepEqual(faults, [])
      await context.close()
    })

    test('the demo shop sells: a slip is issued, opened and paid', async () => {
      const { page, faults } = await visit('/demo')
      await page.locator('#pay').click()
      await page.waitForURL(`${proxy.origin}${PREFIX}/c/**`)
      await page.locator('input[value=store]').check()
      await page.locator('#pay').click()
      await page.waitForURL(`${proxy.origin}${PREFIX}/p/**`)
      await page.locator('form[method=post] button').click()
      await page.getByText('Recibimos tu pago').first().waitFor()
      assert.deepEqual(faults, [])
    })

    test('the description names the address, and a call of the reference is sent there', async () => {
      const document = (await (await fetch(`${proxy.origin}${PREFIX}/openapi.json`)).json()) as {
        servers: { url: string }[]
      }
      assert.equal(document.servers[0]?.url, `${proxy.origin}${PREFIX}`)
      const { page, faults } = await visit('/docs/calls/listOperations')
      await page.locator('#call button[type=submit]').click()
      await page.locator('#answer h3.good').waitFor()
      assert.deepEqual(faults, [])
    })
  })
}

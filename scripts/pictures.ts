// Draws the pictures of the README: a slip and a receipt as a phone shows them, of payments that a service of its own really made.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../test/browser/launch.ts'
import { tokenFor } from '../test/cards.ts'
import { chargeOf } from '../test/charges.ts'
import { sealEnvelope } from '../test/envelope-seal.ts'
import { openWorld } from '../test/world.ts'

const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url))
mkdirSync(folder, { recursive: true })
const world = await openWorld('sqlite', { BASE_URL: '' })
await world.service.listen()
const merchant = await world.merchant('Tienda Xoco')
const slip = await merchant.post('/v1/payment/convenience-store', {
  total: 150,
  store: 'OXXO',
  payment: { reference: { number: '1001', description: 'Pedido 1001' } },
})
const key = (await world.send({ method: 'GET', url: '/v1/public-key' })).body.result.public_key
const charge = chargeOf(await tokenFor(world, merchant, '4242424242424242'))
const paid = await merchant.post('/v1/payment/card', sealEnvelope(charge, key))
const browser = await launchBrowser()
try {
  const context = await browser.newContext({
    viewport: { width: 390, height: 640 },
    deviceScaleFactor: 1,
    locale: 'es-MX',
  })
  const page = await context.newPage()
  for (const [name, url] of [
    ['slip', slip.body.result.url],
    ['receipt', paid.body.result.recipe.url],
  ] as const) {
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.screenshot({ path: `${folder}${name}.png` })
  }
} finally {
  await browser.close()
  await world.close()
}
process.exit(0)

// The title of the browser's tab names what the page shows, so that tabs, bookmarks and the history can be told apart.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { sandboxShop } from '../support/fixtures/console.ts'
import { eventually } from '../support/fixtures/receiver.ts'
import { visitedConsole } from './console-visit.ts'

describe('the title of the tab', () => {
  const { world, visit } = visitedConsole()
  const titled = (page: Page, title: string) =>
    eventually(async () => (await page.title()) === title, `the title “${title}”`)
  const made = async (path: string, body: object) => {
    const answer = await sandboxShop(world()).call('POST', path, body)
    assert.equal(answer.status, 200, answer.text)
    return answer.body.result
  }

  test('a payment, a customer, a plan and a link have the title of their own, and their list has it back', async () => {
    const payment = await made('/v1/payment/spei', {
      total: 1250,
      payment: { reference: { description: 'Pedido Ñandú', number: '77' } },
    })
    const customer = await made('/v1/customer', { name: 'Ana Núñez', email: 'ana@example.mx' })
    const plan = await made('/v1/plan', { name: 'Clase de yoga', amount: 300, period: 'month' })
    const link = await made('/v1/checkout', { amount: 370, description: 'Pedido 9' })
    for (const [path, title] of [
      [`/operations/${payment.transaction}`, '$1,250.00 Pedido Ñandú · Operaciones · Cobro'],
      [`/customers/${customer.id}`, 'Ana Núñez · Clientes · Cobro'],
      [`/plans/${plan.id}`, 'Clase de yoga · Planes · Cobro'],
      [`/links/${link.id}`, '$370.00 Pedido 9 · Links de pago · Cobro'],
    ] as const) {
      const page = await visit(undefined, path)
      await titled(page, title)
      await page.locator('main a', { hasText: '←' }).click()
      await titled(page, title.split(' · ').slice(1).join(' · '))
      await page.goBack()
      await titled(page, title)
      await page.close()
    }
  })

  test('an item that is not there and an address that is not there say so, in English too', async () => {
    await titled(await visit(undefined, '/operations/none'), 'Operaciones · Cobro')
    await titled(await visit(undefined, '/nowhere'), 'Aquí no hay nada · Cobro')
    await titled(await visit(undefined, '/nowhere', { locale: 'en-US' }), 'There is nothing here · Cobro')
  })
})

// The first page of an account that was opened days ago: it compares with days on which there was a shop, and with nothing else.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { person } from '../support/fixtures/console.ts'
import { moveClock, payBySpei, speiVoucher } from '../support/fixtures/payers.ts'
import { visitedConsole } from './console-visit.ts'

describe('the first page of a new account', () => {
  const { world, visit } = visitedConsole()

  test('compares with days since it was opened only, whatever the shown period', async () => {
    const shop = await world().merchant()
    const paid = async (total: number) => {
      const { transaction } = await speiVoucher(shop, { total })
      await payBySpei(shop, { transaction })
    }
    await paid(340)
    await moveClock(shop, { advance: 'P1D' })
    await paid(170)
    const ana = await person(world(), shop, 'owner')
    const page = await visit(ana, '/today')
    const day = page.locator('.card.day')
    await day.getByText('ayer $340.00').waitFor()
    assert.equal(await day.getByText('hace una semana').count(), 0)
    await page.getByText(/^Cuenta abierta el /).waitFor()
    assert.equal(await page.getByText('días anteriores').count(), 0)

    await moveClock(shop, { advance: 'P7D' })
    await paid(85)
    // The day of a week ago is not among the seven that are shown.
    await page.goto(page.url().replace('/today', '/today?days=7'))
    await day.getByText('hace una semana $170.00').waitFor()
    await page.getByText(/^Cuenta abierta el /).waitFor()

    await moveClock(shop, { advance: 'P7D' })
    await page.reload()
    await page.getByText('contra $85.00 de los 7 días anteriores').waitFor()
    await page.context().close()
  })
})

// Causes each event about the account itself: its fees, its books, its exports.
import { setTimeout as pause } from 'node:timers/promises'
import { DAY_MS } from '../../../core/time.ts'
import type { Recipe } from '../recipe.ts'
import { card, charge, MAIL_LOOKS, passTime, TWO_DAYS_MS } from './steps.ts'

/** Longer than any month. */
const A_MONTH_MS = 32 * DAY_MS

export const accountRecipes: Record<string, Recipe> = {
  'fees.month_closed': {
    fields: card,
    make: async (kitchen) => {
      await charge(kitchen)
      return passTime(kitchen, A_MONTH_MS, 'over the end of the month')
    },
  },
  'ledger.month_closed': {
    fields: card,
    make: async (kitchen) => {
      const { cobro } = kitchen
      await charge(kitchen)
      await passTime(kitchen, A_MONTH_MS, 'over the end of the month')
      const { months } = await cobro.ledger.months()
      const ended = months.find(({ status }) => status === 'open')
      if (ended !== undefined) await cobro.ledger.closeMonth(ended.month, { accept_open: true })
      return {}
    },
  },
  'books.head': {
    fields: card,
    make: async (kitchen) => {
      await charge(kitchen)
      return passTime(kitchen, TWO_DAYS_MS, 'to the end of the day')
    },
  },
  'export.finished': {
    fields: { list: '/v1/operations', format: 'csv' },
    make: async ({ cobro, fields, output }) => {
      output.note('Exporting a list …')
      const format = fields.format === 'xlsx' ? 'xlsx' : 'csv'
      const { id } = await cobro.exports.create({ list: fields.list ?? '/v1/operations', format })
      for (let look = 1; look <= MAIL_LOOKS; look += 1) {
        if ((await cobro.exports.get(id)).status !== 'pending') return {}
        await pause(200)
      }
      throw new Error('the export is not finished yet')
    },
  },
}

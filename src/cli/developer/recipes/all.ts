// The API calls that cause each event: what `cobro trigger` does, one recipe an event.
import type { Recipe } from '../recipe.ts'
import { accountRecipes } from './account.ts'
import { affiliateRecipes } from './affiliates.ts'
import { checkoutRecipes } from './checkouts.ts'
import { customerRecipes } from './customers.ts'
import { paymentRecipes } from './payments.ts'
import { payoutRecipes } from './payouts.ts'
import { refundRecipes } from './refunds.ts'

export const recipes: Record<string, Recipe> = {
  ...paymentRecipes,
  ...checkoutRecipes,
  ...refundRecipes,
  ...customerRecipes,
  ...payoutRecipes,
  ...affiliateRecipes,
  ...accountRecipes,
}

// The API calls that cause each event: what `cobro trigger` does, one recipe an event.
import type { Recipe } from './recipe.ts'
import { accountRecipes } from './recipes/account.ts'
import { affiliateRecipes } from './recipes/affiliates.ts'
import { checkoutRecipes } from './recipes/checkouts.ts'
import { customerRecipes } from './recipes/customers.ts'
import { paymentRecipes } from './recipes/payments.ts'
import { payoutRecipes } from './recipes/payouts.ts'
import { refundRecipes } from './recipes/refunds.ts'

export const recipes: Record<string, Recipe> = {
  ...paymentRecipes,
  ...checkoutRecipes,
  ...refundRecipes,
  ...customerRecipes,
  ...payoutRecipes,
  ...affiliateRecipes,
  ...accountRecipes,
}

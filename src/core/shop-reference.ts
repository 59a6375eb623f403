// The reference of a payment as a person knows it.

/** Our own id of a subscription (`newId`), which a shop's own number hardly is. */
const SUBSCRIPTION = /^sub_[0-9a-hjkmnp-tv-z]{26}$/

/** Empty where the shop gave none: the charge of a plan has the id of its subscription there. */
export function shopReference(number: string | null | undefined): string {
  return number && !SUBSCRIPTION.test(number) ? number : ''
}

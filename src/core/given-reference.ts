// The reference of a payment as a person knows it.
/** Empty where the shop gave none: the charge of a plan has the id of its subscription there. */
export function givenReference(number: string | null | undefined): string {
  return number && !/^sub_[a-z0-9]+$/.test(number) ? number : ''
}

// What the console knows of an operation besides its record.

/** What the service knows besides the record. */
export interface Known {
  customer: { id: string; name: string; email: string } | null
  payer: { name: string; clabe: string } | null
  bank: string
  /** Of several: why it was chosen, and those before it that did not get the payment, each with the reason. */
  acquirer: { name: string; because: string; passed: [name: string, why: string][] } | null
  declined: { code: string; text: { es: string; en: string }; reason: string } | null
  external_transaction: string
  operator: string
  net: string
  affiliate: { user: string; amount: string } | null
  payout: { date: string; status: string; amount: string } | null
}

// The form of a checkout: the chosen way, a card sealed in the browser, and one payment however often the button is pressed.
import { mountCardFields } from '../../../client/card-fields.js'
import { refusalOf } from '../../../client/errors.js'

const form = document.getElementById('checkout')
const main = document.getElementById('content')
const payButton = document.getElementById('pay')
const fault = document.getElementById('fault')
const amount = document.getElementById('amount')
const amountFault = document.getElementById('amount-fault')
const { pay: payPath, id, language, labels } = form.dataset
const say = JSON.parse(labels)
const kept = `cobro ${id}`
/** How long after a try without an answer the service is asked what became of it. */
const LEARN_AFTER_MS = [1000, 3000, 9000]
/** How long a payment may take before the payer reads that it does, and before it counts as unanswered. The bank itself has ten seconds. */
const LATE_MS = 8000
const LONGEST_MS = 60000
/** The path that the service is under, behind a proxy. */
const base = payPath.slice(0, payPath.indexOf('/c/'))

const card = document.getElementById('card')
const chain = document.getElementById('store')
const cardFields = card && mountCardFields(card, { baseUrl: `${location.origin}${base}`, publishableKey: id, language })

for (const radio of form.querySelectorAll('input[name=way]')) radio.addEventListener('change', show)
form.addEventListener('submit', (event) => {
  event.preventDefault()
  void pay()
})
// A page that the browser kept comes back as it was left.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})
void tellOfBefore()
forgetQuery()
show()
form.hidden = false
payButton.disabled = false
void learn()

function show() {
  const chosen = way()
  for (const panel of form.querySelectorAll('.panel')) panel.hidden = panel.dataset.way !== chosen
  payButton.textContent = isShown(card) ? say.pay : say.slip
}

/** Whether a field belongs to the chosen way. */
function isShown(field) {
  return field !== null && !field.closest('.panel').hidden
}

async function pay() {
  if (payButton.disabled) return
  fault.textContent = ''
  if (amountFault) amountFault.textContent = ''
  amount?.removeAttribute('aria-invalid')
  // Before the card: what is paid comes first.
  if (amount && !isWithin(amount)) return askAmount()
  payButton.disabled = true
  payButton.textContent = say.working
  const late = setTimeout(() => {
    payButton.textContent = say.late
    document.getElementById('announcement').textContent = say.late
  }, LATE_MS)
  const { watch } = main.dataset
  // What this page pays for is not another payment under way.
  main.dataset.watch = ''
  try {
    const answer = await (isShown(card) ? cardFields.sealed('POST /c/pay', ask) : ask({}))
    if (answer?.state === 'done') return leaveFor(answer.next)
    if (answer?.state === 'declined') tellDeclined(answer)
  } catch (error) {
    fault.textContent = error.status === undefined ? say.broken : error.message
    if (error.status === undefined) void learnSoon()
    if (error.messages?.amount && amount) {
      fault.textContent = ''
      askAmount(error.message)
    }
    // It ended meanwhile: the page says how.
    if (error.reason?.startsWith('checkout-')) location.reload()
  }
  clearTimeout(late)
  main.dataset.watch = watch
  payButton.disabled = false
  show()
}

function leaveFor(next) {
  keep({ ...read(), next })
  cardFields?.clear()
  location.assign(next)
}

function tellDeclined({ message }) {
  keep({})
  fault.textContent = say.declined.replace('{why}', message)
}

/** The connection may be back in a moment, and the payment made meanwhile: then the page leads to it. */
async function learnSoon() {
  for (const wait of LEARN_AFTER_MS) {
    await new Promise((resolve) => setTimeout(resolve, wait))
    // Pressed again: that answer counts.
    if (payButton.disabled || fault.textContent !== say.broken) return
    const next = await learn()
    if (next !== undefined) return leaveFor(next)
  }
}

/** What became of a try whose answer was lost: its payment is told here, or why it was declined. Returns the address of the payment. */
async function learn() {
  const { attempt } = unfinished()
  if (attempt === undefined) return undefined
  const made = await madeBy(attempt)
  // Pressed again meanwhile.
  if (made === undefined || payButton.disabled || unfinished().attempt !== attempt) return undefined
  if (made.state === 'declined') tellDeclined(made)
  if (made.state !== 'done') return undefined
  keep({ attempt, next: made.next })
  void tellOfBefore()
  return made.next
}

/** What a try has made, as the service knows it; undefined when it has made nothing, or the service does not answer. */
async function madeBy(attempt) {
  const response = await fetch(`${main.dataset.watch}?attempt=${attempt}&lang=${language}`, {
    cache: 'no-store',
  }).catch(() => undefined)
  const { attempt: made } = response?.ok ? await response.json().catch(() => ({})) : {}
  return made
}

function isWithin({ dataset: { least, most } }) {
  const typed = typedAmount()
  return /^\d+(\.\d{1,2})?$/.test(typed) && Number(typed) >= Number(least) && Number(typed) <= Number(most)
}

/** As people write it: `$1,250.50`. */
function typedAmount() {
  return amount.value.replace(/[\s$]/g, '').replace(/,(?=\d{3}(\D|$))/g, '')
}

function askAmount(why = document.getElementById('amount-hint').textContent) {
  amountFault.textContent = why
  amount.setAttribute('aria-invalid', 'true')
  amount.focus()
}

/** Tries of the same page, in any tab, have one name until a card was declined: they make one payment. */
async function ask(sealed) {
  const { attempt = name() } = unfinished()
  keep({ attempt })
  const body = {
    way: way(),
    attempt,
    ...(amount && { amount: typedAmount() }),
    ...(isShown(chain) && { store: chain.value }),
    ...sealed,
  }
  const ending = new AbortController()
  const timer = setTimeout(() => ending.abort(), LONGEST_MS)
  const response = await fetch(`${payPath}?lang=${language}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'accept-language': language },
    body: JSON.stringify(body),
    signal: ending.signal,
  }).catch(unanswered)
  // Cut off in the middle, or a proxy's own page: the payment may have been made.
  const answer = await response.json().catch(unanswered)
  clearTimeout(timer)
  if (response.ok) return answer
  const refusal = refusalOf(response.status, answer, response.headers)
  if (refusal.code === '' || refusal.reason === 'internal') unanswered(refusal)
  throw refusal
}

/** Not an error of the card's form, which would tell of the connection and not of the payment. */
function unanswered(cause) {
  throw new Error(say.broken, { cause })
}

function way() {
  return form.elements.way.value
}

/** The payer paid here before, and may be about to pay twice. Whose bank declined, or whose slip is over, has not paid. */
async function tellOfBefore() {
  const { attempt, next } = read()
  if (next === undefined) return
  const made = attempt === undefined ? undefined : await madeBy(attempt)
  if (read().next !== next) return
  if (made?.state === 'declined' || made?.state === 'ended') return keep({})
  const before = document.getElementById('before')
  before.querySelector('a').href = next
  before.hidden = false
}

/** A try without an answer: its payment may have been made. */
function unfinished() {
  const { attempt, next } = read()
  return next === undefined && attempt !== undefined ? { attempt } : {}
}

/** The address says which checkout it is, and nothing else. */
function forgetQuery() {
  const address = new URL(location.href)
  address.searchParams.delete('transaction')
  history.replaceState(null, '', address)
}

function name() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function read() {
  try {
    return JSON.parse(localStorage.getItem(kept) ?? '{}')
  } catch {
    return {}
  }
}

function keep(what) {
  try {
    localStorage.setItem(kept, JSON.stringify(what))
  } catch {
    // A browser that stores nothing tells each page apart.
  }
}

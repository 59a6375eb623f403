// The demo shop's page: the basket, the way to its checkout, and what became of the order.
const say = JSON.parse(document.body.dataset.texts)
const language = document.documentElement.lang
const shop = document.getElementById('shop')
const payButton = document.getElementById('pay')
const fault = document.getElementById('fault')
const result = document.getElementById('result')
const POLL_MS = 1000
/** The path that this service is under, behind a proxy. */
const base = document.documentElement.dataset.base ?? ''

const counts = { coffee: 1 }
/** The order whose state is being looked at: what is answered about another one comes too late. */
let watched
let isOrdering = false

show()
void resume()
// A page that the browser kept comes back as it was left: with the order that its address names.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})
for (const item of document.querySelectorAll('.product')) {
  item.addEventListener('click', (event) => {
    const step = Number(event.target.dataset?.step ?? 0)
    if (step === 0) return
    const id = item.dataset.product
    const most = Number(item.querySelector('.stepper').dataset.most)
    counts[id] = Math.min(Math.max((counts[id] ?? 0) + step, 0), most)
    show()
  })
}

shop.addEventListener('submit', async (event) => {
  event.preventDefault()
  // Whoever goes on choosing meanwhile does not order twice.
  if (isOrdering) return
  fault.textContent = ''
  isOrdering = true
  payButton.disabled = true
  payButton.textContent = say.paying
  const order = await ask('/demo/orders', { basket: counts })
  if (order) {
    nameOrder(order.id)
    location.assign(order.url)
    return
  }
  isOrdering = false
  show()
})

function show() {
  let centavos = 0
  for (const item of document.querySelectorAll('.product')) {
    const count = counts[item.dataset.product] ?? 0
    item.querySelector('output').textContent = count
    item.querySelector('[data-step="-1"]').disabled = count === 0
    centavos += count * Number(item.dataset.centavos)
  }
  const amount = pesos(centavos / 100)
  document.getElementById('total').textContent = amount
  if (isOrdering) return
  payButton.textContent = say.pay.replace('{amount}', amount)
  payButton.disabled = centavos === 0
}

function showOrder(order) {
  watched = undefined
  const amount = pesos(order.total)
  const views = {
    paid: () => [
      element('h2', say.paid),
      element('p', say.paidText.replace('{amount}', amount)),
      actions(link(order.url, say.receipt, 'button plain'), againButton()),
    ],
    waiting: () => [
      element('h2', say.waiting),
      element('p', say.waitingText.replace('{amount}', amount)),
      actions(link(order.url, say.goOn, 'button'), againButton()),
    ],
    over: () => [element('h2', say.over), actions(againButton())],
  }
  result.replaceChildren(...views[order.state]())
  result.dataset.state = order.state
  result.hidden = false
  shop.hidden = true
  result.focus()
  result.scrollIntoView({ block: 'nearest' })
  if (order.state === 'waiting') watch(order)
}

/** A slip may be paid meanwhile; the bank may answer at last. */
function watch(order) {
  watched = order
  setTimeout(async () => {
    if (watched !== order) return
    const now = await ask(`/demo/orders/${order.id}`)
    if (watched !== order) return
    if (now && now.state !== order.state) showOrder(now)
    else watch(order)
  }, POLL_MS)
}

/** The buyer is back, or has loaded the page again. What the address says besides the order is not believed. */
async function resume() {
  const id = new URL(location.href).searchParams.get('order')
  if (id === null) return
  nameOrder(id)
  const now = await ask(`/demo/orders/${encodeURIComponent(id)}`)
  if (now) showOrder(now)
}

/** The address names the order, so that it stays when the page is loaded again; `undefined`: none. */
function nameOrder(id) {
  const address = new URL(location.href)
  address.searchParams.delete('transaction')
  if (id === undefined) address.searchParams.delete('order')
  else address.searchParams.set('order', id)
  history.replaceState(null, '', address)
}

async function ask(path, body) {
  const headers = { 'accept-language': language, ...(body && { 'content-type': 'application/json' }) }
  try {
    const response = await fetch(
      `${base}${path}`,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    )
    if (response.ok) return await response.json()
  } catch {
    // Said below: the shop did not answer.
  }
  fault.textContent = say.broken
  return undefined
}

function againButton() {
  const button = element('button', say.again, 'button plain')
  button.type = 'button'
  button.addEventListener('click', () => {
    watched = undefined
    nameOrder(undefined)
    result.hidden = true
    shop.hidden = false
    show()
  })
  return button
}

function actions(...children) {
  const group = element('div', '', 'actions')
  group.append(...children)
  return group
}

function link(href, text, className) {
  const anchor = element('a', text, className)
  anchor.href = href
  return anchor
}

function element(name, text, className = '') {
  const made = document.createElement(name)
  made.textContent = text
  made.className = className
  return made
}

function pesos(amount) {
  return new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' }).format(Number(amount))
}

// The demo shop's page: basket, way to pay, and what became of the order.
import { mountCardFields } from '../../client/card-fields.js'

const { key: publishableKey, texts } = document.body.dataset
const say = JSON.parse(texts)
const language = document.documentElement.lang
const shop = document.getElementById('shop')
const payButton = document.getElementById('pay')
const fault = document.getElementById('fault')
const result = document.getElementById('result')
const POLL_MS = 1000
/** The path that this service is under, behind a proxy. */
const base = document.documentElement.dataset.base ?? ''

const cardFields = mountCardFields(document.getElementById('card'), {
  baseUrl: `${location.origin}${base}`,
  publishableKey,
  language,
})
const counts = { coffee: 1 }
/** The order whose state is being looked at: what is answered about another one comes too late. */
let watched
let isPaying = false

show()
void resume()
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
for (const radio of shop.elements.method) radio.addEventListener('change', show)

shop.addEventListener('submit', async (event) => {
  event.preventDefault()
  fault.textContent = ''
  const method = shop.elements.method.value
  isPaying = true
  await busy(payButton, async () => {
    const card = method === 'card' ? await cardFields.tokenise() : undefined
    if (method === 'card' && card === undefined) return
    const order = await ask('/demo/orders', {
      basket: counts,
      method,
      ...(card && { token: card.token }),
      ...(method === 'store' && { store: document.getElementById('chain').value }),
    })
    if (order?.state === 'declined') fault.textContent = `${say.declinedTitle}: ${order.message}`
    else if (order) {
      showOrder(order)
      if (order.state === 'authenticating') location.assign(order.payerUrl)
    }
  })
  isPaying = false
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
  const method = shop.elements.method.value
  for (const panel of document.querySelectorAll('.panel')) panel.hidden = panel.dataset.method !== method
  const amount = pesos(centavos / 100)
  document.getElementById('total').textContent = amount
  // Whoever goes on choosing meanwhile does not pay twice.
  if (isPaying) return
  payButton.textContent = (method === 'card' ? say.pay : say.makeSlip).replace('{amount}', amount)
  payButton.disabled = centavos === 0
}

function showOrder(order) {
  watched = undefined
  const views = {
    paid: paidView,
    pending: pendingView,
    authenticating: authenticatingView,
    confirming: confirmingView,
    declined: declinedView,
    over: overView,
  }
  result.replaceChildren(...views[order.state](order))
  result.dataset.state = order.state
  result.hidden = false
  shop.hidden = true
  keep(order)
  result.focus()
  result.scrollIntoView({ block: 'nearest' })
  if (['pending', 'authenticating', 'confirming'].includes(order.state)) watch(order)
}

function paidView(order) {
  cardFields.clear()
  return [
    element('h2', say.paid),
    element('p', say.paidText.replace('{amount}', pesos(order.total))),
    actions(link(order.url, say.receipt), againButton()),
  ]
}

function pendingView(order) {
  const views = [element('h2', say.waiting), element('p', say.waitingText.replace('{amount}', pesos(order.total)))]
  if (order.clabe) {
    const digits = order.clabe.replace(/^(\d{3})(\d{3})(\d{11})(\d)$/, '$1 $2 $3 $4')
    views.push(element('p', say.clabe, 'quiet'), element('p', digits, 'digits'))
  }
  if (order.reference) {
    const digits = order.reference.replace(/(\d{4})(?=\d)/g, '$1 ')
    views.push(element('p', say.reference, 'quiet'), element('p', digits, 'digits'))
  }
  if (order.payBefore) {
    const date = new Intl.DateTimeFormat(language === 'es' ? 'es-MX' : 'en', {
      dateStyle: 'full',
      timeStyle: 'short',
      timeZone: 'America/Mexico_City',
    }).format(new Date(order.payBefore))
    views.push(element('p', say.payBefore.replace('{date}', date), 'quiet'))
  }
  const payNow = element('button', say.payNow, 'button')
  payNow.type = 'button'
  payNow.addEventListener('click', () =>
    busy(payNow, async () => {
      const paid = await ask(`/demo/orders/${order.id}/pay`, {})
      if (paid) showOrder({ ...order, ...paid })
    }),
  )
  return [...views, actions(payNow, link(order.url, say.slip), againButton())]
}

/** The payer came back too early, or another way. */
function authenticatingView(order) {
  cardFields.clear()
  const toBank = element('a', say.goToBank, 'button')
  toBank.href = order.payerUrl
  return [
    element('h2', say.toBank),
    element('p', say.toBankText.replace('{amount}', pesos(order.total))),
    actions(toBank, againButton()),
  ]
}

/** The bank may have taken the money: nothing on the page pays again. */
function confirmingView(order) {
  cardFields.clear()
  return [element('h2', say.confirming), element('p', say.confirmingText.replace('{amount}', pesos(order.total)))]
}

function declinedView() {
  return [element('h2', say.declinedTitle), element('p', say.declinedText), actions(againButton())]
}

function overView() {
  return [element('h2', say.over), actions(againButton())]
}

/** Somebody may pay on the slip's own page; the bank may answer at last. */
function watch(order) {
  watched = order
  setTimeout(async () => {
    if (watched !== order) return
    const now = await ask(`/demo/orders/${order.id}`)
    if (watched !== order) return
    if (now && now.state !== order.state) showOrder({ ...order, ...now })
    else watch(order)
  }, POLL_MS)
}

/** The order stays where it is when the page is loaded again. */
function keep(order) {
  if (order.id === undefined) return
  sessionStorage.setItem(`order ${order.id}`, JSON.stringify(order))
  const address = new URL(location.href)
  address.searchParams.set('order', order.id)
  address.searchParams.delete('transaction')
  history.replaceState(null, '', address)
}

/** What was known of the order before the page was loaded again, and its state now. */
async function resume() {
  const { searchParams } = new URL(location.href)
  // The payer is back from the bank.
  const id = searchParams.get('transaction') ?? searchParams.get('order')
  if (id === null) return
  const now = await ask(`/demo/orders/${encodeURIComponent(id)}`)
  if (now) showOrder({ ...JSON.parse(sessionStorage.getItem(`order ${id}`) ?? '{}'), ...now })
}

function leave() {
  const address = new URL(location.href)
  address.searchParams.delete('order')
  address.searchParams.delete('transaction')
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

async function busy(button, work) {
  const before = button.textContent
  button.disabled = true
  button.textContent = say.paying
  try {
    await work()
  } finally {
    button.disabled = false
    button.textContent = before
  }
}

function againButton() {
  const button = element('button', say.again, 'button plain')
  button.type = 'button'
  button.addEventListener('click', () => {
    watched = undefined
    leave()
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

function link(href, text) {
  const anchor = element('a', text, 'button plain')
  anchor.href = href
  anchor.target = '_blank'
  anchor.rel = 'noopener'
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

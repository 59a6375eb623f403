// The reference's pages: finding a call, sending one, and sealing a test card for it with the client's own modules.
const find = document.getElementById('find')
find?.addEventListener('input', () => {
  const words = find.value.toLowerCase().split(/\s+/)
  let count = 0
  for (const group of document.querySelectorAll('.group')) {
    for (const item of group.querySelectorAll('li')) {
      const text = item.textContent.toLowerCase()
      item.hidden = !words.every((word) => text.includes(word))
      if (!item.hidden) count += 1
    }
    group.hidden = group.querySelector('li:not([hidden])') === null
  }
  const found = document.getElementById('found')
  found.textContent = found.dataset.text.replace('{count}', count)
})

// Links to a call of the pages before: /docs#/Payments/createCardPayment.
// The path that this service is under, behind a proxy.
const base = document.documentElement.dataset.base ?? ''
const former = /^#\/[^/]+\/(\w+)$/.exec(location.hash)?.[1]
if (find && former) location.replace(`${base}/docs/calls/${former}`)

const form = document.getElementById('call')
if (form) {
  const { programs } = await import(`${base}/docs/samples/request-programs.js`)
  const say = JSON.parse(form.dataset.say)
  const by = (id) => document.getElementById(id)
  const { language } = document.body.dataset

  const asked = () => {
    let path = form.dataset.path
    const query = new URLSearchParams()
    const headers = { accept: 'application/json', 'accept-language': language }
    const key = by('app-key')?.value
    const token = by('token')?.value.trim()
    if (token) headers.authorization = `Bearer ${token}`
    else if (key) headers.authorization = `Basic ${base64(`${key}:${by('app-secret').value}`)}`
    for (const field of form.querySelectorAll('[data-in]')) {
      const { in: place, name } = field.dataset
      if (place === 'path') path = path.replace(`{${name}}`, encodeURIComponent(field.value))
      else if (field.value !== '' && place === 'query') query.set(name, field.value)
      else if (field.value !== '') headers[name] = field.value
    }
    const file = by('file')?.files[0]
    const text = by('body')?.value
    if (file) headers['content-type'] = file.type
    else if (text) headers['content-type'] = 'application/json'
    const address = `${location.origin}${base}${path}${query.size > 0 ? `?${query}` : ''}`
    return { address, init: { method: form.dataset.method, headers, body: file ?? (text || undefined) } }
  }

  const showCommand = () => {
    const { address, init } = asked()
    const { authorization, accept, 'accept-language': _, ...headers } = init.headers
    const isBearer = authorization?.startsWith('Bearer')
    const { body } = init
    const request = {
      method: init.method,
      address,
      basic: authorization && !isBearer ? { key: by('app-key').value, secret: by('app-secret').value } : undefined,
      headers: { ...(isBearer && { Authorization: authorization }), ...headers },
      body: body && (typeof body === 'string' ? { text: body } : { file: body.name }),
    }
    for (const [name, { of }] of Object.entries(programs)) by(`command-${name}`).textContent = of(request)
  }
  form.addEventListener('input', showCommand)
  showCommand()

  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    const { address, init } = asked()
    const button = form.querySelector('[type=submit]')
    button.disabled = true
    button.textContent = say.sending
    const began = performance.now()
    try {
      const response = await fetch(address, init)
      const took = Math.round(performance.now() - began)
      const type = response.headers.get('content-type') ?? ''
      const text = /json|text|csv|xml/.test(type)
        ? await response.text()
        : `${type}, ${(await response.blob()).size} bytes`
      show(`${response.status} · ${took} ms`, readable(text), response.ok)
    } catch {
      show(say.noAnswer, '', false)
    }
    button.disabled = false
    button.textContent = say.send
  })

  const show = (title, text, ok) => {
    const heading = document.createElement('h3')
    heading.textContent = `${say.answer}: ${title}`
    heading.className = ok ? 'good' : 'bad'
    const body = document.createElement('pre')
    body.tabIndex = 0
    body.setAttribute('role', 'region')
    body.setAttribute('aria-label', say.answer)
    body.textContent = text
    by('answer').replaceChildren(heading, ...(text === '' ? [] : [body]))
  }

  by('seal')?.addEventListener('click', async () => {
    by('seal').disabled = true
    try {
      by('body').value = JSON.stringify(await sealed(by('sealing').dataset.call), null, 2)
      by('seal-said').textContent = say.sealed
      showCommand()
    } catch (fault) {
      by('seal-said').textContent = say.sealFault.replace('{reason}', fault.message)
    }
    by('seal').disabled = false
  })

  /** The sealed body of the call: of a card, or of a charge with a fresh token of that card. */
  const sealed = async (operationId) => {
    const [{ createCall }, { createSealer }, { wireCharge }] = await Promise.all(
      ['call', 'sealer', 'charge'].map((name) => import(`${base}/client/${name}.js`)),
    )
    const token = by('token').value.trim()
    const credential = token ? { token } : { appKey: by('app-key').value, appSecret: by('app-secret').value }
    const call = createCall({ baseUrl: `${location.origin}${base}`, language, ...credential })
    const sealer = createSealer(call, credential)
    const card = {
      cardholder_name: by('seal-holder').value,
      number: by('seal-card').value,
      expiration: `${String(new Date().getFullYear() + 3).slice(2)}12`,
      cvv: '123',
    }
    if (operationId === 'createToken') return sealer.send('POST /v1/token', card, async (body) => body)
    const { token: recurrent } = await sealer.send('POST /v1/token', card, (body) => call('POST /v1/token', { body }))
    const charge = wireCharge({
      recurrent,
      payment: {
        external: { transaction: crypto.randomUUID() },
        total: { amount: by('seal-amount').value },
        reference: { description: by('seal-concept').value },
      },
    })
    return sealer.send('POST /v1/payment/card', charge, async (body) => body)
  }
}

/** Of the text in UTF-8: `btoa` alone takes Latin letters only. */
function base64(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)))
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

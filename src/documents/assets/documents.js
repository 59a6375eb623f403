// The pages of the documents: finding a page, copying a sample, its language, and the reader's own key in all samples.
const base = document.documentElement.dataset.base ?? ''
const language = document.body.dataset.language
const say = JSON.parse(document.body.dataset.say)
const by = (id) => document.getElementById(id)
const lang = new URLSearchParams(location.search).get('lang')

tabs()
copies()
ownKey()
search()

/** A sample in several programs shows one; the choice holds for all samples and later pages. */
function tabs() {
  const groups = [...document.querySelectorAll('[data-tabs]')]
  const choose = (program) => {
    for (const group of groups)
      for (const pre of group.querySelectorAll('pre')) {
        const chosen = pre.dataset.program === program
        pre.hidden = !chosen
        const tab = by(`${pre.id}-tab`)
        tab.setAttribute('aria-selected', chosen)
        tab.tabIndex = chosen ? 0 : -1
      }
    keep('localStorage', 'program', program)
  }
  for (const [at, group] of groups.entries()) {
    const list = element('div', { role: 'tablist', 'aria-label': say.programs })
    for (const pre of group.querySelectorAll('pre')) {
      const { program, label } = pre.dataset
      pre.id = `sample-${at}-${program}`
      pre.setAttribute('role', 'tabpanel')
      pre.setAttribute('aria-labelledby', `${pre.id}-tab`)
      pre.removeAttribute('aria-label')
      const tab = element(
        'button',
        { type: 'button', role: 'tab', id: `${pre.id}-tab`, 'aria-controls': pre.id },
        label,
      )
      tab.addEventListener('click', () => choose(program))
      list.append(tab)
    }
    list.addEventListener('keydown', (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
      if (!step) return
      const all = [...list.children]
      const next = all.at((all.indexOf(document.activeElement) + step) % all.length)
      next.click()
      next.focus()
    })
    group.prepend(list)
  }
  const kept = keptIn('localStorage', 'program')
  if (groups.length > 0) choose(['curl', 'node', 'php', 'python'].includes(kept) ? kept : 'curl')
}

function copies() {
  for (const code of document.querySelectorAll('.code')) {
    const button = element('button', { type: 'button', class: 'copy' }, say.copy)
    button.addEventListener('click', async () => {
      if (!(await isCopied(code.querySelector('pre:not([hidden])')))) return
      button.textContent = say.copied
      setTimeout(() => {
        button.textContent = say.copy
      }, 2_000)
    })
    code.append(button)
  }
}

/** By the clipboard where there is one, else by marking the sample, as pages without HTTPS must. */
async function isCopied(pre) {
  try {
    await navigator.clipboard.writeText(pre.textContent)
    return true
  } catch {
    getSelection().selectAllChildren(pre)
    return document.execCommand('copy')
  }
}

/** The samples' credential becomes the reader's, which stays in this tab. */
function ownKey() {
  const panel = document.querySelector('.key')
  const form = panel.querySelector('form')
  panel.hidden = false
  const texts = []
  const walk = document.createTreeWalker(by('content'), NodeFilter.SHOW_TEXT)
  while (walk.nextNode())
    if (walk.currentNode.parentElement.closest('.code')) texts.push([walk.currentNode, walk.currentNode.data])
  const apply = (key, secret) => {
    for (const [node, text] of texts)
      node.data = key ? text.replaceAll(/sk_dev_0{32}:sandbox/g, () => `${key}:${secret}`) : text
    if (key && by('app-key')) {
      by('app-key').value = key
      by('app-secret').value = secret
      by('app-key').dispatchEvent(new Event('input', { bubbles: true }))
    }
  }
  const [key, secret] = JSON.parse(keptIn('sessionStorage', 'credential') ?? '[]')
  if (key) {
    by('my-key').value = key
    by('my-secret').value = secret
    addEventListener('load', () => apply(key, secret))
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    const given = [by('my-key').value.trim(), by('my-secret').value.trim()]
    keep('sessionStorage', 'credential', JSON.stringify(given))
    apply(...given)
  })
  by('forget-key').addEventListener('click', () => {
    keep('sessionStorage', 'credential', '[]')
    form.reset()
    apply()
  })
}

function search() {
  const input = by('search')
  const hits = by('hits')
  input.parentElement.hidden = false
  let loading
  const load = () => {
    const read = async (path) => {
      const answer = await fetch(`${base}${path}`, { headers: { 'accept-language': language } })
      if (!answer.ok) throw new Error(`${path} answers ${answer.status}`)
      return answer.json()
    }
    loading ??= Promise.all([read('/docs/calls.json'), read(`/docs/search/${language}.json`)])
      .then((all) =>
        all
          .flat()
          .map((one) => ({ ...one, in: { page: bare(one.page), section: bare(one.section), words: bare(one.words) } })),
      )
      .catch((error) => {
        loading = undefined
        throw error
      })
    return loading
  }
  /** What could not be read is read anew at the next key, and the reader is told. */
  const tellUnread = () => {
    hits.replaceChildren(element('p', {}, say.unread))
    hits.hidden = false
    by('hits-said').textContent = say.unread
  }
  const show = async () => {
    const wanted = bare(input.value).split(/\s+/).filter(Boolean)
    if (wanted.length === 0) {
      hits.hidden = true
      return
    }
    // A read that began before this key may have met what is over by now.
    const all = await load().catch(load).catch(tellUnread)
    if (all === undefined) return
    if (wanted.join(' ') !== bare(input.value).split(/\s+/).filter(Boolean).join(' ')) return
    const found = all
      .map((one) => ({ one, weight: weightOf(one.in, wanted) }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight)
      .slice(0, 12)
    const list = element('ul', {})
    for (const { one } of found) {
      const link = element(
        'a',
        { href: `${base}${withLanguage(one.href)}` },
        one.section ? `${one.page} · ${one.section}` : one.page,
      )
      if (one.beginning) link.append(element('small', {}, one.beginning))
      const item = element('li', {})
      item.append(link)
      list.append(item)
    }
    hits.replaceChildren(found.length > 0 ? list : element('p', {}, say.nothing))
    hits.hidden = false
    by('hits-said').textContent = found.length > 0 ? String(found.length) : say.nothing
  }
  input.addEventListener('focus', () => load().catch(() => {}), { once: true })
  input.addEventListener('input', show)
  input.parentElement.addEventListener('keydown', (event) => {
    const links = [...hits.querySelectorAll('a')]
    const at = links.indexOf(document.activeElement)
    if (event.key === 'Escape') {
      hits.hidden = true
      input.focus()
    } else if (event.key === 'ArrowDown' && links.length > 0) links[Math.min(at + 1, links.length - 1)].focus()
    else if (event.key === 'ArrowUp' && at >= 0) (links[at - 1] ?? input).focus()
    else if (event.key === 'Enter' && document.activeElement === input && links.length > 0) links[0].click()
    else return
    event.preventDefault()
  })
  addEventListener('click', (event) => {
    if (!input.parentElement.contains(event.target)) hits.hidden = true
  })
  addEventListener('keydown', (event) => {
    if (event.key !== '/' || /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement?.tagName ?? '')) return
    event.preventDefault()
    input.focus()
  })
}

/** Words of other services for what the documents call by one word. */
const SAME = [
  ['devolucion', 'refund', 'reembolso'],
  ['aclaracion', 'dispute', 'chargeback', 'contracargo', 'disputa'],
  ['ficha', 'voucher', 'slip'],
  ['liquidacion', 'dispersion', 'payout', 'deposito'],
  ['llave', 'credencial', 'credential', 'api key', 'apikey', 'key'],
  ['cancelacion', 'reversal', 'reverso', 'anular', 'void'],
  ['suscripcion', 'plan', 'subscription', 'domiciliacion', 'recurrente', 'recurring'],
  ['webhook', 'notificacion', 'notification', 'callback', 'ipn'],
  ['meses sin intereses', 'months without interest', 'msi', 'instalments', 'installments', 'mensualidades'],
  ['link de pago', 'payment link', 'liga'],
  ['conciliacion', 'reconciliation'],
]

/** Every wanted word, or one that means the same, must begin a word; titles count more than texts. */
function weightOf(one, wanted) {
  let sum = one.section === '' ? 1 : 0
  for (const word of wanted) {
    const same = word.length < 3 ? [] : SAME.filter((group) => group.some((other) => other.startsWith(word))).flat()
    const weight = Math.max(weightOfWord(one, word), ...same.map((other) => weightOfWord(one, other) / 2))
    if (weight === 0) return 0
    sum += weight
  }
  return sum
}

function weightOfWord({ page, section, words }, word) {
  const begins = (text) => text.startsWith(word) || text.includes(` ${word}`) || text.includes(`/${word}`)
  return (begins(page) ? 8 : 0) + (begins(section) ? 6 : 0) + (begins(words) ? 1 : 0)
}

function bare(text) {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim()
}

function withLanguage(href) {
  if (!lang) return href
  const [path, place] = href.split('#')
  return `${path}?lang=${lang}${place === undefined ? '' : `#${place}`}`
}

function element(name, attributes, text = '') {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.textContent = text
  return made
}

/** A browser may refuse to keep anything. */
function keep(where, name, value) {
  try {
    window[where].setItem(`cobro-docs-${name}`, value)
  } catch {}
}

function keptIn(where, name) {
  try {
    return window[where].getItem(`cobro-docs-${name}`)
  } catch {
    return null
  }
}

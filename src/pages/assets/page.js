// Keeps a payer's page up to date and its buttons working; without it the page still says everything.
const FIRST_WAIT_MS = 3000
const LONGEST_WAIT_MS = 30000
/** How long an answer may take: a lost one would end the watch for ever. */
const LONGEST_ANSWER_MS = 20000

let waitMs = FIRST_WAIT_MS
let timer

prepare()
watch()
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'visible') return
  waitMs = FIRST_WAIT_MS
  void look()
})

function prepare() {
  for (const button of document.querySelectorAll('button[data-copy]')) {
    button.hidden = false
    button.addEventListener('click', () => copy(button))
  }
  for (const note of document.querySelectorAll('.live')) note.hidden = false
  for (const button of document.querySelectorAll('button[data-enlarge]')) {
    const whole = button.parentElement.querySelector('dialog')
    const open = () => whole.showModal()
    button.hidden = false
    button.addEventListener('click', open)
    button.previousElementSibling.addEventListener('click', open)
    whole.addEventListener('click', () => whole.close())
  }
  if (navigator.share) {
    for (const button of document.querySelectorAll('button[data-share]')) {
      const { share: url, shareText: text } = button.dataset
      button.hidden = false
      // Who closes the sheet has changed their mind.
      button.addEventListener('click', () => navigator.share({ text, url }).catch(() => undefined))
    }
    for (const link of document.querySelectorAll('a[data-share-by]')) link.hidden = true
  }
}

function watch() {
  clearTimeout(timer)
  if (!main().dataset.watch) return
  timer = setTimeout(look, waitMs)
  waitMs = Math.min(waitMs * 1.1, LONGEST_WAIT_MS)
}

async function look() {
  clearTimeout(timer)
  // A page to leave: loaded again, it leads on.
  const { watch: address, state, leave } = main().dataset
  if (!address) return
  if (document.visibilityState === 'visible') {
    try {
      const answer = await fetched(address)
      if (answer.ok && (await answer.json()).state !== state) await (leave === undefined ? renew() : location.reload())
    } catch {
      // No network for a moment: the next look may find it again.
    }
  }
  watch()
}

function fetched(address) {
  const ending = new AbortController()
  setTimeout(() => ending.abort(), LONGEST_ANSWER_MS)
  return fetch(address, { cache: 'no-store', signal: ending.signal })
}

/** Puts the new page in place of the old one and says what changed. */
async function renew() {
  const answer = await fetched(location.href)
  if (!answer.ok) return
  const next = new DOMParser().parseFromString(await answer.text(), 'text/html')
  const page = next.getElementById('page')
  if (!page) return
  document.getElementById('page').replaceWith(document.adoptNode(page))
  document.title = next.title
  document.getElementById('announcement').textContent = main().dataset.announce
  waitMs = FIRST_WAIT_MS
  prepare()
}

async function copy(button) {
  const text = button.dataset.copy
  if (!(await written(text))) return
  const label = button.querySelector('span')
  const before = label.textContent
  label.textContent = button.dataset.copied
  button.classList.add('done')
  document.getElementById('announcement').textContent = button.dataset.copied
  setTimeout(() => {
    label.textContent = before
    button.classList.remove('done')
  }, 2500)
}

/** By the clipboard where there is one, else by selecting the number, as pages without HTTPS must. */
async function written(text) {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    const digits = document.querySelector('.pay > .digits')
    if (!digits) return false
    getSelection().selectAllChildren(digits)
    return document.execCommand('copy')
  }
}

function main() {
  return document.getElementById('content')
}

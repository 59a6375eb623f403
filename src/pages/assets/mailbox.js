// Puts messages that arrive at the top of the list, so that nobody has to reload; what is unfolded stays so.
const WAIT_MS = 2000

setInterval(look, WAIT_MS)

async function look() {
  if (document.visibilityState !== 'visible') return
  try {
    const answer = await fetch(location.href, { cache: 'no-store' })
    if (answer.ok) show(new DOMParser().parseFromString(await answer.text(), 'text/html'))
  } catch {
    // No network for a moment: the next look may find it again.
  }
}

function show(next) {
  const list = document.getElementById('messages')
  const known = new Set([...list.children].map((item) => item.dataset.id))
  const fresh = [...next.querySelectorAll('#messages > li')].filter((item) => !known.has(item.dataset.id))
  for (const item of fresh) item.classList.add('new')
  list.prepend(...fresh.map((item) => document.adoptNode(item)))
  document.getElementById('empty').hidden = list.children.length > 0
}

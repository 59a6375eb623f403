// The copy buttons of the first page.
const said = document.querySelector('#said')

for (const button of document.querySelectorAll('[data-copy]')) {
  if (!navigator.clipboard) continue
  const label = button.textContent
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent)
    button.textContent = said.textContent = document.body.dataset.copied
    setTimeout(() => {
      button.textContent = label
      said.textContent = ''
    }, 2000)
  })
}

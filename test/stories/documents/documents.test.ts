// Whoever runs the service has its documentation with it: every document is a page, reachable from /docs, and every link leads on.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { rendered } from '../../../src/documents/render.ts'
import { onOneEngine, openWorld } from '../../support/harness/world.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

onOneEngine('the documents are served', (world) => {
  const get = (url: string, language = 'en') =>
    world().send({ method: 'GET', url, headers: { 'accept-language': language } })

  test('the index lists what people use, and leads to what contributors read; the description of the calls links to it', async () => {
    const { body } = await get('/openapi.json')
    // Tools that check a description want whole addresses.
    assert.equal(body.externalDocs.url, `${body.servers[0].url}/docs/pages`)
    const index = await get('/docs/pages')
    assert.equal(index.status, 200)
    const contributors = await get('/docs/pages/contributors')
    assert.ok(index.text.includes('href="/docs/pages/contributors"'))
    let inside = 0
    for (const path of ['README.md', 'CONTRIBUTING.md', ...globSync('docs/**/*.md', { cwd: root })]) {
      if (/guides\/es\/|\.es\.md$/.test(path)) continue
      const isInside = /decisions\/|ARCHITECTURE|CONTRIBUTING|docs\/(performance|schema)/.test(path)
      inside += isInside ? 1 : 0
      assert.equal(index.text.includes(`href="/docs/pages/${path}"`), !isInside, path)
      assert.equal(contributors.text.includes(`href="/docs/pages/${path}"`), isInside, path)
    }
    assert.ok(inside > 40)
    assert.equal((await get('/docs/pages/docs/decisions/')).headers.location, '/docs/pages/contributors')
  })

  test('an unknown address under /docs is a page of the documents that leads on, in the language of its reader', async () => {
    for (const [language, says] of [
      ['en', 'We could not find this page'],
      ['es', 'No encontramos esta página'],
    ] as const) {
      for (const path of [
        '/docs/nope',
        '/docs/pages/docs/guides/nope.md',
        '/docs/pages/nope?x=1',
        '/docs/calls/nope',
      ]) {
        const headers = { 'accept-language': language, accept: 'text/html' }
        const { status, text } = await world().send({ method: 'GET', url: path, headers })
        assert.equal(status, 404, path)
        assert.ok(text.includes(`<h1>${says}</h1>`), path)
        const leads = [...text.matchAll(/<a[^>]* href="(\/docs[^"#]*)"/g)].map(([, href = '']) => href)
        assert.ok(leads.includes('/docs/pages/docs/guides/first-payment.md') && leads.length > 20)
        assert.match(text, /<input id="search"/)
        for (const href of new Set(leads)) assert.equal((await get(href, language)).status, 200, href)
      }
    }
    const program = await world().send({ method: 'GET', url: '/docs/nope' })
    assert.equal(program.body.error.code, 'UnknownServiceException')
    const payer = await world().send({ method: 'GET', url: '/docsnope', headers: { accept: 'text/html' } })
    assert.doesNotMatch(payer.text, /id="search"/)
  })

  test('pages lead on: to the page before and the page after, and to the sections of the page', async () => {
    const page = (await get('/docs/pages/docs/guides/cards.md?lang=en')).text
    assert.match(page, /<a rel="prev" href="\/docs\/pages\/[^"]+\.md\?lang=en">/)
    assert.match(page, /<a rel="next" href="\/docs\/pages\/docs\/guides\/sealing\.md\?lang=en">/)
    assert.match(page, /<nav class="contents"[\s\S]*<a href="#save-the-card">Save the card<\/a>/)
    assert.match(page, /<a href="\/docs\/pages\/docs\/guides\/cards\.md\?lang=en" aria-current="page">Cards<\/a>/)
  })

  test('the search knows every section of the guides in the language of its reader, and the calls', async () => {
    for (const [language, title, word] of [
      ['es', 'Guarda la tarjeta', 'guardada'],
      ['en', 'Save the card', 'saved'],
    ] as const) {
      const sought = (await get(`/docs/search/${language}.json`)).body as {
        section: string
        href: string
        words: string
      }[]
      const found = sought.find(({ section }) => section === title)
      assert.match(found?.href ?? '', /^\/docs\/pages\/docs\/guides\/cards\.md#/)
      assert.ok(found?.words.split(' ').includes(word))
      const calls = (await get('/docs/calls.json', language)).body as { page: string; href: string }[]
      const [call] = calls.filter(({ href }) => href === '/docs/calls/createCardPayment')
      assert.equal(call?.page, language === 'es' ? 'Pagar con tarjeta' : 'Pay by card')
    }
    assert.equal((await get('/docs/search/fr.json')).status, 404)
  })

  test('a guide has one address: the browser’s language selects the text, and ?lang= selects it for all following pages', async () => {
    const path = '/docs/pages/docs/guides/cash.md'
    for (const [url, browser, language, heading] of [
      [path, 'es-MX,es;q=0.9', 'es', 'Efectivo en tienda'],
      [path, 'en-US', 'en', 'Cash at a store'],
      [path, 'fr', 'es', 'Efectivo en tienda'],
      [`${path}?lang=en`, 'es', 'en', 'Cash at a store'],
      [`${path}?lang=es`, 'en', 'es', 'Efectivo en tienda'],
      [`${path}?lang=fr`, 'en', 'en', 'Cash at a store'],
    ] as const) {
      const page = await get(url, browser)
      assert.equal(page.status, 200)
      assert.equal(page.headers.vary, 'Accept-Language')
      assert.match(
        page.text,
        new RegExp(`<html lang="${language}">[\\s\\S]*<h1 id="[^"]*">${heading}</h1>`),
        `${url} ${browser}`,
      )
      assert.match(page.text, new RegExp(`class="language" href="\\?lang=${language === 'es' ? 'en' : 'es'}"`))
      const passed = /lang=(es|en)$/.exec(url)?.[0] ?? ''
      assert.ok(page.text.includes(`href="/docs/pages/docs/guides/refunds.md${passed && '?'}${passed}"`), url)
      assert.ok(page.text.includes(`href="/docs/pages${passed && '?'}${passed}"`), url)
    }
    const file = await get('/docs/pages/docs/guides/es/cash.md')
    assert.deepEqual([file.status, file.headers.location], [302, `${path}?lang=es`])
    const readme = await get('/docs/pages/README.md?lang=en')
    assert.ok(readme.text.includes('href="/docs/pages/README.md?lang=es"'), 'the READMEs name each other')
  })

  test('every document that is served has the address of the service that serves it', async () => {
    const address = 'https://pagos.tienda.mx'
    const elsewhere = await openWorld('sqlite', { BASE_URL: address })
    const paths = ['README.md', 'client/README.md', ...globSync('docs/**/*.md', { cwd: root })]
    let shown = 0
    for (const path of paths.filter((one) => !/guides\/es\/|\.es\.md$/.test(one)))
      for (const language of ['es', 'en']) {
        const page = await elsewhere.send({ method: 'GET', url: `/docs/pages/${path}?lang=${language}` })
        assert.equal(page.status, 200)
        assert.equal(page.text.includes('127.0.0.1:8080'), false, `${path} ${language}`)
        shown += page.text.includes(address) ? 1 : 0
      }
    assert.ok(shown > 20)
    await elsewhere.service.close()
  })

  test('a document without a Spanish text says so to a Spanish reader', async () => {
    const page = await get('/docs/pages/docs/ARCHITECTURE.md', 'es')
    assert.match(page.text, /<html lang="en">[\s\S]*<p class="note" lang="es">Este texto está en inglés\.<\/p>/)
    assert.doesNotMatch((await get('/docs/pages/docs/ARCHITECTURE.md')).text, /class="(note|language)"/)
    const index = (await get('/docs/pages/contributors', 'es')).text
    assert.match(index, /<html lang="es">/)
    assert.match(index, /ARCHITECTURE\.md" hreflang="en"><span lang="en">Architecture<\/span><\/a> \(en inglés\)/)
  })

  test('in Spanish, the pages for people who use or run the service are in Spanish, and link to each other in it', async () => {
    const index = (await get('/docs/pages', 'es')).text
    assert.match(index, />Tu primer cobro</)
    assert.doesNotMatch(index, /\(en inglés\)/)
    for (const [name, title] of [
      ['settings', 'Ajustes'],
      ['command-line', 'La línea de comandos'],
      ['security', 'Seguridad'],
      ['glossary', 'Glosario'],
    ] as const) {
      const path = `/docs/pages/docs/${name}.md`
      assert.ok(index.includes(`<a href="${path}">${title}</a>`), name)
      const page = await get(path, 'es-MX')
      assert.match(page.text, new RegExp(`<html lang="es">[\\s\\S]*<h1 id="[^"]*">${title}</h1>`))
      assert.doesNotMatch(page.text, /está en inglés/)
      const file = await get(`/docs/pages/docs/${name}.es.md`)
      assert.deepEqual([file.status, file.headers.location], [302, `${path}?lang=es`])
    }
    const guide = (await get('/docs/pages/docs/guides/set-up.md?lang=es')).text
    assert.ok(guide.includes('href="/docs/pages/docs/settings.md?lang=es"'), 'the set-up leads to the settings')
    assert.ok(guide.includes('href="/docs/pages/docs/command-line.md?lang=es#códigos-de-salida"'), 'and the exit codes')
    const security = (await get('/docs/pages/docs/security.md?lang=es')).text
    assert.ok(security.includes('href="/docs/pages/docs/guides/set-up.md?lang=es#dos-roles"'))
  })

  test('every page is rendered under a strict policy, and its links and pictures have targets', async () => {
    const indexes = [await get('/docs/pages'), await get('/docs/pages/contributors')]
    const found = indexes.flatMap(({ text }) => [...text.matchAll(/href="(\/docs\/pages\/[^"]+\.md)"/g)])
    const paths = [...new Set(found.map(([, path = '']) => path))].flatMap((path) => [path, `${path}?lang=es`])
    const targets = new Set<string>()
    const places: [from: string, path: string, place: string][] = []
    for (const path of paths) {
      const page = await get(path)
      assert.equal(page.status, 200, path)
      assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'self'/)
      const scripts = [...page.text.matchAll(/<script[^>]*>/g)].map(([tag]) => tag)
      assert.deepEqual(scripts, ['<script type="module" src="/docs/assets/documents.js">'], path)
      assert.doesNotMatch(page.text, /<!--|style="| on[a-z]+="|%lang%/, path)
      for (const [, href = ''] of page.text.matchAll(/href="((?:\/docs\/pages\/[^"]*\.md[^"]*)?#[^"]+)"/g)) {
        const url = new URL(href, `http://here${path}`)
        places.push([path, url.pathname + url.search, decodeURIComponent(url.hash.slice(1))])
      }
      for (const [, target = ''] of page.text.matchAll(/(?:href|src)="(?!https?:|#)([^"#]+)/g)) {
        targets.add(new URL(target, `http://here${path}`).pathname)
      }
    }
    for (const [from, path, place] of places) {
      assert.ok((await get(path)).text.includes(`id="${place}"`), `${from} links to ${path}#${place}`)
    }
    // What is no page of ours, such as sources and licences, is read in the project.
    for (const target of [...targets].filter((one) => /\.(md|png|svg|css)$|\/pages\/?$/.test(one))) {
      assert.equal((await get(target)).status, 200, target)
    }
  })

  test('no other file of the disk is served', async () => {
    for (const path of [
      'package.json',
      'src/main.ts',
      '..%2F..%2Fetc%2Fpasswd',
      'docs/../package.json',
      'docs/guides/none.md',
    ]) {
      assert.equal((await get(`/docs/pages/${path}`)).status, 404, path)
    }
  })
})

test('markup and active addresses are shown as text', () => {
  const made = rendered(
    '# A <b>b</b>\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) `<i>` <img src=x onerror=alert(1)>',
  )
  assert.doesNotMatch(made, /<script|<img|href="javascript|<b>/)
})

// Whoever runs the service has its documentation with it: every document is a page, reachable from /docs, and every link leads on.
import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { rendered } from '../../src/documents/render.ts'
import { onOneEngine } from '../world.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

onOneEngine('the documents are served', (world) => {
  const get = (url: string) => world().send({ method: 'GET', url })

  test('the index has every document of docs/, and the description of the calls leads to it', async () => {
    const { body } = await get('/openapi.json')
    const index = await get(body.externalDocs.url)
    assert.equal(index.status, 200)
    for (const path of ['README.md', 'README.es.md', ...globSync('docs/**/*.md', { cwd: root })]) {
      assert.ok(index.text.includes(`href="/docs/pages/${path}"`), path)
    }
  })

  test('every page is rendered under a strict policy, and its links and pictures lead somewhere', async () => {
    const index = await get('/docs/pages')
    const paths = [...index.text.matchAll(/href="(\/docs\/pages\/[^"]+\.md)"/g)].map(([, path = '']) => path)
    const targets = new Set<string>()
    for (const path of paths) {
      const page = await get(path)
      assert.equal(page.status, 200, path)
      assert.match(String(page.headers['content-security-policy']), /^default-src 'none'; style-src 'self'/)
      assert.doesNotMatch(page.text, /<script|<!--|style="| on[a-z]+="/, path)
      for (const [, target = ''] of page.text.matchAll(/(?:href|src)="(?!https?:|#)([^"#]+)/g)) {
        targets.add(new URL(target, `http://here${path}`).pathname)
      }
    }
    // What is no page of ours, such as sources and licences, is read in the project.
    for (const target of [...targets].filter((one) => /\.(md|png|svg|css)$|\/pages\/?$/.test(one))) {
      assert.equal((await get(target)).status, 200, target)
    }
  })

  test('nothing else of the disk is served', async () => {
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

test('markup and addresses that act are shown as text', () => {
  const made = rendered(
    '# A <b>b</b>\n\n<script>alert(1)</script>\n\n[x](javascript:alert(1)) `<i>` <img src=x onerror=alert(1)>',
  )
  assert.doesNotMatch(made, /<script|<img|href="javascript|<b>/)
})

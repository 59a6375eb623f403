// Draws the preview picture that a chat shows for a link to a payer's page: `node scripts/share-picture.ts` writes src/pages/assets/share.png.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { launchBrowser } from '../test/browser/launch.ts'

const place = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const icon = readFileSync(place('src/pages/assets/icon.svg'), 'utf8')
const browser = await launchBrowser()
const page = await browser.newPage({ viewport: { width: 600, height: 315 } })
await page.setContent(`<body style="margin:0;display:grid;place-items:center;height:315px;background:#f3f4f1">
<div style="width:180px;height:180px">${icon.replace('<svg', '<svg style="width:100%;height:100%"')}</div></body>`)
await page.screenshot({ path: place('src/pages/assets/share.png') })
await browser.close()

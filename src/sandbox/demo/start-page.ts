// The first page of the sandbox: a first call, links to the documents, things to try.
import { SANDBOX_ACCOUNT } from '../../accounts/open-account.ts'
import type { Language } from '../../core/language/bilingual.ts'
import type { Rail } from '../../core/rail.ts'
import { html, type Markup } from '../../pages/html.ts'
import { siteBar } from '../../pages/site-bar.ts'
import { startTexts as texts } from './texts.ts'

export interface StartFacts {
  language: Language
  /** The language that the address asked for. */
  askedLanguage: Language | undefined
  baseUrl: string
  /** True where the sandbox's own account is open. */
  ownAccount: boolean
  /** The ways of paying that the service has. */
  offered: Readonly<Record<Rail, boolean>>
}

/** The first call to paste, with its body. */
const firstCalls = {
  store: [
    '/v1/payment/convenience-store',
    '{"total": 150, "store": "OXXO", "payment": {"reference": {"description": "ORDER"}}}',
  ],
  spei: ['/v1/payment/spei', '{"total": 150, "payment": {"reference": {"description": "ORDER"}}}'],
  none: ['/v1/operations', ''],
} as const

export function startPage({ language, askedLanguage, baseUrl, ownAccount, offered }: StartFacts): string {
  const say = texts[language]
  const other = language === 'es' ? 'en' : 'es'
  const { appKey, secret } = SANDBOX_ACCOUNT
  const [first, data] = firstCalls[offered.store ? 'store' : offered.spei ? 'spei' : 'none']
  const call = `curl -u ${ownAccount ? `${appKey}:${secret}` : 'APP_KEY:APP_SECRET'} -H 'Content-Type: application/json' \\
  ${data === '' ? '' : `-d '${data.replace('ORDER', say.order)}' \\\n  `}${baseUrl}${first}`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Cobro · Sandbox</title>
<link rel="icon" href="/demo/assets/cobro.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo/assets/start.css">
<script type="module" src="/demo/assets/start.js"></script>
</head>
<body data-copied="${say.copied}">
${siteBar({ language, askedLanguage, sandbox: true, ownAccount, path: '/', inOther: `/?lang=${other}` })}
<main id="content" tabindex="-1">
<h1>${say.title}</h1>
<p class="lead">${say.lead}</p>
<ul class="entries">
${entry(`/console?lang=${language}`, say.console, say.consoleText)}${entry(`/docs?lang=${language}`, say.docs, say.docsText)}${
  ownAccount && [
    Object.values(offered).includes(true) && entry(`/demo?lang=${language}`, say.shop, say.shopText),
    entry(`/mailbox?lang=${language}`, say.mailbox, say.mailboxText),
  ]
}
</ul>
<section aria-labelledby="call"><h2 id="call">${say.firstCall}</h2>
<p>${offered.store ? say.firstCallText : offered.spei ? say.speiCallText : say.listCallText}</p>
${copiable('command', call, say.copy, language)}
</section>
<div class="pair">
<section aria-labelledby="credential"><h2 id="credential">${say.credential}</h2>
${
  ownAccount
    ? html`<p>${say.credentialText}</p><dl>${fact('app_key', appKey)}${fact('app_secret', secret)}${fact(say.publishable, SANDBOX_ACCOUNT.publishableKey)}</dl>`
    : html`<p>${say.noCredential}</p>${copiable('open', `npm run cobro accounts open "Mi tienda" pagos@mitienda.mx`, say.copy, language)}`
}
</section>
<section aria-labelledby="try"><h2 id="try">${say.tryTitle}</h2>
<dl>${offered.card && [fact('4242 4242 4242 4242', say.approved, true), fact('4111 1111 1111 1111', say.declined, true)]}${(offered.store || offered.spei) && fact('1111.11', say.paysItself, true)}</dl>
<p>${say.more} <a href="/docs/pages/docs/sandbox.md?lang=${language}">${say.tables}</a></p>
</section>
</div>
</main>
<footer><p><a href="/openapi.json">OpenAPI 3.1</a> · <a href="/v1/public-key.pem">${say.publicKey}</a></p></footer>
<p id="said" class="unseen" role="status"></p>
</body>
</html>
`.toString()
}

function entry(href: string, title: string, text: string): Markup {
  return html`<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`
}

/** The script activates the button; without it there is only the text. */
function copiable(id: string, text: string, copy: string, language: Language): Markup {
  return html`<div class="copiable"><pre id="${id}" tabindex="0" aria-label="${texts[language].command}"><code>${text}</code></pre><button type="button" data-copy="${id}" hidden>${copy}</button></div>`
}

function fact(name: string, value: string, nameIsCode = false): Markup {
  return html`<div><dt>${nameIsCode ? html`<code>${name}</code>` : name}</dt><dd>${nameIsCode ? value : html`<code>${value}</code>`}</dd></div>`
}

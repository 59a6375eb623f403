// The demo shop's one page: the basket. What is in it is paid at a checkout.
import type { Language } from '../../core/language/bilingual.ts'
import { formatAmount } from '../../core/money.ts'
import { html, type Markup } from '../../pages/html.ts'
import { siteBar } from '../../pages/site-bar.ts'
import { MAX_OF_ONE, type Product, products } from './basket.ts'
import { filledIn, texts } from './texts.ts'

interface ShopPage {
  language: Language
  /** The language that the address asked for. */
  askedLanguage: Language | undefined
}

export function shopPage({ language, askedLanguage }: ShopPage): string {
  const say = texts[language]
  const other = language === 'es' ? 'en' : 'es'
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${say.title} · Cobro</title>
<link rel="icon" href="/demo/assets/basket.svg" type="image/svg+xml">
<link rel="stylesheet" href="/demo/assets/shop.css">
<script type="module" src="/demo/assets/shop.js"></script>
</head>
<body data-texts="${JSON.stringify(say)}">
${siteBar({ language, askedLanguage, sandbox: true, ownAccount: true, path: '/demo', inOther: `/demo?lang=${other}` })}
<main id="content" tabindex="-1">
<p class="brand"><img src="/demo/assets/basket.svg" alt="" width="28" height="28">${say.title}</p>
<h1 class="lead">${say.lead}</h1>
<noscript><p class="notice">${say.noScript}</p></noscript>
<form id="shop" novalidate>
<section class="sheet" aria-labelledby="products"><h2 id="products">${say.products}</h2>
<ul class="products">${products.map((product) => productItem(product, language))}</ul>
<p class="total"><span>${say.total}</span> <span><output id="total" aria-live="polite"></output> MXN</span></p>
</section>
<section class="sheet" aria-labelledby="payment"><h2 id="payment">${say.payment}</h2>
<p>${say.paymentText}</p>
<details class="hint"><summary>${say.testCards}</summary>
<p><code>4242 4242 4242 4242</code> ${say.approved}<br><code>4111 1111 1111 1111</code> ${say.declined}<br><code>4000 0000 0003 0017</code> ${say.challenged}</p><p>${say.anyData}</p></details>
<p class="fault" id="fault" role="alert"></p>
<button class="button" id="pay" type="submit"></button>
</section>
</form>
<section class="sheet result" id="result" tabindex="-1" hidden aria-live="polite"></section>
</main>
</body>
</html>
`.toString()
}

function productItem(product: Product, language: Language): Markup {
  const say = texts[language]
  const name = product.name[language]
  return html`<li class="product" data-product="${product.id}" data-centavos="${product.priceCentavos}">
<img src="/demo/assets/${product.id}.svg" alt="" width="72" height="72">
<div><p class="name">${name}</p><p class="quiet">${product.detail[language]}</p><p class="price">$${formatAmount(product.priceCentavos)}</p></div>
<div class="stepper" data-most="${MAX_OF_ONE}"><button type="button" data-step="-1" aria-label="${filledIn(say.less, { name })}">−</button>
<output aria-label="${name}">0</output>
<button type="button" data-step="1" aria-label="${filledIn(say.more, { name })}">+</button></div></li>`
}

// Hands a payment link on: its address, WhatsApp, and a code to print.
import type { Checkout } from '../../../client/src/types.ts'
import { useLanguage } from '../language.tsx'
import { Copied } from '../parts/copy.tsx'
import { amountOf } from './amount.ts'

export function Share({ link }: { link: Checkout }) {
  const { say } = useLanguage()
  const amount = amountOf(link, say)
  const text = say(['{what}: {amount}. Paga aquí: {url}', '{what}: {amount}. Pay here: {url}'], {
    what: link.description || say(['Pago', 'Payment']),
    amount,
    url: link.url,
  })
  const { pathname } = new URL(link.url)
  return (
    <section className="card share">
      <div className="poster">
        <p className="poster-text">
          <strong>{link.description || say(['Paga aquí', 'Pay here'])}</strong>
          <span>{amount}</span>
        </p>
        <img
          src={`${pathname}/qr.svg`}
          width={220}
          height={220}
          alt={say(['Código QR del link de pago', 'QR code of the payment link'])}
        />
      </div>
      <div className="share-by">
        <Copied text={link.url} name="link-url" />
        <div className="row">
          <a
            className="button main"
            href={`https://wa.me/?${new URLSearchParams({ text })}`}
            target="_blank"
            rel="noreferrer"
          >
            {say(['Compartir por WhatsApp', 'Share by WhatsApp'])}
          </a>
          <button type="button" onClick={() => print()}>
            {say(['Imprimir el código', 'Print the code'])}
          </button>
          <a className="button" href={pathname} target="_blank" rel="noreferrer">
            {say(['Abrir la página', 'Open the page'])}
          </a>
        </div>
      </div>
    </section>
  )
}

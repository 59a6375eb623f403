// The slip as a payer will see it, beside the form of the profile, while a person types.
import { Barcode, Clock3 } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { useLanguage } from '../language.tsx'

export interface SlipFacts {
  trade_name: string
  phone: string
  email: string
  site: string
  /** `#rrggbb`; empty: the colour of Cobro. */
  colour: string
}

/** `account`: the name without a trade name. `logo`: the address of the picture. */
export function Slip({ facts, account, hasLogo }: { facts: SlipFacts; account: string; hasLogo: boolean }) {
  const { say } = useLanguage()
  const paper = useRef<HTMLDivElement>(null)
  // A style of its own is not allowed in the markup; a property that a script sets is.
  useLayoutEffect(() => {
    paper.current?.style.setProperty('--brand', facts.colour === '' ? '#0c5c4c' : facts.colour)
  }, [facts.colour])
  const contact = [facts.phone, facts.email, facts.site.replace(/^https:\/\//, '')].filter(Boolean)
  return (
    <figure className="slip-preview" aria-labelledby="slip-preview">
      <figcaption id="slip-preview" className="quiet">
        {say(['Así la ve quien te paga', 'As your payers see it'])}
      </figcaption>
      <div className="slip-paper" ref={paper}>
        <div className="slip-band" aria-hidden="true" />
        <p className="slip-shop">
          {hasLogo && <i className="slip-logo" aria-hidden="true" />}
          <strong data-slip="name">{facts.trade_name || account}</strong>
          <span>{say(['Ficha de pago', 'Payment slip'])}</span>
        </p>
        <p className="slip-state">
          <Clock3 aria-hidden="true" size={16} /> {say(['Pendiente de pago', 'To be paid'])}
        </p>
        <p className="slip-amount">
          $150.00 <span>MXN</span>
        </p>
        <Barcode className="slip-code" aria-hidden="true" size={96} strokeWidth={1.25} />
        <p className="slip-button" aria-hidden="true">
          {say(['Copiar referencia', 'Copy reference'])}
        </p>
        <p className="slip-contact" data-slip="contact">
          {contact.length === 0 ? say(['Sin datos de contacto', 'No contact data']) : contact.join(' · ')}
        </p>
      </div>
    </figure>
  )
}

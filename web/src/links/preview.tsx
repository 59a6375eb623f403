// The page of a payment link as payers will see it, while the merchant types: name, colour, amount and ways.
import type { Profile } from '../../../client/src/types.ts'
import { centavos, pesos } from '../format.ts'
import { useLanguage, type Words } from '../language.tsx'
import { useRead } from '../read.ts'
import { useSession } from '../session.tsx'

export interface Typed {
  kind: 'fixed' | 'open'
  amount: string
  description: string
  ways: string[]
}

const NAMES: Record<string, Words> = {
  card: ['Tarjeta', 'Card'],
  store: ['Efectivo en tienda', 'Cash at a store'],
  spei: ['Transferencia SPEI', 'SPEI transfer'],
}

export function Preview({ typed: { kind, amount, description, ways } }: { typed: Typed }) {
  const { say } = useLanguage()
  const { session } = useSession()
  const { data: profile } = useRead<Profile>('/v1/profile', 60_000)
  const merchant = profile?.trade_name || session.account.name
  const plain = amount.replace(/[\s$,]/g, '')
  const shown = kind === 'open' ? '' : pesos(/^\d+(\.\d{1,2})?$/.test(plain) ? centavos(plain) : 0)
  return (
    <figure className="link-preview" style={{ borderTopColor: profile?.colour || undefined }}>
      <figcaption>{say(['Así lo verá quien paga', 'What payers will see'])}</figcaption>
      <p className="name">{merchant}</p>
      <p className="what">{description || say(['Pago a {merchant}', 'Payment to {merchant}'], { merchant })}</p>
      {kind === 'fixed' ? (
        <p className="sum" data-figure="preview-amount">
          {shown} <small>MXN</small>
        </p>
      ) : (
        <p className="quiet">{say(['¿Cuánto quieres pagar?', 'How much do you want to pay?'])}</p>
      )}
      <ul>
        {ways.map((way) => (
          <li key={way}>{say(NAMES[way] ?? [way, way])}</li>
        ))}
      </ul>
      <p
        className="pay"
        style={{ background: profile?.colour || undefined, color: profile?.colour ? '#ffffff' : undefined }}
      >
        {kind === 'fixed' ? say(['Pagar {amount}', 'Pay {amount}'], { amount: shown }) : say(['Pagar', 'Pay'])}
      </p>
    </figure>
  )
}

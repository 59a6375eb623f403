// The views of loading, of no data, and of a failure.
import { type ReactNode, useEffect, useState } from 'react'
import { Link } from 'wouter'
import { Refusal } from '../call.ts'
import { useLanguage } from '../language.tsx'

/** Empty for a moment, so that quick answers do not flicker. */
export function Loading() {
  const { say } = useLanguage()
  const [shown, setShown] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="bones" role="status" hidden={!shown}>
      <span className="hidden">{say(['Cargando', 'Loading'])}</span>
      <i />
      <i />
      <i />
    </div>
  )
}

/** What was refused, read out at once; nothing without a text. */
export function Alert({ children }: { children: ReactNode }) {
  return (
    children && (
      <p className="notice bad" role="alert">
        {children}
      </p>
    )
  )
}

export function Empty({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <div className="state">
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}

export function Failed({ error, again }: { error: unknown; again?: () => void }) {
  const { say } = useLanguage()
  const refusal = error instanceof Refusal ? error : undefined
  if (refusal?.status === 404) return <NotFound />
  const text =
    refusal === undefined || refusal.status === 0
      ? say(['No hay conexión con el servicio.', 'The service cannot be reached.'])
      : refusal.message || say(['El servicio no pudo contestar.', 'The service could not answer.'])
  return (
    <div className="state bad" role="alert">
      <h2>{say(['No se pudo', 'That did not work'])}</h2>
      <p>{text}</p>
      {again && (
        <button type="button" onClick={again}>
          {say(['Intentar otra vez', 'Try again'])}
        </button>
      )}
    </div>
  )
}

/** Trying again would not help: the address is wrong, or of another account. */
export function NotFound() {
  const { say } = useLanguage()
  return (
    <div className="state" role="alert">
      <h1>{say(['Eso no existe en esta cuenta', 'That does not exist in this account'])}</h1>
      <p>
        {say([
          'Revisa que la dirección esté completa, o si es de otra cuenta. También lo puedes buscar.',
          'Check that the address is complete and of this account. You can also search for it.',
        ])}
      </p>
      <Link className="button" href="/operations?search=">
        {say(['Buscar un pago', 'Search for a payment'])}
      </Link>
    </div>
  )
}

interface Reading<T> {
  data: T | undefined
  error: unknown
  refetch(): unknown
}

/** One of the three, or the data. The last data stay while the connection is away. */
export function Read<T>({ of, children }: { of: Reading<T>; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return children(of.data)
  if (of.error) return <Failed error={of.error} again={() => void of.refetch()} />
  return <Loading />
}

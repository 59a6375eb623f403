// The views of loading, of no data, and of a failure.
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { Refusal } from '../call.ts'
import { useLanguage } from '../language.tsx'
import { useIsLate } from './late.tsx'

/** Empty for a moment, so that quick answers do not flicker. */
export function Loading() {
  const { say } = useLanguage()
  const [shown, setShown] = useState(false)
  const isLate = useIsLate(true)
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="bones" role="status" hidden={!shown}>
      {isLate ? (
        <p>{say(['El servicio tarda en contestar.', 'The service is slow to answer.'])}</p>
      ) : (
        <span className="hidden">{say(['Cargando', 'Loading'])}</span>
      )}
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

export function Empty({
  title,
  text,
  before = false,
  children,
}: {
  title: string
  text?: string
  /** The list has had nothing yet: the page shows neither its filters nor its search. */
  before?: boolean
  /** What to do next. */
  children?: ReactNode
}) {
  return (
    <div className={before ? 'state before' : 'state'}>
      <h2>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </div>
  )
}

export function Failed({
  error,
  again,
  alone = false,
}: {
  error: unknown
  again?: () => unknown
  /** The page has no other heading. */
  alone?: boolean
}) {
  const { say } = useLanguage()
  const [isTrying, setIsTrying] = useState(false)
  const refusal = error instanceof Refusal ? error : undefined
  if (refusal?.status === 404) return <NotFound />
  const text =
    refusal === undefined || refusal.status === 0
      ? say(['No hay conexión con el servicio.', 'The service cannot be reached.'])
      : refusal.message || say(['El servicio no pudo contestar.', 'The service could not answer.'])
  const Heading = alone ? 'h1' : 'h2'
  return (
    <div className="state bad" role="alert">
      <Heading>{say(['No se pudo', 'That did not work'])}</Heading>
      <p>{text}</p>
      {again && (
        <button
          type="button"
          onClick={async () => {
            setIsTrying(true)
            await again()
            setIsTrying(false)
          }}
        >
          {isTrying ? say(['Un momento …', 'One moment …']) : say(['Intentar otra vez', 'Try again'])}
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
  /** How often this path has failed: another one begins anew. */
  errorUpdateCount: number
  refetch(): unknown
}

/** One of the three, or the data. The last data stay while the connection is away. */
export function Read<T>({
  of,
  alone,
  children,
}: {
  of: Reading<T>
  /** The page’s heading comes with the data. */
  alone?: boolean
  children: (data: T) => ReactNode
}) {
  // While it is read again, a failure stays as it is: it is not read out anew, and its button keeps the focus.
  const failure = useRef<unknown>(undefined)
  if (of.error) failure.current = of.error
  else if (of.data !== undefined || of.errorUpdateCount === 0) failure.current = undefined
  if (of.data !== undefined) return children(of.data)
  if (failure.current) return <Failed error={failure.current} again={() => of.refetch()} {...(alone && { alone })} />
  return <Loading />
}

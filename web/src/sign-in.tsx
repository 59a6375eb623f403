// The sign-in: shown in place of the requested view, and replaced by it.
import { type FormEvent, useRef, useState } from 'react'
import { call, Refusal } from './call.ts'
import { useLanguage } from './language.tsx'
import { Alert } from './parts/states.tsx'
import { knowsPasskeys, type PublicKeyCredentialRequestOptionsJSON, signWithPasskey } from './passkey.ts'
import { useViewTitle } from './title.ts'

const TITLE = ['Entra a tu consola', 'Sign in to your console'] as const

/** The second factor that the service asks for. */
interface Factors {
  code: boolean
  passkey: PublicKeyCredentialRequestOptionsJSON | null
}

export function SignIn({
  passkeys,
  hasLeft,
  locally,
  onSignedIn,
}: {
  /** Whether passkeys are possible here. */
  passkeys: boolean
  /** The person has just signed out. */
  hasLeft: boolean
  /** In the sandbox on this machine: without a password. */
  locally: (() => Promise<void>) | undefined
  onSignedIn(): Promise<void>
}) {
  const { say, language, speak } = useLanguage()
  const [factors, setFactors] = useState<Factors>()
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const typed = () => {
    const given = new FormData(form.current ?? undefined)
    const text = (name: string) => String(given.get(name) ?? '')
    return { email: text('email').trim(), password: text('password'), code: text('code').replaceAll(' ', '') }
  }
  const ask = () => {
    const { email, password } = typed()
    return call<Factors>('POST', '/v1/console/session/factors', { email, password })
  }
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFault('')
    try {
      await work()
      await onSignedIn()
    } catch (error) {
      const refusal = error instanceof Refusal ? error : undefined
      if (refusal?.code === 'SecondFactorException')
        setFactors(await ask().catch(() => ({ code: true, passkey: null })))
      setFault(
        refusal === undefined
          ? say([
              'Tu navegador no dio la llave de acceso: intenta de nuevo.',
              'Your browser did not give the passkey: try again.',
            ])
          : refusal.message || say(['No hay conexión con el servicio.', 'The service cannot be reached.']),
      )
    } finally {
      setBusy(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void attempt(async () => {
      const { code, ...who } = typed()
      await call('POST', '/v1/console/session', { ...who, ...(code !== '' && { code }) })
    })
  }
  const withPasskeyAlone = () =>
    attempt(async () => {
      const options = await call<PublicKeyCredentialRequestOptionsJSON>(
        'POST',
        '/v1/console/session/passkey/options',
        {},
      )
      await call('POST', '/v1/console/session/passkey', { answer: await signWithPasskey(options) })
    })
  const withPasskey = () =>
    attempt(async () => {
      const { email, password } = typed()
      // A new challenge: each is answered once, and within minutes.
      const { passkey } = await ask()
      if (passkey === null) return
      await call('POST', '/v1/console/session', { email, password, passkey: await signWithPasskey(passkey) })
    })
  const canUse = passkeys && knowsPasskeys
  useViewTitle(say(TITLE))
  return (
    <main className="entry-page">
      <h1>{say(TITLE)}</h1>
      {hasLeft && (
        <p className="notice" role="status">
          {say(['Saliste de la consola.', 'You signed out.'])}
        </p>
      )}
      <form className="stack card" ref={form} onSubmit={submit}>
        <label className="field">
          <span>{say(['Correo', 'E-mail'])}</span>
          <input
            name="email"
            type="email"
            autoComplete="username"
            required
            // Another person has other factors.
            onChange={() => setFactors(undefined)}
          />
        </label>
        <label className="field">
          <span>{say(['Contraseña', 'Password'])}</span>
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {factors?.code && (
          <label className="field">
            <span>{say(['Código de tu aplicación', 'Code of your app'])}</span>
            {/* biome-ignore lint/a11y/noAutofocus: it has just been asked for. */}
            <input name="code" inputMode="numeric" autoComplete="one-time-code" required autoFocus />
          </label>
        )}
        <Alert>{fault}</Alert>
        {factors?.passkey && canUse && (
          <button
            type="button"
            className={factors.code ? '' : 'main'}
            disabled={busy}
            onClick={() => void withPasskey()}
          >
            {say(['Confirmar con tu llave de acceso', 'Confirm with your passkey'])}
          </button>
        )}
        {factors && !factors.code && !canUse && (
          <p className="notice">
            {say([
              'Entra con el navegador o aparato que tiene tu llave de acceso.',
              'Sign in with the browser or device that has your passkey.',
            ])}
          </p>
        )}
        {(factors === undefined || factors.code) && (
          <button type="submit" className="main" disabled={busy}>
            {say(['Entrar', 'Sign in'])}
          </button>
        )}
      </form>
      {canUse && factors === undefined && (
        <button type="button" disabled={busy} onClick={() => void withPasskeyAlone()}>
          {say(['Usar una llave de acceso', 'Use a passkey'])}
        </button>
      )}
      {locally && factors === undefined && (
        <button type="button" disabled={busy} onClick={() => void locally()}>
          {say(['Entrar al sandbox sin contraseña', 'Open the sandbox without a password'])}
        </button>
      )}
      <button type="button" className="plain" onClick={() => speak(language === 'es' ? 'en' : 'es')}>
        {language === 'es' ? 'English' : 'Español'}
      </button>
    </main>
  )
}

// The sign-in: shown in place of the requested view, and replaced by it.
import { type FormEvent, useRef, useState } from 'react'
import { call, Refusal } from './call.ts'
import { hasDrafts } from './drafts.ts'
import { useLanguage } from './language.tsx'
import { Press } from './parts/press.tsx'
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
  hasEnded,
  locally,
  onSignedIn,
}: {
  /** Whether passkeys are possible here. */
  passkeys: boolean
  /** The person has just signed out. */
  hasLeft: boolean
  /** The session of the page that was shown here is over. */
  hasEnded: boolean
  /** In the sandbox on this machine: without a password. */
  locally: (() => Promise<unknown>) | undefined
  onSignedIn(): Promise<void>
}) {
  const { say, language, speak } = useLanguage()
  const [factors, setFactors] = useState<Factors>()
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState<'typed' | 'confirm' | 'passkey' | 'local'>()
  const form = useRef<HTMLFormElement>(null)

  const typed = () => {
    const entered = new FormData(form.current ?? undefined)
    const text = (name: string) => String(entered.get(name) ?? '')
    return { email: text('email').trim(), password: text('password'), code: text('code').replaceAll(' ', '') }
  }
  const ask = () => {
    const { email, password } = typed()
    return call<Factors>('POST', '/v1/console/session/factors', { email, password })
  }
  const attempt = async (way: NonNullable<typeof busy>, work: () => Promise<unknown>) => {
    setBusy(way)
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
      setBusy(undefined)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    void attempt('typed', async () => {
      const { code, ...who } = typed()
      await call('POST', '/v1/console/session', { ...who, ...(code !== '' && { code }) })
    })
  }
  const withPasskeyAlone = () =>
    attempt('passkey', async () => {
      const options = await call<PublicKeyCredentialRequestOptionsJSON>(
        'POST',
        '/v1/console/session/passkey/options',
        {},
      )
      await call('POST', '/v1/console/session/passkey', { answer: await signWithPasskey(options) })
    })
  const withPasskey = () =>
    attempt('confirm', async () => {
      const { email, password } = typed()
      // A new challenge: each is answered once, and within minutes.
      const { passkey } = await ask()
      if (passkey === null) return
      await call('POST', '/v1/console/session', { email, password, passkey: await signWithPasskey(passkey) })
    })
  const press = (way: NonNullable<typeof busy>) => ({
    isUnderWay: busy === way,
    disabled: busy !== undefined && busy !== way,
  })
  const canUse = passkeys && knowsPasskeys
  useViewTitle(say(TITLE))
  return (
    <main className="entry-page">
      <h1>{say(TITLE)}</h1>
      {hasLeft && fault === '' && (
        <p className="notice" role="status">
          {say(['Saliste de la consola.', 'You signed out.'])}
        </p>
      )}
      {hasEnded && !hasLeft && (
        <p className="notice" role="status">
          {say([
            'Tu sesión terminó. Entra otra vez y sigues en esta página.',
            'Your session is over. Sign in again to go on with this page.',
          ])}{' '}
          {hasDrafts() &&
            say([
              'Lo que escribiste y no enviaste está guardado aquí: vuelve a abrir su formulario.',
              'What you typed and did not send is kept here: open its form again.',
            ])}
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
          <Press className={factors.code ? '' : 'main'} {...press('confirm')} onClick={() => void withPasskey()}>
            {say(['Confirmar con tu llave de acceso', 'Confirm with your passkey'])}
          </Press>
        )}
        {factors && !factors.code && !canUse && (
          <p className="notice">
            {say([
              'Entra con el navegador o dispositivo que tiene tu llave de acceso.',
              'Sign in with the browser or device that has your passkey.',
            ])}
          </p>
        )}
        {(factors === undefined || factors.code) && (
          <Press className="main" {...press('typed')}>
            {say(['Entrar', 'Sign in'])}
          </Press>
        )}
      </form>
      {fault !== '' && factors === undefined && (
        <p className="quiet">
          {say([
            '¿Olvidaste tu contraseña? Quien opera el servicio puede borrarla e invitarte otra vez.',
            'Forgot your password? Whoever runs the service can remove it and invite you again.',
          ])}
        </p>
      )}
      {canUse && factors === undefined && (
        <Press {...press('passkey')} onClick={() => void withPasskeyAlone()}>
          {say(['Usar una llave de acceso', 'Use a passkey'])}
        </Press>
      )}
      {locally && factors === undefined && (
        <Press {...press('local')} onClick={() => void attempt('local', locally)}>
          {say(['Entrar al sandbox sin contraseña', 'Open the sandbox without a password'])}
        </Press>
      )}
      <button type="button" className="plain" onClick={() => speak(language === 'es' ? 'en' : 'es')}>
        {language === 'es' ? 'English' : 'Español'}
      </button>
    </main>
  )
}

// The sign-in: it stands in place of the view that was asked for, and gives way to it.
import { type FormEvent, useState } from 'react'
import { call, Refusal } from './call.ts'
import { useLanguage } from './language.tsx'

export function SignIn({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const { say, language, speak } = useLanguage()
  const [needsCode, setNeedsCode] = useState(false)
  const [fault, setFault] = useState('')
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const text = (name: string) => String(form.get(name) ?? '')
    setBusy(true)
    setFault('')
    try {
      const code = text('code').replaceAll(' ', '')
      await call('POST', '/v1/console/session', {
        email: text('email').trim(),
        password: text('password'),
        ...(code !== '' && { code }),
      })
      await onSignedIn()
    } catch (error) {
      const refusal = error instanceof Refusal ? error : undefined
      if (refusal?.code === 'SecondFactorException') setNeedsCode(true)
      setFault(refusal?.message || say(['No hay conexión con el servicio.', 'The service cannot be reached.']))
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="door-page">
      <h1>{say(['Entra a tu consola', 'Sign in to your console'])}</h1>
      <form className="stack card" onSubmit={(event) => void submit(event)}>
        <label className="field">
          <span>{say(['Correo', 'E-mail'])}</span>
          <input name="email" type="email" autoComplete="username" required />
        </label>
        <label className="field">
          <span>{say(['Contraseña', 'Password'])}</span>
          <input name="password" type="password" autoComplete="current-password" required />
        </label>
        {needsCode && (
          <label className="field">
            <span>{say(['Código de tu aplicación', 'Code of your app'])}</span>
            {/* biome-ignore lint/a11y/noAutofocus: it has just been asked for. */}
            <input name="code" inputMode="numeric" autoComplete="one-time-code" required autoFocus />
          </label>
        )}
        {fault !== '' && (
          <p className="notice bad" role="alert">
            {fault}
          </p>
        )}
        <button type="submit" className="main" disabled={busy}>
          {say(['Entrar', 'Sign in'])}
        </button>
      </form>
      <button type="button" className="plain" onClick={() => speak(language === 'es' ? 'en' : 'es')}>
        {language === 'es' ? 'English' : 'Español'}
      </button>
    </main>
  )
}

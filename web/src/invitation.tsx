// Accepts an invitation: the link's token is after `#`, so that no server and no log sees it.
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { at } from './base.ts'
import { call, Refusal } from './call.ts'
import { useLanguage } from './language.tsx'
import { useAct } from './parts/act.ts'
import { Press } from './parts/press.tsx'
import { Alert, Loading } from './parts/states.tsx'
import { roles } from './parts/words.tsx'
import { SESSION } from './session.tsx'
import { useViewTitle } from './title.ts'
import type { Calls } from './wire.ts'

const TITLE = ['Te invitaron a la consola', 'You are invited to the console'] as const

export function Invitation() {
  const { say } = useLanguage()
  const [, go] = useLocation()
  const client = useQueryClient()
  const [token] = useState(() => location.hash.slice(1))
  const [invited, setInvited] = useState<Calls['POST /v1/console/invitation']['result']>()
  const [fault, setFault] = useState('')
  useEffect(() => {
    call<Calls['POST /v1/console/invitation']['result']>('POST', '/v1/console/invitation', { token }).then(
      setInvited,
      (error: unknown) => {
        setFault(error instanceof Refusal ? error.message : String(error))
      },
    )
  }, [token])
  const { act, refused, isUnderWay } = useAct()
  const accept = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    act(async () => {
      const name = String(form.get('name') ?? '')
      const password = String(form.get('password') ?? '')
      await call('POST', '/v1/console/invitation/accept', { token, password, ...(name !== '' && { name }) })
      // Whoever has a second factor signs in with it; nobody else types the password again.
      await call('POST', '/v1/console/session', { email: invited?.email, password }).catch(() => {})
      await client.invalidateQueries({ queryKey: SESSION })
      history.replaceState(null, '', '/console')
      go('/', { replace: true })
    })
  }
  useViewTitle(say(TITLE))
  if (invited === undefined && fault === '') return <Loading />
  return (
    <main className="entry-page">
      <h1>{say(TITLE)}</h1>
      {invited && (
        <form className="stack card" onSubmit={accept}>
          <p>
            {say(
              [
                '{who} te invita a {account}, con el correo {email} y el rol {role}.',
                '{who} invites you to {account}, with the e-mail {email} and the role {role}.',
              ],
              {
                who: invited.invited_by,
                account: invited.account,
                email: invited.email,
                role: say(roles[invited.role] ?? [invited.role, invited.role]),
              },
            )}
          </p>
          {!invited.has_password && (
            <label className="field">
              <span>{say(['Tu nombre', 'Your name'])}</span>
              <input name="name" defaultValue={invited.name} autoComplete="name" required />
            </label>
          )}
          <input type="hidden" name="username" value={invited.email} readOnly autoComplete="username" />
          <label className="field">
            <span>
              {invited.has_password
                ? say(['Tu contraseña de siempre', 'The password that you have'])
                : say(['Elige una contraseña de 12 caracteres o más', 'Choose a password of 12 characters or more'])}
            </span>
            <input
              name="password"
              type="password"
              autoComplete={invited.has_password ? 'current-password' : 'new-password'}
              required
            />
          </label>
          <Press className="main" isUnderWay={isUnderWay}>
            {say(['Aceptar', 'Accept'])}
          </Press>
        </form>
      )}
      <Alert>{refused || fault}</Alert>
      {invited === undefined && (
        <p>
          <a href={at('/console')}>{say(['Entrar con tu correo', 'Sign in with your e-mail'])}</a>
        </p>
      )}
    </main>
  )
}

// In the place of the console for a person whose role needs a second factor: set one up, or sign out.
import { useQueryClient } from '@tanstack/react-query'
import { useLanguage } from '../language.tsx'
import { useAct } from '../parts/act.ts'
import { Press } from '../parts/press.tsx'
import { Alert } from '../parts/states.tsx'
import { SESSION, useSession } from '../session.tsx'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'

export function FactorNeeded() {
  const { say } = useLanguage()
  const { session, signOut } = useSession()
  const client = useQueryClient()
  const { act, refused, isUnderWay } = useAct()
  return (
    <main className="entry-page">
      <h1>{say(['Configura tu segundo factor', 'Set up your second factor'])}</h1>
      <p className="notice" role="status">
        {say(
          [
            'En {account} tu rol necesita un segundo factor además de la contraseña. Elige uno para seguir.',
            'In {account} your role needs a second factor besides the password. Choose one to go on.',
          ],
          { account: session.account.name },
        )}
      </p>
      <SecondFactor />
      <Passkeys />
      <div className="row">
        <button type="button" className="main" onClick={() => void client.invalidateQueries({ queryKey: SESSION })}>
          {say(['Ya lo tengo, seguir', 'I have it, go on'])}
        </button>
        <Press isUnderWay={isUnderWay} onClick={() => act(signOut)}>
          {say(['Salir', 'Sign out'])}
        </Press>
      </div>
      <Alert>{refused}</Alert>
    </main>
  )
}

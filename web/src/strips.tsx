// The strips above every view: play money, a suspended account, no connection, a dialog that was taken away.
import { useEffect, useState } from 'react'
import { useTaken } from './decided-elsewhere.ts'
import { moment } from './format.ts'
import { useLanguage } from './language.tsx'
import { useReach } from './reach.ts'
import { useSession } from './session.tsx'

/** Strips for every person: play money, no connection. */
export function Strips() {
  const { say, language } = useLanguage()
  const { session } = useSession()
  const [online, setOnline] = useState(navigator.onLine)
  const isReached = useReach()
  const isTaken = useTaken()
  useEffect(() => {
    const look = () => setOnline(navigator.onLine)
    addEventListener('online', look)
    addEventListener('offline', look)
    return () => {
      removeEventListener('online', look)
      removeEventListener('offline', look)
    }
  }, [])
  return (
    <aside aria-label={say(['Avisos', 'Notices'])}>
      {session.mode === 'sandbox' && (
        <p className="strip">
          {session.local
            ? say([
                'Sandbox en esta máquina: entraste sin contraseña y el dinero es de juguete.',
                'Sandbox on this machine: you are signed in without a password and the money is play money.',
              ])
            : say(['Sandbox: el dinero es de juguete.', 'Sandbox: the money is play money.'])}
        </p>
      )}
      {session.account.suspended !== null && (
        <p className="strip off">
          {say(
            [
              'El operador suspendió esta cuenta el {since}: {because}. No recibe pagos nuevos y las liquidaciones esperan; consultas y devoluciones siguen.',
              'The operator suspended this account on {since}: {because}. It takes no new payments and payouts wait; reading and refunds go on.',
            ],
            { since: moment(session.account.suspended.since, language), because: session.account.suspended.because },
          )}
        </p>
      )}
      {!(online && isReached) && (
        <p className="strip off" role="status">
          {say([
            'Sin conexión: ves lo último que llegó. Se actualizará solo.',
            'No connection: you see the last data. The page refreshes by itself.',
          ])}
        </p>
      )}
      {isTaken && (
        <p className="strip" role="status">
          {say([
            'Lo que tenías abierto cambió mientras tanto y se cerró: aquí ves cómo quedó.',
            'What you had open changed meanwhile and was closed: here you see how it is now.',
          ])}
        </p>
      )}
    </aside>
  )
}

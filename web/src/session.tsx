// The signed-in person and their permissions. In the sandbox on this machine the console signs itself in.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { at } from './base.ts'
import { call, callWith, Refusal } from './call.ts'
import { forgetDrafts } from './drafts.ts'
import { useLanguage } from './language.tsx'
import { Failed, Loading } from './parts/states.tsx'
import { SignIn } from './sign-in.tsx'
import type { NoSession, Scope, Session } from './wire.ts'

type Found = Session | NoSession

type Offer = keyof Session['offers']

/** The requirement of a view or an action: a scope, a role or mode that only some people have, or a way of paying that the service has. */
export type Need = Scope | 'operator' | 'people' | 'sandbox' | 'person' | Offer

interface Signed {
  session: Session
  can(need: Need): boolean
  choose(account: string): Promise<void>
  signOut(): Promise<void>
}

const Context = createContext<Signed | undefined>(undefined)
export const SESSION = ['session']

/** Somebody signed out on purpose: until somebody signs in or the page is loaded again, nobody is signed in by themselves. */
let hasLeft = false

/** The page was of a person with a name: when their session ends, the sandbox does not take their place by itself. */
let isNamed = false

async function readSession(): Promise<Found> {
  const found = await call<Found>('GET', '/v1/console/session')
  const opensItself = !found.signed_in && found.local && !hasLeft && !isNamed
  const opened = opensItself ? await openLocally() : found
  if (opened.signed_in) {
    isNamed = !opened.local
    callWith({ proof: opened.proof })
    // Somebody else at this browser reads nothing of what the person before had typed.
    forgetDrafts(opened.person)
  }
  return opened
}

/** The sandbox on this machine needs no password. */
function openLocally(): Promise<Found> {
  return call<Found>('POST', '/v1/console/session/local', {})
}

/** The other pages of this browser are told when the person signs out. */
const LEAVING = 'cobro-console'

export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [shown, setShown] = useState<Shown>()
  const found = useQuery({ queryKey: SESSION, queryFn: readSession, retry: false, staleTime: 60_000 })
  useEffect(() => {
    callWith({ onOutdated: () => void client.invalidateQueries({ queryKey: SESSION }) })
    if (typeof BroadcastChannel === 'undefined') return
    const others = new BroadcastChannel(LEAVING)
    others.onmessage = () => {
      hasLeft = true
      forgetDrafts()
      void client.invalidateQueries({ queryKey: SESSION })
    }
    return () => others.close()
  }, [client])
  if (found.isPending) return <Loading />
  if (found.data === undefined) return <Failed alone error={found.error} again={() => void found.refetch()} />
  if (!found.data.signed_in) {
    const onSignedIn = async () => {
      hasLeft = false
      if (shown !== undefined) await returnTo(shown)
      setShown(undefined)
      await client.invalidateQueries({ queryKey: SESSION })
    }
    return (
      <SignIn
        passkeys={found.data.passkeys}
        hasLeft={hasLeft}
        hasEnded={shown !== undefined}
        locally={found.data.local ? openLocally : undefined}
        onSignedIn={onSignedIn}
      />
    )
  }
  const session = found.data
  const { person, account } = session
  // A page shows one person's account, until it is loaded again.
  if (shown === undefined) setShown({ person, account })
  else if (shown.person.id !== person.id || shown.account.id !== account.id)
    return <Switched before={shown} session={session} />
  const signed: Signed = {
    session,
    can: (need) => may(session, need),
    choose: async (account) => {
      await call('POST', '/v1/console/session/account', { account })
      location.assign(at('/console'))
    },
    signOut: async () => {
      await call('DELETE', '/v1/console/session').catch((error: unknown) => {
        // It was over already.
        if (!(error instanceof Refusal && error.status === 401)) throw error
      })
      hasLeft = true
      forgetDrafts()
      setShown(undefined)
      if (typeof BroadcastChannel !== 'undefined') {
        const others = new BroadcastChannel(LEAVING)
        others.postMessage('left')
        others.close()
      }
      client.removeQueries({ queryKey: ['read'] })
      await client.invalidateQueries({ queryKey: SESSION })
    },
  }
  return <Context value={signed}>{children}</Context>
}

/** A new session begins in the person's first account: a page of another one continues there. */
async function returnTo({ person, account }: Shown): Promise<void> {
  const found = await call<Found>('GET', '/v1/console/session')
  if (!found.signed_in || found.person.id !== person.id || found.account.id === account.id) return
  if (!found.accounts.some(({ id }) => id === account.id)) return
  callWith({ proof: found.proof })
  await call('POST', '/v1/console/session/account', { account: account.id })
}

type Shown = Pick<Session, 'person' | 'account'>

/** In the place of a page whose person or account is not the session's any more. */
function Switched({ before, session: { person, account } }: { before: Shown; session: Session }) {
  const { say } = useLanguage()
  const isSame = before.person.id === person.id
  return (
    <main className="entry-page">
      <h1>
        {isSame
          ? say(['Elegiste otra cuenta', 'You chose another account'])
          : say(['Entró otra persona', 'Another person signed in'])}
      </h1>
      <p>
        {say(
          [
            'Esta página era de {who} en {before}. Este navegador está ahora en {account}, como {person}.',
            'This page was of {who} in {before}. This browser is now in {account}, as {person}.',
          ],
          { who: before.person.name, before: before.account.name, account: account.name, person: person.name },
        )}
      </p>
      <a className="button" href={at('/console')}>
        {say(['Seguir en {account}', 'Go on in {account}'], { account: account.name })}
      </a>
    </main>
  )
}

export function useSession(): Signed {
  const signed = useContext(Context)
  if (signed === undefined) throw new Error('nobody is signed in here')
  return signed
}

function may(session: Session, need: Need): boolean {
  switch (need) {
    case 'operator':
      return session.role === 'operator'
    case 'people':
      return session.role === 'operator' || session.role === 'owner'
    case 'sandbox':
      return session.mode === 'sandbox'
    case 'person':
      return true
    case 'cards':
    case 'stores':
    case 'spei':
      return session.offers[need]
    default:
      return session.scopes.includes(need)
  }
}

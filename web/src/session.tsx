// The signed-in person and their permissions. In the sandbox on this machine the console signs itself in.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { call, callWith } from './call.ts'
import { useLanguage } from './language.tsx'
import { Empty, Failed, Loading } from './parts/states.tsx'
import { SignIn } from './sign-in.tsx'

export type Scope = 'charge' | 'refund' | 'read' | 'payouts' | 'webhooks' | 'admin'

interface OwnAccount {
  id: string
  name: string
  role: string
  /** Null while the account accepts payments. */
  suspended: { since: string; because: string } | null
}

export interface Session {
  signed_in: true
  local: boolean
  mode: 'sandbox' | 'production'
  version: string
  bodies_kept: boolean
  /** The ways of paying that the service has. */
  offers: Record<Offer, boolean>
  proof: string
  person: { id: string; name: string; email: string }
  role: string
  scopes: Scope[]
  account: OwnAccount
  accounts: OwnAccount[]
  second_factor: boolean
  session: string
}

type Found = Session | { signed_in: false; local: boolean; mode: string; passkeys: boolean }

type Offer = 'cards' | 'stores' | 'spei'

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

async function readSession(): Promise<Found> {
  const found = await call<Found>('GET', '/v1/console/session')
  const opened = !found.signed_in && found.local ? await call<Found>('POST', '/v1/console/session/local', {}) : found
  if (opened.signed_in) callWith({ proof: opened.proof })
  return opened
}

export function SessionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient()
  const [shown, setShown] = useState<string>()
  const found = useQuery({ queryKey: SESSION, queryFn: readSession, retry: false, staleTime: 60_000 })
  useEffect(() => {
    callWith({ onOutdated: () => void client.invalidateQueries({ queryKey: SESSION }) })
  }, [client])
  if (found.isPending) return <Loading />
  if (found.data === undefined) return <Failed error={found.error} again={() => void found.refetch()} />
  if (!found.data.signed_in)
    return (
      <SignIn
        passkeys={found.data.passkeys}
        onSignedIn={() => {
          setShown(undefined)
          return client.invalidateQueries({ queryKey: SESSION })
        }}
      />
    )
  const session = found.data
  const whose = `${session.person.id} ${session.account.id}`
  // A page shows one person's account, until it is loaded again.
  if (shown === undefined) setShown(whose)
  else if (shown !== whose) return <Switched session={session} />
  const signed: Signed = {
    session,
    can: (need) => may(session, need),
    choose: async (account) => {
      await call('POST', '/v1/console/session/account', { account })
      location.assign('/console')
    },
    signOut: async () => {
      await call('DELETE', '/v1/console/session')
      client.removeQueries({ queryKey: ['read'] })
      await client.invalidateQueries({ queryKey: SESSION })
    },
  }
  return <Context value={signed}>{children}</Context>
}

/** In the place of a page whose account is not the session's any more. */
function Switched({ session: { person, account } }: { session: Session }) {
  const { say } = useLanguage()
  return (
    <main className="door-page">
      <Empty
        title={say(['Elegiste otra cuenta', 'You chose another account'])}
        text={say(
          [
            'En otra pestaña entraste a {account}, como {person}. Esta página era de la cuenta anterior.',
            'In another tab you opened {account}, as {person}. This page was of the earlier account.',
          ],
          { account: account.name, person: person.name },
        )}
      >
        <a className="button" href="/console">
          {say(['Seguir en {account}', 'Go on in {account}'], { account: account.name })}
        </a>
      </Empty>
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

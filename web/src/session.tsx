// The signed-in person and their permissions. In the sandbox on this machine the console signs itself in.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect } from 'react'
import { call, callWith } from './call.ts'
import { Failed, Loading } from './parts/states.tsx'
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

/** The requirement of a view or an action: a scope, or a role or mode that only some people have. */
export type Need = Scope | 'operator' | 'people' | 'sandbox' | 'person'

interface Signed {
  session: Session
  can(need: Need): boolean
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
  const found = useQuery({ queryKey: SESSION, queryFn: readSession, retry: false, staleTime: 60_000 })
  useEffect(() => {
    callWith({ onSignedOut: () => void client.invalidateQueries({ queryKey: SESSION }) })
  }, [client])
  if (found.isPending) return <Loading />
  if (found.data === undefined) return <Failed error={found.error} again={() => void found.refetch()} />
  if (!found.data.signed_in)
    return <SignIn passkeys={found.data.passkeys} onSignedIn={() => client.invalidateQueries({ queryKey: SESSION })} />
  const session = found.data
  const signed: Signed = {
    session,
    can: (need) => may(session, need),
    signOut: async () => {
      await call('DELETE', '/v1/console/session')
      client.removeQueries({ queryKey: ['read'] })
      await client.invalidateQueries({ queryKey: SESSION })
    },
  }
  return <Context value={signed}>{children}</Context>
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
    default:
      return session.scopes.includes(need)
  }
}

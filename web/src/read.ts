// Reads data for views, so that loading, refreshing and failing are the same everywhere; after a change all data are read again.
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call, type Refusal } from './call.ts'
import { useSession } from './session.tsx'

export const USUAL_MS = 15_000
/** While the service makes something that the reader waits for. */
export const SOON_MS = 2_000

/** Reads a path of the API again every `everyMs`, which may follow from what was read, after every change, and in every session and account anew. */
export function useRead<T>(path: string | undefined, everyMs: number | ((read?: T) => number) = USUAL_MS) {
  const { session } = useSession()
  return useQuery<T, Refusal>({
    queryKey: ['read', session.proof, path],
    queryFn: () => call<T>('GET', path ?? ''),
    enabled: path !== undefined,
    refetchInterval: ({ state }) => (typeof everyMs === 'number' ? everyMs : everyMs(state.data)) || false,
    placeholderData: keepPreviousData,
    retry: (times, error) => error.status === 0 && times < 2,
  })
}

export interface Change {
  method: 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  headers?: Record<string, string> | undefined
  /** How long its answer may take, where that is longer than usual. */
  longestMs?: number
}

export function useChange<T = unknown>() {
  const client = useQueryClient()
  return useMutation<T, Refusal, Change>({
    mutationFn: ({ method, path, body, headers, longestMs }) => call<T>(method, path, body, headers, longestMs),
    onSettled: () => client.invalidateQueries({ queryKey: ['read'] }),
  })
}

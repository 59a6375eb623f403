// Who makes a request, and who may make which.

/** Who may make a call. `public` needs no credential; `publishable` takes publishable keys too. */
export type Access = 'secret' | 'publishable' | 'public'

/** Who makes a request. */
export interface Caller {
  accountId: string
  credentialId: string
  kind: 'secret' | 'publishable'
  /** The e-mail of the operator. */
  operator: string
}

// Logging in with a credential for a Bearer token, and logging out.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { describedBareAnswer, NoBody } from '../api/fields.ts'
import type { App } from '../api/server.ts'
import { mexicoCityTime } from '../core/time.ts'
import { Failure } from '../failures.ts'
import type { StoreAndClock } from '../store/store.ts'
import { endSessions, openSession } from './sessions.ts'

/** Clients send data about themselves, which is ignored. */
const LoginBody = Type.Object(
  { application_bundle: Type.Optional(Type.Unknown({ description: 'Ignored; clients in use send it empty' })) },
  { additionalProperties: true },
)

const Connection = Type.Object(
  {
    success: Type.Boolean({ description: 'true: the session is open' }),
    connection: Type.Object({
      token: Type.String({ description: 'Send it as `Authorization: Bearer <token>`; it is shown once' }),
      expires: Type.String({ description: 'ISO 8601 with the offset of Mexico City; 30 days from now' }),
    }),
  },
  { description: 'The token of the session, and when it ends' },
)

export function loginRoutes(app: App, needs: StoreAndClock): void {
  const path = '/v1/auth/login/application'

  app.post(
    path,
    {
      config: { access: 'any', refusals: [] },
      schema: {
        operationId: 'createSession',
        tags: ['Sessions'],
        summary: 'Log in',
        description:
          'Answers a Bearer token that does what the credential does, for 30 days. It needs the Basic credential: a token cannot open another. An `Idempotency-Key` has no effect here, because the token is not stored in the clear.',
        body: LoginBody,
        response: { 200: Connection },
      },
    },
    async (request) => {
      // Tokens that open the next session would never expire.
      if (bearerOf(request) !== undefined) throw new Failure('credential-invalid')
      const { token, expiresAt } = await openSession(needs, request.caller)
      return { success: true, connection: { token, expires: mexicoCityTime(expiresAt) } }
    },
  )

  const logOut = async (request: FastifyRequest) => {
    await endSessions(needs, request.caller, bearerOf(request))
    return { success: true }
  }
  const description =
    'With a Bearer token, ends that session. With the Basic credential, ends every session that was opened with it.'
  app.post(
    '/v1/auth/logout',
    {
      config: { access: 'any', refusals: [] },
      schema: {
        operationId: 'endSession',
        tags: ['Sessions'],
        summary: 'Log out',
        description,
        body: NoBody,
        response: describedBareAnswer('The session is over'),
      },
    },
    logOut,
  )
  app.delete(
    path,
    {
      config: { access: 'any', refusals: [] },
      schema: {
        operationId: 'deleteSession',
        tags: ['Sessions'],
        summary: 'Log out, by DELETE',
        description,
        response: describedBareAnswer('The session is over'),
      },
    },
    logOut,
  )
}

function bearerOf(request: FastifyRequest): string | undefined {
  return /^\s*bearer\s+(\S+)\s*$/i.exec(request.headers.authorization ?? '')?.[1]
}

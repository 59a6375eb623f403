// The authenticator app of a person: its key is made here, kept sealed, and in use only after a code of it was shown.
import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { requestActor, trailWrite } from '../../accounts/trail/record.ts'
import { answer, bareAnswer, NoBody, requiredText, strictObject } from '../../api/fields.ts'
import type { App } from '../../api/server.ts'
import { Failure, invalidField } from '../../failures.ts'
import { conditionHeld } from '../../store/decide.ts'
import { update } from '../../store/write.ts'
import type { AtRest } from '../../vault/at-rest.ts'
import type { SealedColumn } from '../../vault/reseal.ts'
import type { SignInNeeds } from '../needs.ts'
import { userByEmail } from '../people/membership.ts'
import type { UserRow } from '../tables.ts'
import { base32, stepOfCode, TOTP_KEY_BYTES, totpAddress } from './totp.ts'

const sealedFor = ({ id }: Pick<UserRow, 'id'>) => `user-totp:${id}`

/** The rows to seal again after a change of the at-rest key. */
export const sealedTotp: SealedColumn = {
  table: 'users',
  column: 'sealed_totp',
  owners: [],
  contextOf: (row) => [sealedFor(row), sealedFor(row)],
}

export function totpOpened(atRest: AtRest, user: Pick<UserRow, 'id' | 'sealed_totp'>): Buffer {
  return atRest.open(user.sealed_totp ?? '', sealedFor(user))
}

/**
 * A session may be stolen: factors are changed with the password only, and guesses of the password are limited here too. Answers the person, whose password
 * may be taken away at this moment.
 */
export async function provePassword(
  { store, passwords, limits }: Pick<SignInNeeds, 'store' | 'passwords' | 'limits'>,
  { caller, ip }: Pick<FastifyRequest, 'caller' | 'ip'>,
  password: string,
): Promise<UserRow> {
  const right = await limits.arriveAs(ip, caller.operator, true)
  const user = await userByEmail(store, caller.operator)
  const isRight = await passwords.matches(password, user?.password_hash, { address: ip, isKnown: true })
  if (!isRight || user === undefined) throw new Failure('sign-in-refused')
  await right()
  return user
}

/** The time for which an offered key may be confirmed. It travels with the person, sealed, so that any process may confirm it. */
const OFFERED_MS = 15 * 60_000

export function secondFactorRoutes(app: App, needs: SignInNeeds): void {
  const { store, clock, atRest } = needs
  const offerFor = (userId: string) => `user-totp-offer:${userId}`
  const hide = { hide: true }
  const config = { access: 'person' } as const
  const Offer = Type.Object({ key: Type.String(), address: Type.String(), offer: Type.String() })

  /** Empty when the offer is invalid, another person's or too old. */
  const offeredKey = (offer: string, userId: string): Buffer => {
    try {
      const [until = '', key = ''] = atRest.open(offer, offerFor(userId)).toString().split(' ')
      return Number(until) > clock.wallMs() ? Buffer.from(key, 'hex') : Buffer.alloc(0)
    } catch {
      return Buffer.alloc(0)
    }
  }

  app.post(
    '/v1/console/second-factor',
    { config, schema: { ...hide, body: NoBody, response: answer(Offer) } },
    async (request) => {
      const key = randomBytes(TOTP_KEY_BYTES)
      const { credentialId, operator } = request.caller
      const offer = atRest.seal(`${clock.wallMs() + OFFERED_MS} ${key.toString('hex')}`, offerFor(credentialId))
      return { success: true, result: { key: base32(key), address: totpAddress(key, operator), offer } }
    },
  )

  app.post(
    '/v1/console/second-factor/confirm',
    {
      config,
      schema: {
        ...hide,
        body: strictObject({ offer: requiredText(500), code: requiredText(10), password: requiredText(200) }),
        response: bareAnswer,
      },
    },
    async (request) => {
      const { credentialId, accountId } = request.caller
      const { password_hash } = await provePassword(needs, request, request.body.password)
      const key = offeredKey(request.body.offer, credentialId)
      const step =
        key.length === 0 ? undefined : stepOfCode(key, request.body.code, { wallMs: clock.wallMs(), lastStep: 0 })
      if (step === undefined) throw invalidField('code', 'code no es el código de ahora', 'code is not the code of now')
      const writes = [
        update(
          'users',
          { sealed_totp: atRest.seal(key, sealedFor({ id: credentialId })), totp_step: step },
          // A key in use has to be removed first, and a reset takes the password away.
          { id: credentialId, sealed_totp: null, password_hash },
        ),
        trailWrite(clock, requestActor(request), {
          accountId,
          action: 'person.second_factor_changed',
          subject: credentialId,
          after: { in_use: true },
        }),
      ]
      if (!(await conditionHeld(store.commit(writes))))
        throw invalidField(
          'offer',
          'ya hay una aplicación en uso: quítala primero',
          'an app is in use: remove it first',
        )
      return { success: true }
    },
  )

  app.post(
    '/v1/console/second-factor/remove',
    { config, schema: { ...hide, body: strictObject({ password: requiredText(200) }), response: bareAnswer } },
    async (request) => {
      const { credentialId, accountId } = request.caller
      await provePassword(needs, request, request.body.password)
      await store.commit([
        update('users', { sealed_totp: null }, { id: credentialId }),
        trailWrite(clock, requestActor(request), {
          accountId,
          action: 'person.second_factor_changed',
          subject: credentialId,
          after: { in_use: false },
        }),
      ])
      return { success: true }
    },
  )
}

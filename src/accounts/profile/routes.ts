// The calls about the merchant's profile, which payers see.
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { answer, describedAs, FORMED, optionalFreeText, optionalText, strictObject } from '../../api/fields.ts'
import type { RouteNeeds } from '../../api/room.ts'
import type { App } from '../../api/server.ts'
import { PICTURE_LIMITS } from '../../core/picture.ts'
import { plainRfc, RFC_TYPED_LENGTH } from '../../core/rfc.ts'
import { addDays, mexicoCityDay } from '../../core/time.ts'
import { invalidField } from '../../failures.ts'
import { conflictOn, decide } from '../../store/decide.ts'
import { forgotten } from '../../store/remembered.ts'
import { insert, run, update, type Write } from '../../store/write.ts'
import { requestActor, trailWrite } from '../trail/record.ts'
import { nextClosing } from './daily-closing-due.ts'
import { type DrawsPicture, readLogoContent } from './logo-content.ts'
import { Closing, Profile, present, trailed } from './present.ts'
import { BLANK_PROFILE, readLogo, readProfile } from './read.ts'
import type { LogoRow, ProfileRow } from './tables.ts'
import { LEAST_CONTRAST, refuseFaults, type TextField } from './texts.ts'

const tags = ['Profile']

export function profileRoutes(app: App, { store, clock, once, draws }: RouteNeeds & { draws: DrawsPicture }): void {
  /** Changes the profile in one batch, with what `make` adds to it. Without a `logo` from `make` the previous logo stays. */
  const changing = (
    request: FastifyRequest,
    reply: FastifyReply,
    make: (before: ProfileRow) => { row: ProfileRow; logo: LogoRow | undefined; writes: Write[] },
  ) =>
    once(request, reply, (effect) =>
      decide(
        async () => {
          const { accountId } = request.caller
          const [known, logoBefore] = await Promise.all([readProfile(store, accountId), readLogo(store, accountId)])
          const before: ProfileRow = known ?? { ...BLANK_PROFILE, account_id: accountId, changed_at: '' }
          const { row, logo = logoBefore, writes } = make(before)
          const changed = { ...row, changed_at: clock.now() }
          const shownLogo = changed.logo === '' ? undefined : logo
          const body = { success: true as const, result: present(changed, shownLogo) }
          const { account_id: _, ...set } = changed
          await store.commit([
            known === undefined
              ? insert('profiles', changed)
              : // Nobody may have changed it meanwhile.
                update('profiles', set, known),
            ...writes,
            forgotten(store),
            trailWrite(clock, requestActor(request), {
              accountId,
              action: 'profile.changed',
              subject: accountId,
              before: known && trailed(known),
              after: trailed(changed),
            }),
            ...effect.answered(body),
          ])
          return body
        },
        { again: conflictOn('profiles'), row: `profile ${request.caller.accountId}` },
      ),
    )

  app.get(
    '/v1/profile',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read the profile',
        description: 'The merchant’s data on slips, receipts, e-mails and SMS.',
        response: answer(Profile),
      },
    },
    async (request) => {
      const { accountId } = request.caller
      const [row, logo] = await Promise.all([readProfile(store, accountId), readLogo(store, accountId)])
      return {
        success: true,
        result: present(row ?? { ...BLANK_PROFILE, account_id: accountId, changed_at: '' }, logo),
      }
    },
  )

  app.put(
    '/v1/profile',
    {
      config: { access: 'admin', refusals: [] },
      schema: {
        tags,
        summary: 'Change the profile',
        description:
          'Fields left out stay; null or an empty text clears them. Slips, receipts, e-mails and SMS show the change from then on, also those of earlier payments. ' +
          'With `closing` an e-mail goes to the profile’s `email` each night: sales, fees, net, returns and open vouchers of the day.',
        body: strictObject(
          {
            trade_name: optionalFreeText(80, {
              description: 'The name under which payers know the merchant',
              examples: ['Café La Esquina'],
            }),
            legal_name: optionalFreeText(150, {
              description: 'The legal name (razón social)',
              examples: ['La Esquina S.A. de C.V.'],
            }),
            rfc: optionalText(RFC_TYPED_LENGTH, {
              description: '12 or 13 characters',
              examples: ['GODE561231GR8'],
            }),
            phone: optionalText(FORMED, { description: '10 digits', examples: ['5512345678'] }),
            email: optionalFreeText(254, {
              description: 'Where payers write with questions, and where the e-mail of the day’s closing goes',
              examples: ['hola@laesquina.mx'],
            }),
            site: optionalFreeText(200, { description: 'https://…', examples: ['https://laesquina.mx'] }),
            colour: optionalText(FORMED, {
              description: `#rrggbb, with a contrast of ${LEAST_CONTRAST} or more to white (WCAG 2.2)`,
              examples: ['#0c5c4c'],
            }),
            closing: Type.Optional(
              Type.Union([Type.Literal('off'), Type.Literal('es'), Type.Literal('en')], describedAs(Closing)),
            ),
          },
          { title: 'ProfileChange' },
        ),
        response: answer(Profile),
      },
    },
    (request, reply) => {
      const { closing, ...texts } = request.body
      const changes = Object.fromEntries(
        Object.entries(texts).map(([name, value]) => [name, (value ?? '').trim()]),
      ) as Partial<Record<TextField, string>>
      if (changes.rfc !== undefined) changes.rfc = plainRfc(changes.rfc)
      if (changes.colour !== undefined) changes.colour = changes.colour.toLowerCase()
      refuseFaults(changes)
      return changing(request, reply, (before) => {
        const row: ProfileRow = { ...before, ...changes, closing: closing ?? before.closing }
        if (row.closing !== 'off' && row.email === '')
          throw invalidField(
            'email',
            'email es necesario para el cierre diario',
            'email is needed for the daily closing',
          )
        return { row: { ...row, ...closingOf(before, row) }, logo: undefined, writes: [] }
      })
    },
  )

  /** The daily closing begins with the day on which it is turned on. */
  const closingOf = (before: ProfileRow, row: ProfileRow): Pick<ProfileRow, 'closed_day' | 'closing_due_at'> => {
    if (row.closing === 'off') return { closed_day: before.closed_day, closing_due_at: null }
    if (before.closing !== 'off') return { closed_day: before.closed_day, closing_due_at: before.closing_due_at }
    const now = clock.now()
    const yesterday = addDays(mexicoCityDay(now), -1)
    // A day that was closed is not closed again.
    const closed_day = [before.closed_day, yesterday].sort().at(-1) ?? yesterday
    return { closed_day, closing_due_at: nextClosing(closed_day, now).dueAt }
  }

  app.put(
    '/v1/profile/logo',
    {
      config: { access: 'admin', refusals: [] },
      schema: {
        operationId: 'setProfileLogo',
        tags,
        summary: 'Set the logo',
        description: `PNG (8 bits, not interlaced) or JPEG (grey or colour), to ${PICTURE_LIMITS.bytes / 1024} KiB and ${PICTURE_LIMITS.side} by ${PICTURE_LIMITS.side} pixels; what it is, is read from its content, and notes of cameras are left out. A refusal says which of these it is not. SVG is refused. null takes it away.`,
        body: strictObject(
          {
            content: Type.Union([Type.String({ description: 'base64' }), Type.Null()]),
          },
          { title: 'LogoRequest' },
        ),
        response: answer(Profile, 'The profile with its new logo, or without one'),
      },
    },
    async (request, reply) => {
      const { content } = request.body
      const { accountId } = request.caller
      const logo = content === null || content === '' ? undefined : await readLogoContent(accountId, content, draws)
      return changing(request, reply, (before) => ({
        row: { ...before, logo: logo?.digest ?? '' },
        logo,
        writes: [
          logo === undefined
            ? run(store.db.deleteFrom('logos').where('account_id', '=', accountId).compile())
            : run(
                store.db
                  .insertInto('logos')
                  .values(logo)
                  .onConflict((conflict) => conflict.column('account_id').doUpdateSet(logo))
                  .compile(),
              ),
        ],
      }))
    },
  )
}

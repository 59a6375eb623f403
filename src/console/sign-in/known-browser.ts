// The cookie by which a browser shows that this person has signed in with it before. It opens nothing: its passwords are only looked at sooner.
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { DAY_MS } from '../../core/time.ts'
import { type CookiePlace, cookieName, cookieTerms } from './session-cookie.ts'

const KEPT_DAYS = 180

export interface KnownBrowsers {
  /** Whether a browser has signed this person in before. */
  knows(request: Pick<FastifyRequest, 'headers'>, email: string): boolean
  /** Sets the cookie. */
  remember(reply: FastifyReply, email: string): void
}

export function knownBrowsers(needs: { key: Buffer; place(): CookiePlace; wallMs(): number }): KnownBrowsers {
  const { key, place, wallMs } = needs
  const nameNow = () => cookieName('cobro-browser', place())
  const today = () => Math.floor(wallMs() / DAY_MS)
  const markOf = (email: string, day: number) =>
    createHmac('sha256', key).update(`${day} ${email.toLowerCase()}`).digest('base64url')
  return {
    knows: ({ headers }, email) => {
      const [, day = '', mark = ''] =
        new RegExp(`(?:^|; *)${nameNow()}=(\\d{1,6})\\.([\\w-]{43})(?:;|$)`).exec(headers.cookie ?? '') ?? []
      const age = today() - Number(day)
      if (mark === '' || age < 0 || age > KEPT_DAYS) return false
      return timingSafeEqual(Buffer.from(mark), Buffer.from(markOf(email, Number(day))))
    },
    remember: (reply, email) => {
      const value = `${today()}.${markOf(email, today())}`
      reply.header(
        'set-cookie',
        `${nameNow()}=${value}; Max-Age=${(KEPT_DAYS * DAY_MS) / 1_000}; ${cookieTerms(place())}`,
      )
    },
  }
}

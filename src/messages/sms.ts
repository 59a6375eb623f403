// Sends SMS through an HTTP gateway that takes the form of Twilio's Messages API.
import type { LookupFunction } from 'node:net'
import type { Agent } from 'undici'
import { networkLookup } from '../connectors/resolve.ts'
import { reasonOf, type Sender } from './sender.ts'

interface SmsOptions {
  url: string
  account: string
  token: string
  from: string
  timeoutMs: number
  lookup?: LookupFunction
}

export interface Sms {
  id: string
  /** 10 digits of a Mexican number. */
  phone: string
  text: string
}

const COUNTRY_CODE = '+52'
/** Refusals that say something of us or of the moment, not of the message. */
const WORTH_ANOTHER_TRY = new Set([401, 403, 404, 408, 409, 425, 429])

/** Gateways that know `Idempotency-Key` send a retry only once. */
export function smsSender({ url, account, token, from, timeoutMs, lookup = networkLookup }: SmsOptions): Sender<Sms> {
  let dispatcher: Agent | undefined
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  return async ({ id, phone, text }) => {
    const undici = (await import('undici')).default
    dispatcher ??= new undici.Agent({ connect: { lookup } })
    try {
      const { statusCode, body } = await undici.request(url, {
        dispatcher,
        method: 'POST',
        headers: { authorization, 'content-type': 'application/x-www-form-urlencoded', 'idempotency-key': id },
        body: new URLSearchParams({ To: COUNTRY_CODE + phone, From: from, Body: text }).toString(),
        signal: AbortSignal.timeout(timeoutMs),
      })
      await body.dump({ limit: 64 * 1024 })
      if (statusCode >= 200 && statusCode < 300) return { sent: true }
      const forGood = statusCode >= 400 && statusCode < 500 && !WORTH_ANOTHER_TRY.has(statusCode)
      return { sent: false, error: `the gateway answered ${statusCode}`, forGood }
    } catch (error) {
      return { sent: false, error: reasonOf(error), forGood: false }
    }
  }
}

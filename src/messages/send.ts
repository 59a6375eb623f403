// Sends queued e-mails and SMS: leased, tried again when it fails, recorded; in a bare sandbox they land in the mailbox.
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { accountSlots } from '../core/account-slots.ts'
import type { Clock } from '../core/clock.ts'
import { newId } from '../core/ids.ts'
import { MESSAGE_WAITS_MS, waitAfter } from '../core/retry.ts'
import type { Task } from '../core/task.ts'
import { instantPlus } from '../core/time.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { merchantOf, type PayerFacts, payerStateOf } from '../pages/content.ts'
import type { ReadPayerFacts } from '../pages/payer-facts.ts'
import { type PdfFile, pdfFile } from '../pages/pdf-file.ts'
import type { PdfRenderer } from '../pages/pdf-renderer.ts'
import { conditionHeld } from '../store/decide.ts'
import { forgetWrite } from '../store/directory.ts'
import { leases, listed, notOf } from '../store/queues/lease.ts'
import type { StoreAndClock } from '../store/store.ts'
import { insert, run, update, type Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import { emailContent, smsText } from './content.ts'
import type { Email } from './email.ts'
import { letterContent, sealedFor } from './letters.ts'
import { type RefundLetter, refundLetterContent } from './refund-letter.ts'
import type { Sender, Sent } from './sender.ts'
import type { Sms } from './sms.ts'
import type { MessageRow } from './tables.ts'

/** Messages of a channel that are sent at the same time: in all, and of one account, so that many messages of one delay no other's. */
const SLOTS = { all: 8, account: 4 } as const
/** The accounts that are remembered as served: beyond them a new round begins. */
const MAX_SERVED = 200
/** How often new work is looked for while messages are being sent. */
const LOOK_AGAIN_MS = 200

export interface MessageNeeds extends StoreAndClock {
  readFacts: ReadPayerFacts
  pdfs: PdfRenderer
  atRest: AtRest
  links: PageLinks
  /** True where messages land in the mailbox when there is no way to send them. */
  sandbox: boolean
  /** How long a sender may take; leases are three times as long. */
  timeoutMs: number
  senders: { email: Sender<Email> | undefined; sms: Sender<Sms> | undefined }
}

/** One task for each channel, so that a slow mail server does not hold up the SMS. */
export function messageTasks(needs: MessageNeeds): Task[] {
  return [messageTask(needs, 'email'), messageTask(needs, 'sms')]
}

/** `run` takes messages while there are slots, and returns when one has ended, or soon after, with the number of those under way. */
function messageTask(needs: MessageNeeds, channel: MessageRow['channel']): Task {
  const work = leases(needs, 'messages', {
    only: sql`channel = ${sql.lit(channel)}`,
    besides: (hole) => notOf(hole('full')),
  })
  const slots = accountSlots(SLOTS)
  /** While all slots are taken, accounts take turns: these have had theirs, and are passed over until nobody else waits. */
  const served = new Set<string>()
  const underWay = new Set<Promise<unknown>>()
  let fault: { error: unknown } | undefined

  const begin = (message: MessageRow) => {
    const sending: Promise<unknown> = work
      .each([message], (one) => deliver(needs, one))
      .catch((error: unknown) => {
        fault = { error }
      })
      .finally(() => {
        slots.giveBack(message.account_id)
        underWay.delete(sending)
      })
    underWay.add(sending)
  }

  const nextBut = async (accounts: string[]) =>
    (await work.take({ leaseMs: 3 * needs.timeoutMs, limit: 1, full: listed(accounts) }))[0]

  const next = async () => {
    if (served.size > 0) {
      const message = await nextBut([...new Set([...slots.full(), ...served])])
      if (message !== undefined) return message
      served.clear()
    }
    return nextBut(slots.full())
  }

  const fill = async () => {
    while (slots.used() < SLOTS.all) {
      const message = await next()
      if (message === undefined) return
      slots.take(message.account_id)
      if (slots.used() === SLOTS.all) served.add(message.account_id)
      if (served.size > MAX_SERVED) served.clear()
      begin(message)
    }
  }

  return {
    name: channel,
    wokenBy: ['messages'],
    nextDueAt: work.nextDueAt,
    run: async () => {
      await fill()
      const count = underWay.size
      if (count > 0) await Promise.race([...underWay, pause(LOOK_AGAIN_MS, undefined, { ref: false })])
      if (fault !== undefined) {
        const { error } = fault
        fault = undefined
        throw error
      }
      return count
    },
    rest: async () => {
      await Promise.all(underWay)
    },
  }
}

async function deliver(needs: MessageNeeds, message: MessageRow): Promise<void> {
  const { store, clock } = needs
  if (message.is_reminder === 1 && !(await canBePaid(needs, message))) {
    await conditionHeld(store.commit(forgotten(needs, message)))
    return
  }
  const { sent, landed } = await carryOut(needs, message)
  const attempts = message.attempts + 1
  const now = clock.now()
  const wait = sent.sent || sent.forGood ? undefined : waitAfter(MESSAGE_WAITS_MS, attempts)
  const state = sent.sent ? 'sent' : wait === undefined ? 'failed' : 'pending'
  const change = {
    state,
    attempts,
    due_at: wait === undefined ? null : instantPlus(now, wait),
    leased_until: 0,
    last_error: sent.sent ? null : sent.error,
    sent_at: sent.sent ? now : null,
    // A code that nobody will send any more is not kept.
    ...(state !== 'pending' && { sealed_code: null }),
  } satisfies Partial<MessageRow>
  const { id, account_id, leased_until } = message
  const record = update('messages', change, { account_id, id, state: 'pending', leased_until })
  // Otherwise the lease was lost: whoever has it now records.
  await conditionHeld(store.commit([record, ...landed]))
}

async function canBePaid({ readFacts }: MessageNeeds, { operation_id }: MessageRow): Promise<boolean> {
  const facts = await readFacts(operation_id)
  return facts !== undefined && payerStateOf(facts) === 'pending'
}

/** Nobody is reminded of what is paid or over. */
function forgotten({ store }: MessageNeeds, { id, account_id, leased_until, short_code: code }: MessageRow): Write[] {
  const deletion = store.db
    .deleteFrom('messages')
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .where('state', '=', 'pending')
    .where('leased_until', '=', leased_until)
  return [run(deletion.compile(), 1), ...(code === null ? [] : [forgetWrite(store, 'short address', code)])]
}

/** Sends it, or says what is to be written for it to land in the mailbox. */
async function carryOut(needs: MessageNeeds, message: MessageRow): Promise<{ sent: Sent; landed: Write[] }> {
  const { senders, sandbox, readFacts } = needs
  const { id, recipient, language } = message
  if (message.letter !== null) return carryLetter(needs, message)
  const facts = await readFacts(message.operation_id, { picture: message.channel === 'email' })
  if (!facts) return { sent: { sent: false, error: 'the operation does not exist', forGood: true }, landed: [] }
  const sender = senders[message.channel]
  if (!sender && !sandbox) {
    const setting = message.channel === 'email' ? 'SMTP_URL' : 'SMS_URL'
    return { sent: { sent: false, error: `${setting} is not set`, forGood: false }, landed: [] }
  }
  if (message.channel === 'sms') {
    const shortUrl = message.short_code === null ? facts.url : needs.links.shortUrlOf(message.short_code)
    const text = smsText({ ...facts, shortUrl }, message)
    if (senders.sms) return { sent: await senders.sms({ id, phone: recipient, text }), landed: [] }
    return {
      sent: { sent: true },
      landed: [mailboxWrite(needs.clock, message, { subject: '', body: text, html: null })],
    }
  }
  const content = emailContent(facts, message)
  if (senders.email) {
    const attachment = await attachmentOf(needs, facts, language)
    if (!attachment)
      return { sent: { sent: false, error: 'the PDF was not ready in time', forGood: false }, landed: [] }
    return {
      sent: await senders.email({
        id,
        to: recipient,
        replyTo: answererOf(facts),
        ...content,
        attachment,
        logo: facts.picture,
      }),
      landed: [],
    }
  }
  const { subject, text, html } = content
  return { sent: { sent: true }, landed: [mailboxWrite(needs.clock, message, { subject, body: text, html })] }
}

/** The same for a letter, which says something else than what became of an operation. */
async function carryLetter(needs: MessageNeeds, message: MessageRow): Promise<{ sent: Sent; landed: Write[] }> {
  const { senders, sandbox } = needs
  const { id, recipient, channel } = message
  const content = await readLetter(needs, message)
  if (channel === 'email' && senders.email) {
    const { sms: _, ...letter } = content
    return {
      sent: await senders.email({ id, to: recipient, ...letter, attachment: undefined }),
      landed: [],
    }
  }
  if (channel === 'sms' && senders.sms)
    return { sent: await senders.sms({ id, phone: recipient, text: content.sms }), landed: [] }
  if (!sandbox) {
    const setting = channel === 'email' ? 'SMTP_URL' : 'SMS_URL'
    return { sent: { sent: false, error: `${setting} is not set`, forGood: false }, landed: [] }
  }
  const { subject, text, html } = content
  const shown = channel === 'sms' ? { subject: '', body: content.sms, html: null } : { subject, body: text, html }
  return { sent: { sent: true }, landed: [mailboxWrite(needs.clock, message, shown)] }
}

/** To the account itself, or to the payer of a refund. */
async function readLetter({ atRest, links, sandbox, readFacts }: MessageNeeds, message: MessageRow) {
  const { operation_id, channel, letter, sealed_code, language } = message
  const about = JSON.parse(letter ?? '{}') as Partial<RefundLetter>
  if (about.about !== 'refund')
    return { ...letterContent(atRest, message), sms: '', logo: undefined, replyTo: undefined }
  const secret = sealed_code === null ? '' : atRest.open(sealed_code, sealedFor(message)).toString()
  const facts = await readFacts(operation_id, { picture: channel === 'email' })
  const logo = facts?.picture
  const from = { ...merchantOf(facts?.profile), hasLogo: logo !== undefined }
  const content = refundLetterContent(about as RefundLetter, { language, secret, links, sandbox, from })
  return { ...content, logo, replyTo: facts && answererOf(facts) }
}

/** Payers answer the e-mail that they got: their questions go to the merchant. */
function answererOf({ profile }: PayerFacts): string | undefined {
  return profile?.email || undefined
}

/** How long an e-mail waits for its PDF, as a multiple of the time that a sender may take. Both together fit into the lease. */
const PDF_SHARE = 1.5

/** Undefined when the PDF takes longer than the lease allows, or cannot be drawn now: the next try may find it drawn. */
async function attachmentOf(
  { pdfs, timeoutMs }: MessageNeeds,
  facts: PayerFacts,
  language: MessageRow['language'],
): Promise<PdfFile | undefined> {
  const inTime = new AbortController()
  const late = pause(PDF_SHARE * timeoutMs, undefined, { signal: inTime.signal }).catch(() => undefined)
  const ready = pdfFile(pdfs, facts, language).catch(() => undefined)
  const first = await Promise.race([ready, late])
  inTime.abort()
  return first
}

/** In the batch that records the message as sent: it lands once. */
function mailboxWrite(
  clock: Clock,
  { id, account_id, channel, recipient }: MessageRow,
  content: { subject: string; body: string; html: string | null },
): Write {
  return insert('mailbox', {
    id: newId(clock, 'mbx'),
    account_id,
    message_id: id,
    channel,
    recipient,
    ...content,
    created_at: clock.now(),
  })
}

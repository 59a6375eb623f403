// Sends e-mails by SMTP, one connection each, under one deadline.
import { connect, type LookupFunction, type Socket } from 'node:net'
import { isLoopback } from '../config/addresses.ts'
import { networkLookup } from '../connectors/resolve.ts'
import { type EmailContent, LOGO_CID } from './content.ts'
import { reasonOf, type Sender } from './sender.ts'

interface EmailOptions {
  /** `smtp(s)://user:password@host:port` */
  smtpUrl: string
  /** The sender, `Cobro <recibos@cobro.mx>`; its domain is that of the Message-IDs too. */
  from: string
  /** For the whole exchange. */
  timeoutMs: number
  lookup?: LookupFunction
}

export interface Email extends EmailContent {
  /** The message's id; a retry carries the same Message-ID, so that a mail server recognises it. */
  id: string
  to: string
  /** Who answers the payer's questions: the merchant; undefined: the sender. */
  replyTo: string | undefined
  attachment: { name: string; bytes: Buffer } | undefined
  /** The logo in base64, which the HTML shows as `cid:logo`. */
  logo: { type: string; content: string } | undefined
}

export function emailSender({ smtpUrl, from, timeoutMs, lookup = networkLookup }: EmailOptions): Sender<Email> {
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'cobro.local'
  // A password is sent encrypted or not at all, also when somebody on the way says that the server cannot.
  const requireTLS = hasPassword(smtpUrl)
  return async ({ id, to, replyTo, subject, text, html, unsubscribe, attachment, logo }) => {
    const { createTransport } = await import('nodemailer')
    let socket: Socket | undefined
    const deadline = setTimeout(() => socket?.destroy(new Error('timeout')), timeoutMs)
    const transport = createTransport({
      url: smtpUrl,
      requireTLS,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket: ({ host, port, secure }, done) => {
        const opened = connect({ host: host ?? 'localhost', port: Number(port ?? (secure ? 465 : 587)), lookup })
        socket = opened
        opened.once('error', done)
        opened.once('connect', () => {
          opened.off('error', done)
          done(null, { connection: opened })
        })
      },
    })
    try {
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
        messageId: `<${id}@${domain}>`,
        subject,
        text,
        html,
        headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && { 'List-Unsubscribe': `<${unsubscribe}>` }) },
        attachments: [
          ...(attachment ? [{ filename: attachment.name, content: attachment.bytes }] : []),
          ...(logo
            ? [
                {
                  filename: `logo.${logo.type === 'image/png' ? 'png' : 'jpg'}`,
                  content: Buffer.from(logo.content, 'base64'),
                  contentType: logo.type,
                  contentDisposition: 'inline' as const,
                  cid: LOGO_CID,
                },
              ]
            : []),
        ],
      })
      return { sent: true }
    } catch (error) {
      return { sent: false, error: reasonOf(error), forGood: isRefused(error) }
    } finally {
      clearTimeout(deadline)
      transport.close()
    }
  }
}

/** On this machine nobody stands between. */
function hasPassword(smtpUrl: string): boolean {
  const url = URL.parse(smtpUrl)
  return url !== null && url.password !== '' && !isLoopback(url.hostname)
}

/** Replies that ask for a sign-in, or for an encrypted one. */
const SIGN_IN = new Set([530, 534, 535, 538])
/** The class of replies about security and policy: they say something of us, such as a sender who may not send yet. */
const POLICY = /^\d{3}[ -]5\.7\./

/**
 * Whether the server refused this recipient or message for good (5xx). What it says of us, of our sender or of the moment may change with a setting
 * or with time.
 */
function isRefused(error: unknown): boolean {
  const { command, response = '', responseCode = 0 } = error as SmtpError
  if (responseCode < 500 || SIGN_IN.has(responseCode) || POLICY.test(response)) return false
  return command === 'RCPT TO' || command === 'DATA'
}

interface SmtpError {
  command?: string
  response?: string
  responseCode?: number
}

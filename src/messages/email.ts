// Sends e-mails by SMTP, one connection each, under one deadline.
import { connect, type Socket } from 'node:net'
import { type EmailContent, LOGO_CID } from './content.ts'
import { reasonOf, type Sender } from './sender.ts'

interface EmailOptions {
  /** `smtp(s)://user:password@host:port` */
  smtpUrl: string
  /** The sender, `Cobro <recibos@cobro.mx>`; its domain is that of the Message-IDs too. */
  from: string
  /** For the whole exchange. */
  timeoutMs: number
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

export function emailSender({ smtpUrl, from, timeoutMs }: EmailOptions): Sender<Email> {
  const domain = /@([^\s>]+)>?\s*$/.exec(from)?.[1] ?? 'cobro.local'
  return async ({ id, to, replyTo, subject, text, html, attachment, logo }) => {
    const { createTransport } = await import('nodemailer')
    let socket: Socket | undefined
    const deadline = setTimeout(() => socket?.destroy(new Error('timeout')), timeoutMs)
    const transport = createTransport({
      url: smtpUrl,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      socketTimeout: timeoutMs,
      disableFileAccess: true,
      disableUrlAccess: true,
      getSocket: ({ host, port, secure }, done) => {
        const opened = connect({ host: host ?? 'localhost', port: Number(port ?? (secure ? 465 : 587)) })
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
        headers: { 'Auto-Submitted': 'auto-generated' },
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

/** Whether the server refused this recipient or message permanently (5xx); other errors may be temporary. */
function isRefused(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number }
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE')
}

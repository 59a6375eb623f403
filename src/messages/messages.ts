// E-mails and SMS as one part: their background work, the senders, and the sandbox's mailbox.
import type { FastifyRequest } from 'fastify'
import type { Access, Caller } from '../api/caller.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { payerFactsReader } from '../pages/payer-facts.ts'
import type { PdfRenderer } from '../pages/pdf-renderer.ts'
import type { Store } from '../store/store.ts'
import type { AtRest } from '../vault/at-rest.ts'
import { emailSender } from './email.ts'
import { mailboxPageRoutes } from './mailbox-page.ts'
import { mailboxRoutes } from './mailbox-routes.ts'
import { messageTasks } from './send.ts'
import { smsSender } from './sms.ts'

export interface MessageNeeds {
  store: Store
  clock: Clock
  links: PageLinks
  pdfs: PdfRenderer
  atRest: AtRest
  sandbox: boolean
  /** How long one may take. */
  timeoutMs: number
  /** Empty: no e-mails are sent. */
  smtpUrl: string
  mailFrom: string
  /** Undefined: no SMS are sent. */
  sms: { url: string; account: string; token: string; from: string } | undefined
}

interface MailboxNeeds {
  authenticate(request: FastifyRequest, access: Access): Promise<Caller>
  /** The account whose mailbox a browser on this machine sees without a credential. */
  localAccountId: string | undefined
}

export interface Messages {
  /** Background work: send. */
  tasks: Task[]
  addRoutes(app: App, needs: MailboxNeeds): void
}

export function createMessages(needs: MessageNeeds): Messages {
  const { store, clock, links, pdfs, atRest, sandbox, timeoutMs, smtpUrl, mailFrom, sms } = needs
  return {
    tasks: messageTasks({
      store,
      clock,
      readFacts: payerFactsReader({ store, clock, links, sandbox }),
      links,
      pdfs,
      atRest,
      sandbox,
      timeoutMs,
      senders: {
        email: smtpUrl === '' ? undefined : emailSender({ smtpUrl, from: mailFrom, timeoutMs }),
        sms: sms && smsSender({ ...sms, timeoutMs }),
      },
    }),
    addRoutes: (app, { authenticate, localAccountId }) => {
      if (!sandbox) return
      mailboxRoutes(app, { store })
      mailboxPageRoutes(app, { store, authenticate, localAccountId })
    },
  }
}

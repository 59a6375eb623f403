// Delivery as one part: its endpoints, its background work, and the clients it sends with.
import type { FastifyRequest } from 'fastify'
import type { Caller } from '../accounts/credentials.ts'
import type { Access } from '../api/authenticate.ts'
import type { AnswerOnce } from '../api/idempotency.ts'
import type { App } from '../api/server.ts'
import type { Clock } from '../core/clock.ts'
import type { Task } from '../core/task.ts'
import type { PageLinks } from '../operations/page-link.ts'
import { payerFactsReader } from '../pages/payer-facts.ts'
import type { PdfRenderer } from '../pages/pdf-renderer.ts'
import type { Store } from '../store/store.ts'
import type { AtRest } from '../vault/at-rest.ts'
import { deliverTask } from './deliver-webhooks.ts'
import { emailSender } from './email.ts'
import { endpointRoutes } from './endpoint-routes.ts'
import { eventRoutes } from './event-routes.ts'
import { fanOutTask } from './fan-out.ts'
import { listenForFaults } from './faults.ts'
import { mailboxRoutes } from './mailbox.ts'
import { mailboxPage } from './mailbox-page.ts'
import type { Poster, PosterOptions } from './post.ts'
import { messageTasks } from './send-messages.ts'
import { smsSender } from './sms.ts'

export interface DeliveryNeeds {
  store: Store
  clock: Clock
  atRest: AtRest
  links: PageLinks
  pdfs: PdfRenderer
  sandbox: boolean
  /** How long a webhook, an e-mail or an SMS may take. */
  timeoutMs: number
  /** Empty: no e-mails are sent. */
  smtpUrl: string
  mailFrom: string
  /** Undefined: no SMS are sent. */
  sms: { url: string; account: string; token: string; from: string } | undefined
}

export interface DeliveryRouteNeeds {
  once: AnswerOnce
  authenticate(request: FastifyRequest, access: Access): Promise<Caller>
  /** The account whose mailbox a browser on this machine sees without a credential. */
  localAccountId: string | undefined
}

export interface Delivery {
  /** Background work: fan out, send webhooks, e-mails and SMS. */
  tasks: Task[]
  addRoutes(app: App, needs: DeliveryRouteNeeds): void
  /** After the worker has stopped. */
  close(): Promise<void>
}

export function openDelivery(needs: DeliveryNeeds): Delivery {
  const { store, clock, atRest, links, pdfs, sandbox, timeoutMs, smtpUrl, mailFrom, sms } = needs
  const policy = { sandbox }
  const poster = posterWhenNeeded({ ...policy, timeoutMs })
  const webhooks = deliverTask({ store, clock, atRest, links, poster, timeoutMs })
  const messages = messageTasks({
    store,
    clock,
    readFacts: payerFactsReader({ store, clock, links, sandbox }),
    pdfs,
    sandbox,
    timeoutMs,
    senders: {
      email: smtpUrl === '' ? undefined : emailSender({ smtpUrl, from: mailFrom, timeoutMs }),
      sms: sms && smsSender({ ...sms, timeoutMs }),
    },
  })
  return {
    tasks: [fanOutTask({ store, clock, wake: webhooks.wake }), webhooks, ...messages],
    addRoutes: (app, { once, authenticate, localAccountId }) => {
      endpointRoutes(app, { store, clock, atRest, policy, once })
      eventRoutes(app, { store, clock, atRest, policy, links, once })
      if (!sandbox) return
      listenForFaults(app)
      mailboxRoutes(app, { store })
      mailboxPage(app, { store, authenticate, localAccountId })
    },
    close: () => poster.close(),
  }
}

/** The HTTP client is loaded with the first webhook: a start need not wait for it. */
function posterWhenNeeded(options: PosterOptions): Poster {
  let poster: Promise<Poster> | undefined
  return {
    post: async (...message) => {
      poster ??= import('./post.ts').then(({ createPoster }) => createPoster(options))
      return (await poster).post(...message)
    },
    close: async () => {
      await (await poster)?.close()
    },
  }
}

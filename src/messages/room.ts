// The entry point of e-mails and SMS: their background work, their senders, and the sandbox's mailbox.
import { SANDBOX_ACCOUNT } from '../accounts/open-account.ts'
import type { Ground, NeedsOf, Room } from '../api/room.ts'
import { payerFactsReader } from '../pages/payer-facts.ts'
import { closingTask } from './closing.ts'
import { emailSender } from './email.ts'
import { mailboxPageRoutes } from './mailbox-page.ts'
import { mailboxRoutes } from './mailbox-routes.ts'
import { messageTasks } from './send.ts'
import { smsSender } from './sms.ts'

type Needs = Pick<NeedsOf<typeof messageTasks>, 'links' | 'pdfs' | 'atRest'>

export function messagesRoom(ground: Ground, needs: Needs): { room: Room } {
  const { sandbox, sandboxCredential, config } = ground
  const { deliveryTimeoutMs: timeoutMs, smtpUrl, mailFrom, sms } = config
  return {
    room: {
      addRoutes: (app, { authenticate }) => {
        if (!sandbox) return
        mailboxRoutes(app, ground)
        // A browser on this machine sees the sandbox's mailbox without a credential.
        const localAccountId = sandboxCredential ? SANDBOX_ACCOUNT.id : undefined
        mailboxPageRoutes(app, { ...ground, authenticate, localAccountId })
      },
      tasks: [
        ...messageTasks({
          ...ground,
          ...needs,
          readFacts: payerFactsReader({ ...ground, ...needs }),
          timeoutMs,
          senders: {
            email: smtpUrl === '' ? undefined : emailSender({ smtpUrl, from: mailFrom, timeoutMs }),
            sms: sms && smsSender({ ...sms, timeoutMs }),
          },
        }),
        closingTask(ground),
      ],
    },
  }
}

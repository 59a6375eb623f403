// The entry point of e-mails and SMS: their background work and their senders.
import type { Ground, Room } from '../api/room.ts'
import { payerFactsReader } from '../pages/payer-facts.ts'
import { closingTask } from './daily-closing.ts'
import { emailSender } from './email.ts'
import { type MessageNeeds, messageTasks } from './send.ts'
import { smsSender } from './sms.ts'

export function messagesRoom(ground: Ground, needs: Pick<MessageNeeds, 'links' | 'pdfs' | 'atRest'>): { room: Room } {
  const { deliveryTimeoutMs: timeoutMs, smtpUrl, mailFrom, sms } = ground.config
  return {
    room: {
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

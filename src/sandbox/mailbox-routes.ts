// The sandbox's mailbox, by API: every e-mail and SMS without a configured sender.
import Type from 'typebox'
import { type Caller, scopes } from '../api/caller.ts'
import { HasMore, Instant } from '../api/description/answer-members.ts'
import { answer, requiredText } from '../api/fields.ts'
import { CursorQuery, cutPage, Next, readAfter, readLimit } from '../api/paging.ts'
import type { App } from '../api/server.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { mexicoCityTime } from '../core/time.ts'
import { refuseInvalid } from '../failures.ts'
import type { MailboxRow } from '../messages/tables.ts'
import { columnsOf } from '../store/columns.ts'
import { sameAccount } from '../store/same-account.ts'
import type { Store } from '../store/store.ts'

const Letter = Type.Object(
  {
    id: Type.String({ description: 'Of the message' }),
    channel: Type.String({ description: '`email` or `sms`' }),
    recipient: Type.String({ description: 'An e-mail address, or a phone of 10 digits' }),
    operation: Type.String({ description: 'The operation that it is about; may be empty' }),
    subject: Type.String({ description: 'Empty for an SMS' }),
    body: Type.String({ description: 'As text' }),
    html: Type.Union([Type.String(), Type.Null()], { description: 'The e-mail as HTML; null for an SMS' }),
    timestamp: Instant,
  },
  { title: 'MailboxMessage' },
)

interface MailboxFilter {
  accountId: string
  recipient?: string | undefined
  channel?: MailboxRow['channel'] | undefined
  startingAfter?: string | undefined
  limit: number
}

export type MailboxEntry = MailboxRow & { operation_id: string }

/** Links and codes of letters that give access: an invitation, the code of a payout account, a refund's page. */
const LETS_IN =
  /(\/console\/invitation#)[0-9a-f]{64}|(\/r\/)[A-Za-z0-9_-]{24}(?![A-Za-z0-9_-])|((?:Código|Code): )\d{8}\b/g

/** A letter for a caller: a caller without all scopes must not get access by a letter to another person. */
export function readableBy(caller: Pick<Caller, 'scopes' | 'person'>, text: string): string {
  const mayDoAll = scopes.every((scope) => caller.scopes.includes(scope))
  return mayDoAll
    ? text
    : text.replace(LETS_IN, (_, ...starts: (string | undefined)[]) => `${starts.slice(0, 3).find(Boolean)}…`)
}

/** Newest first. */
export async function readMailbox({ db }: Store, filter: MailboxFilter): Promise<MailboxEntry[]> {
  const { accountId, recipient, channel, startingAfter, limit } = filter
  let query = db
    .selectFrom('mailbox')
    .innerJoin('messages', sameAccount('messages.id', 'mailbox.message_id'))
    .select(columnsOf('mailbox'))
    .select('messages.operation_id')
    .where('mailbox.account_id', '=', accountId)
  if (recipient !== undefined) query = query.where('mailbox.recipient', '=', recipient)
  if (channel !== undefined) query = query.where('mailbox.channel', '=', channel)
  if (startingAfter !== undefined) query = query.where('mailbox.id', '<', startingAfter)
  return query.orderBy('mailbox.id', 'desc').limit(limit).execute()
}

/** Sandbox only. */
export function mailboxRoutes(app: App, { store }: { store: Store }): void {
  app.get(
    '/v1/sandbox/mailbox',
    {
      config: { access: 'read' },
      schema: {
        operationId: 'listMailboxMessages',
        tags: ['Sandbox'],
        summary: 'Read the mailbox',
        description:
          'The e-mails and SMS of this account that the sandbox kept instead of sending them, newest first. The next page ' +
          'starts after the last of this. For a caller without every scope, links and codes that give access are masked. People read it at /mailbox.',
        querystring: Type.Object({
          recipient: Type.Optional(requiredText(254, { examples: ['ana@ejemplo.mx', '5512345678'] })),
          ...CursorQuery,
        }),
        response: answer(
          Type.Object({ has_more: HasMore, messages: Type.Array(Letter, { description: 'Newest first' }), next: Next }),
        ),
      },
    },
    async (request) => {
      const { recipient, ...paging } = request.query
      const fields: FieldProblems = {}
      const size = readLimit(paging, fields)
      const startingAfter = readAfter(paging, /^mbx_[a-z0-9]{1,90}$/, fields)
      refuseInvalid(fields)
      const rows = await readMailbox(store, {
        accountId: request.caller.accountId,
        recipient,
        startingAfter,
        limit: size + 1,
      })
      const { page, next } = cutPage(rows, size)
      const messages = page.map((row) => ({
        id: row.id,
        channel: row.channel,
        recipient: row.recipient,
        operation: row.operation_id,
        subject: row.subject,
        body: readableBy(request.caller, row.body),
        html: row.html && readableBy(request.caller, row.html),
        timestamp: mexicoCityTime(row.created_at),
      }))
      return { success: true, result: { has_more: next !== null, messages, next } }
    },
  )
}

// What the console tells the operator of the whole service: networks, queues, what is open, the audit and the trail of all accounts.
import Type from 'typebox'
import { AuditRecord } from '../../accounts/trail/routes.ts'
import { orNull } from '../../api/fields.ts'
import { mendFields } from '../mending/item-kinds.ts'
import { Queue } from './queues.ts'

const NetworkHealth = Type.Object(
  {
    port: Type.String(),
    name: Type.String(),
    deadlineMs: Type.Integer({ description: 'The longest wait of a call' }),
    simulated: Type.Boolean(),
    offered: Type.Boolean({ description: 'False when the service goes without it' }),
    openCircuits: Type.Integer({ description: 'Methods that are blocked now, after repeated failures' }),
    last: orNull(Type.String({ description: 'The instant of its newest operation' })),
  },
  { title: 'NetworkHealth' },
)

const FailingWebhook = Type.Object(
  {
    id: Type.String(),
    account: Type.String(),
    account_name: Type.String(),
    url: Type.String(),
    state: Type.String(),
    since: orNull(Type.String()),
  },
  { title: 'FailingWebhook' },
)

export const ServiceHealth = Type.Object(
  {
    networks: Type.Array(NetworkHealth),
    queues: Type.Array(Queue),
    failing: Type.Object({ total: Type.Integer(), webhooks: Type.Array(FailingWebhook) }),
    rsa_key: orNull(Type.Object({ id: Type.String(), since: Type.String() })),
    lag_seconds: Type.Number({ description: 'The delay of the oldest due work' }),
    engine: Type.String(),
    process: Type.Object({
      version: Type.String(),
      runtime: Type.String(),
      pid: Type.Integer(),
      up_seconds: Type.Integer(),
      memory_bytes: Type.Integer(),
    }),
    database: Type.Object({
      schema: Type.String(),
      answers_ms: Type.Number(),
      waiting: Type.Integer(),
      batches: Type.Integer(),
      flushes: Type.Integer(),
    }),
  },
  { title: 'ServiceHealth' },
)

const OpenItem = Type.Object(
  {
    kind: Type.String(),
    id: Type.String(),
    account: Type.String(),
    account_name: Type.String({ description: 'Empty without an account' }),
    amount: Type.String(),
    since: Type.String(),
    because: Type.String(),
    because_es: Type.String(),
    asked: Type.Boolean({ description: 'Somebody of the account has asked for it, and another operator decides' }),
    ...mendFields,
  },
  { title: 'OpenItem' },
)

export const OpenItems = Type.Object({
  more: Type.Boolean({ description: 'There are more than are shown' }),
  items: Type.Array(OpenItem),
})

const AuditFault = Type.Object(
  { id: Type.String(), expected: Type.String(), found: Type.String() },
  { title: 'AuditFault' },
)

export const AuditOfBooks = Type.Object(
  {
    running: Type.Boolean(),
    failed: Type.Boolean({ description: 'The last audit could not be finished' }),
    read: Type.Integer({ description: 'Rows read so far, or by the last finished audit' }),
    started_at: orNull(Type.String()),
    finished_at: orNull(Type.String()),
    report: orNull(
      Type.Object({
        clean: Type.Boolean(),
        counts: Type.Record(Type.String(), Type.Integer(), { description: 'Rows read, by table' }),
        invariants: Type.Array(
          Type.Object({
            name: Type.String(),
            meaning: Type.String(),
            faults: Type.Integer(),
            first: orNull(AuditFault),
          }),
        ),
      }),
    ),
    chain: orNull(
      Type.Object(
        { days: Type.Integer(), records: Type.Integer(), faults: Type.Array(AuditFault) },
        { description: 'The comparison of the records with the checkpoints in the database' },
      ),
    ),
    closed_until: orNull(Type.String()),
    heads: Type.Array(Type.Object({ day: Type.String(), head: Type.String() })),
  },
  { title: 'AuditOfBooks' },
)

const ServiceRecord = Type.Object(
  {
    ...AuditRecord.properties,
    account: orNull(Type.String({ description: 'Null: the record concerns the whole service' })),
    account_name: Type.String(),
  },
  { title: 'ServiceRecord' },
)

export const ServiceTrail = Type.Object({ has_more: Type.Boolean(), records: Type.Array(ServiceRecord) })

// The service as a process of its own, with an acquirer that tells of disputes and writes down every answer it gets. Armed by a file, the process
// kills itself before or after a write about a dispute, or a call of the acquirer.
import { readConfig } from '../../src/config.ts'
import type { Acquirer } from '../../src/connectors/acquirer.ts'
import type { Connected } from '../../src/connectors/connector.ts'
import type { Notice } from '../../src/connectors/notice.ts'
import { sandboxAcquirer } from '../../src/connectors/sandbox/acquirer.ts'
import { createService } from '../../src/service.ts'
import type { Write } from '../../src/store/write.ts'
import { BOOKS, holds, killing, listen } from './killing.ts'

/** A line of the acquirer's books, or of what was done to this process. */
export interface Entry {
  what: 'answer' | 'step' | 'killed'
  /** The case, and what was answered: the same whenever it is asked again. */
  dispute?: string
  content?: string
  step?: string
}

const { write, step, watch } = killing<Entry>()

if (BOOKS !== '') await serve()

async function serve(): Promise<void> {
  const acquirer: Connected<Acquirer> = {
    ...sandboxAcquirer(),
    answerDispute: async ({ networkDispute: dispute, answer, texts, files }) => {
      step('before the acquirer takes it')
      const sizes = files.map(({ name, content }) => `${name} ${content.length}`)
      write({ what: 'answer', dispute, content: JSON.stringify([answer, texts, sizes]) })
      step('after the acquirer takes it')
      return { kind: 'taken' }
    },
    inbound: [
      {
        method: 'POST',
        path: '/disputes',
        receive: async ({ body }) => {
          const notices = [JSON.parse(Buffer.from(body).toString()) as Notice]
          return { kind: 'taken', notices, answer: { status: 200, body: '{}' } }
        },
      },
    ],
  }
  const service = await createService(readConfig(process.env as Record<string, string>), { connectors: { acquirer } })
  watch(service.store, subjectOf)
  await listen(service)
}

/** What a batch is about; undefined for one that is not about a dispute. */
function subjectOf(writes: Write[]): string | undefined {
  const has = (name: string) => holds(writes, name)
  if (has('insert disputes')) return 'the opening'
  if (has('insert dispute_answers')) return 'the answer'
  if (has('insert dispute_files')) return 'a file'
  if (has('update dispute_answers')) return 'the handing in'
  const change = writes.find((one) => one.kind === 'update' && one.table === 'disputes')
  if (change?.kind !== 'update') return undefined
  if ('evidence_version' in change.set) return 'a text'
  return 'state' in change.set ? 'the end' : 'a reminder'
}

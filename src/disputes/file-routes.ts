// The endpoints of the files against a dispute: a file is uploaded as the body of a request, and can be read.
import { hash } from 'node:crypto'
import Type from 'typebox'
import { answer, fileAnswer, Id, isId } from '../api/fields.ts'
import type { AnswerOnce } from '../api/idempotency.ts'
import { queryChoice, queryText } from '../api/paging.ts'
import type { App } from '../api/server.ts'
import { cardNumberProblem, holdsCardNumber } from '../core/cards/number-in-text.ts'
import { EVIDENCE_LIMITS, evidenceKindNames, evidenceMediaTypes } from '../core/dispute-evidence.ts'
import type { FieldProblems } from '../core/failure-table.ts'
import { isPrintable } from '../core/text.ts'
import { Failure } from '../failures.ts'
import { addFile, readFile } from './evidence.ts'
import { findDispute } from './find.ts'
import type { DisputeNeeds } from './needs.ts'
import { EvidenceFileRecord, presentFile } from './present.ts'

const tags = ['Disputes']
const NAME_CHARACTERS = 100

const FileQuery = Type.Object({
  kind: queryChoice(evidenceKindNames, 'What it shows; required', ['shipping']),
  name: queryText(`Its name, to ${NAME_CHARACTERS} characters; named after its kind when left out`, ['guia-77.pdf']),
})

export function fileRoutes(app: App, needs: DisputeNeeds & { once: AnswerOnce }): void {
  void app.register(async (scope) => {
    // Takes the bytes of any media type, because the content decides the type.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', app.readBody)
    ;(scope as unknown as App).post(
      '/v1/disputes/:dispute/files',
      {
        bodyLimit: EVIDENCE_LIMITS.fileBytes,
        // Before its body is read, which may be five megabytes.
        onRequest: async ({ caller, params }) => {
          const { dispute: disputeId } = params as { dispute: string }
          // The form of the path is checked after the body, which is not to be read for this one.
          if (!isId(disputeId)) throw new Failure('resource-unknown')
          await findDispute(needs.store, { accountId: caller.accountId, disputeId })
        },
        config: {
          access: 'refund',
          takes: evidenceMediaTypes,
          refusals: ['dispute-closed', 'dispute-late', 'evidence-limit'],
        },
        schema: {
          operationId: 'addDisputeFile',
          tags,
          summary: 'Add a file against a dispute',
          description:
            `The body is the file itself: a PDF, PNG or JPEG to ${EVIDENCE_LIMITS.fileBytes / 1024 / 1024} MiB, whole. What it is follows from its ` +
            `content; a \`Content-Type\` that says otherwise is refused. The same file again is the file there is. To ${EVIDENCE_LIMITS.files} ` +
            `files and ${EVIDENCE_LIMITS.bytes / 1024 / 1024} MiB for each dispute. Files are kept sealed.`,
          params: Type.Object({ dispute: Id }),
          querystring: FileQuery,
          response: answer(EvidenceFileRecord, 'The file as it is kept: the new one, or the one with the same bytes'),
        },
      },
      async (request, reply) => {
        const { kind, name } = readQuery(request.query)
        const content = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
        const file = {
          accountId: request.caller.accountId,
          disputeId: request.params.dispute,
          kind,
          name,
          declaredType: declaredType(request.headers['content-type']),
          content,
        }
        const work: Parameters<AnswerOnce>[2] = async (effect) => {
          const bodyOf = (row: Parameters<typeof presentFile>[0]) => ({ success: true, result: presentFile(row) })
          return bodyOf(await addFile(needs, file, (row) => effect.answered(bodyOf(row))))
        }
        const contentHash = hash('sha256', content)
        return needs.once(request, reply, work, contentHash) as never
      },
    )
  })

  app.get(
    '/v1/disputes/:dispute/files/:file',
    {
      config: { access: 'read' },
      schema: {
        tags,
        summary: 'Read a file against a dispute',
        description: 'The uploaded bytes.',
        params: Type.Object({ dispute: Id, file: Id }),
        ...fileAnswer('The bytes of the file', evidenceMediaTypes),
      } as never,
    },
    async (request, reply) => {
      const { dispute: disputeId, file: fileId } = request.params as { dispute: string; file: string }
      const { row, content } = await readFile(needs, { accountId: request.caller.accountId, disputeId, fileId })
      // As a download, so that a browser does not show the file under our origin.
      return reply
        .header('content-disposition', `attachment; filename*=UTF-8''${encoded(row.name)}`)
        .type(row.media_type)
        .send(content)
    },
  )
}

function readQuery(query: { kind?: string; name?: string }) {
  const fields: FieldProblems = {}
  const kind = evidenceKindNames.find((one) => one === query.kind)
  if (kind === undefined) {
    const names = evidenceKindNames.join(', ')
    fields.kind = [[`kind debe ser uno de: ${names}`, `kind must be one of: ${names}`]]
  }
  const name = query.name ?? ''
  if (name !== '' && !isPrintable(name, NAME_CHARACTERS)) {
    const [es, en] = [`de hasta ${NAME_CHARACTERS} caracteres`, `of at most ${NAME_CHARACTERS} characters`]
    fields.name = [[`name debe ser un texto ${es}`, `name must be a text ${en}`]]
  } else if (holdsCardNumber(name)) {
    fields.name = [[`name ${cardNumberProblem[0]}`, `name ${cardNumberProblem[1]}`]]
  }
  if (kind === undefined || fields.name !== undefined) throw new Failure('parameters-invalid', { fields })
  return { kind, name }
}

/** The media type of a request's body; empty for the generic type of bytes. */
function declaredType(header: string | undefined): string {
  const type = (header ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  return type === 'application/octet-stream' ? '' : type
}

/** RFC 8187: a quote would end the value. */
function encoded(name: string): string {
  return encodeURIComponent(name).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}

// The evidence against a dispute: texts, and files that are checked by their content and sealed in parts.
import { hash } from 'node:crypto'
import { maskedStart } from '../core/cards/mask.ts'
import type { Clock } from '../core/clock.ts'
import { disputeStates } from '../core/dispute.ts'
import { EVIDENCE_LIMITS, type EvidenceKind } from '../core/dispute-evidence.ts'
import { newId } from '../core/ids.ts'
import { type Instant, mexicoCityTime } from '../core/time.ts'
import { Failure, invalidField } from '../failures.ts'
import { columns } from '../store/columns.ts'
import { conflictOn, decide } from '../store/decide.ts'
import { knownRow } from '../store/rows.ts'
import type { Store } from '../store/store.ts'
import { insert, run, update, type Write } from '../store/write.ts'
import type { AtRest } from '../vault/at-rest.ts'
import type { SealedColumn } from '../vault/reseal.ts'
import { fileKinds, mediaTypeOf, PICTURE_BOUNDS } from './file-kind.ts'
import { findDispute } from './find.ts'
import type { DisputeNeeds } from './needs.ts'
import type { Evidence } from './present.ts'
import type { DisputeFileRow, DisputeRow, DisputeTextRow } from './tables.ts'

/** The bytes of one row, so that neither engine moves five megabytes at once. */
const PART_BYTES = 256 * 1024

/** Several files may come at once. */
const conflictOf = (disputeId: string) => ({ again: conflictOn('dispute_files'), row: `dispute ${disputeId}` })

interface Wanted {
  accountId: string
  disputeId: string
}

/**
 * Throws when a dispute accepts no answer any more: `dispute-closed`, and from its deadline on `dispute-late`. Returns the
 * instant of the check, which is before the deadline.
 */
export function refuseLate({ clock }: { clock: Clock }, { state, respond_by: until }: DisputeRow): Instant {
  const now = clock.now()
  if (now >= until && (disputeStates[state].isOpen || state === 'lost'))
    throw new Failure('dispute-late', { values: { until: mexicoCityTime(until) } })
  if (!disputeStates[state].isOpen) throw new Failure('dispute-closed', { values: { status: state } })
  return now
}

/**
 * Writes texts by kind; an empty text deletes the kind's text. `extra` stores the answer to the request, in the same batch.
 */
export async function writeTexts(
  needs: DisputeNeeds,
  { accountId, disputeId, texts }: Wanted & { texts: Partial<Record<EvidenceKind, string | null>> },
  extra: (dispute: DisputeRow, evidence: Evidence) => Write[],
): Promise<{ dispute: DisputeRow; evidence: Evidence }> {
  const { store } = needs
  return decide(async () => {
    const dispute = await findDispute(store, { accountId, disputeId })
    const now = refuseLate(needs, dispute)
    const before = await readEvidence(store, dispute)
    const changes = Object.entries(texts) as [EvidenceKind, string | null][]
    const rows = changes.flatMap(([kind, content]) =>
      content ? [{ dispute_id: disputeId, kind, account_id: accountId, content, updated_at: now }] : [],
    )
    const changed = changes.map(([kind]) => kind)
    const kept = before.texts.filter(({ kind }) => !changed.includes(kind))
    const evidence = { ...before, texts: [...kept, ...rows].sort((a, b) => (a.kind < b.kind ? -1 : 1)) }
    const written = rows.map(({ kind }) => kind)
    const removed = before.texts.filter(({ kind }) => changed.includes(kind) && !written.includes(kind))
    await store.commit([
      changingWrite(dispute),
      ...removed.map(({ kind }) => removing(store, dispute, kind)),
      ...rows.map((row) => writing(store, row)),
      ...extra(dispute, evidence),
    ])
    return { dispute, evidence }
  }, conflictOf(disputeId))
}

function writing({ db }: Store, row: DisputeTextRow): Write {
  const { content, updated_at } = row
  const query = db
    .insertInto('dispute_texts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'dispute_id', 'kind']).doUpdateSet({ content, updated_at }),
    )
  return run(query.compile(), 1)
}

function removing({ db }: Store, { account_id, id }: DisputeRow, kind: EvidenceKind): Write {
  const query = db
    .deleteFrom('dispute_texts')
    .where('account_id', '=', account_id)
    .where('dispute_id', '=', id)
    .where('kind', '=', kind)
  return run(query.compile(), 1)
}

interface NewFile extends Wanted {
  kind: EvidenceKind
  /** Empty: named after its kind. */
  name: string
  /** The media type of the request; empty: none. */
  declaredType: string
  content: Buffer
}

/**
 * Adds a file. For the same bytes, returns the existing file. Fails with `parameters-invalid` for a file that is empty, of
 * no accepted type, or not of its declared type, and with `evidence-limit`.
 */
export async function addFile(
  needs: DisputeNeeds,
  file: NewFile,
  extra: (row: DisputeFileRow) => Write[],
): Promise<DisputeFileRow> {
  const { store, clock, atRest } = needs
  const { accountId, disputeId, content } = file
  const mediaType = await checkedType(file)
  const sha256 = hash('sha256', content)
  return decide(async () => {
    const dispute = await findDispute(store, { accountId, disputeId })
    const now = refuseLate(needs, dispute)
    const { files } = await readEvidence(store, dispute)
    const existing = files.find((one) => one.sha256 === sha256)
    if (existing !== undefined) {
      const writes = extra(existing)
      if (writes.length > 0) await store.commit(writes)
      return existing
    }
    const bytes = files.reduce((sum, one) => sum + one.bytes, content.length)
    if (files.length >= EVIDENCE_LIMITS.files || bytes > EVIDENCE_LIMITS.bytes) {
      const values = { files: EVIDENCE_LIMITS.files, megabytes: EVIDENCE_LIMITS.bytes / 1024 / 1024 }
      throw new Failure('evidence-limit', { values })
    }
    const row: DisputeFileRow = {
      id: newId(clock, 'dsf'),
      dispute_id: disputeId,
      account_id: accountId,
      kind: file.kind,
      name: file.name || `${file.kind}.${fileKinds[mediaType].extension}`,
      media_type: mediaType,
      bytes: content.length,
      sha256,
      created_at: now,
    }
    await store.commit([
      changingWrite(dispute),
      insert('dispute_files', row),
      ...partsOf(atRest, row, content),
      ...extra(row),
    ])
    return row
  }, conflictOf(disputeId))
}

async function checkedType({ content, declaredType }: NewFile) {
  if (content.length === 0) throw invalidField('file', 'file está vacío', 'file is empty')
  const mediaType = await mediaTypeOf(content)
  if (mediaType === undefined) {
    const [es, en] = ['no es un PDF, PNG o JPEG completo', 'is no whole PDF, PNG or JPEG']
    throw invalidField('file', `file ${es}`, `file ${en}`)
  }
  if (mediaType === 'large') {
    const { side } = PICTURE_BOUNDS
    const [es, en] = [
      `file mide demasiado: hasta ${side} pixeles por lado y 96 MiB desempacado`,
      `file measures too much: to ${side} pixels a side, and 96 MiB unpacked`,
    ]
    throw invalidField('file', es, en)
  }
  if (declaredType !== '' && declaredType !== mediaType) {
    const declared = maskedStart(declaredType, 60)
    throw invalidField(
      'file',
      `file dice ser ${declared} y su contenido es ${mediaType}`,
      `file says that it is ${declared}, and its content is ${mediaType}`,
    )
  }
  return mediaType
}

/** How many parts a file of that size has. */
export function partsOfBytes(bytes: number): number {
  return Math.ceil(bytes / PART_BYTES)
}

function partsOf(atRest: AtRest, { id, account_id }: DisputeFileRow, content: Buffer): Write[] {
  const writes: Write[] = []
  for (let part = 0; part < partsOfBytes(content.length); part += 1) {
    const row = { id: `${id}.${part}`, file_id: id, account_id, part }
    const bytes = content.subarray(part * PART_BYTES, (part + 1) * PART_BYTES)
    writes.push(insert('dispute_file_parts', { ...row, sealed_part: atRest.seal(bytes, sealedFor(row)) }))
  }
  return writes
}

/** The column that is sealed again after a change of the at-rest key. */
export const sealedParts: readonly SealedColumn[] = [
  {
    table: 'dispute_file_parts',
    column: 'sealed_part',
    // A megabyte and a half: a hundred would take longer than a batch may.
    portion: 4,
    owners: ['account_id'],
    contextOf: (row) => [sealedFor(row), sealedFor(row)],
  },
]

/** A sealed part opens only in its own row and for its own account. */
function sealedFor({ id, account_id }: { id: string; account_id: string }): string {
  return `dispute-file:${account_id}:${id}`
}

/** Texts by kind, files in the order in which they came, and the answer. */
export async function readEvidence({ db }: Store, { account_id, id }: DisputeRow): Promise<Evidence> {
  const named = { account_id, dispute_id: id }
  const [texts, files, answer] = await Promise.all([
    db
      .selectFrom('dispute_texts')
      .select(columns.dispute_texts)
      .where((eb) => eb.and(named))
      .orderBy('kind')
      .execute(),
    db
      .selectFrom('dispute_files')
      .select(columns.dispute_files)
      .where((eb) => eb.and(named))
      .orderBy('id')
      .execute(),
    db
      .selectFrom('dispute_answers')
      .select(columns.dispute_answers)
      .where((eb) => eb.and(named))
      .executeTakeFirst(),
  ])
  return { texts, files, answer }
}

/** A file with its bytes. Throws `resource-unknown` when the dispute has no such file. */
export async function readFile(
  needs: Pick<DisputeNeeds, 'store' | 'atRest'>,
  { accountId, disputeId, fileId }: Wanted & { fileId: string },
): Promise<{ row: DisputeFileRow; content: Buffer }> {
  const row = await knownRow(needs.store.db, 'dispute_files', {
    id: fileId,
    dispute_id: disputeId,
    account_id: accountId,
  })
  return { row, content: await contentOf(needs, row) }
}

/** The bytes of a file. Throws when they differ from the uploaded bytes. */
export async function contentOf(
  { store, atRest }: Pick<DisputeNeeds, 'store' | 'atRest'>,
  { account_id, id, sha256 }: DisputeFileRow,
): Promise<Buffer> {
  const parts = await store.db
    .selectFrom('dispute_file_parts')
    .select(columns.dispute_file_parts)
    .where('account_id', '=', account_id)
    .where('file_id', '=', id)
    .orderBy('part')
    .execute()
  const content = Buffer.concat(parts.map((part) => atRest.open(part.sealed_part, sealedFor(part))))
  if (hash('sha256', content) !== sha256) throw new Error(`the parts of the file ${id} do not make what came`)
  return content
}

/** `Unmet` when the state of the dispute or its evidence has changed since it was read. */
function changingWrite({ account_id, id, state, evidence_version }: DisputeRow): Write {
  return update('disputes', { evidence_version: evidence_version + 1 }, { account_id, id, state, evidence_version })
}

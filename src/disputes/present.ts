// The wire form of a dispute: money as text, times of Mexico City, the meaning of its code in both languages.
import Type, { type Static } from 'typebox'
import { Instant } from '../api/description/answer-members.ts'
import { choice, describedAs, Money } from '../api/fields.ts'
import { disputeStageNames, disputeStageTexts, disputeStateNames, disputeStates } from '../core/dispute.ts'
import { evidenceKindNames, evidenceKinds, evidenceMediaTypes } from '../core/dispute-evidence.ts'
import { disputeCategories, disputeCategoryNames, disputeReasonOf, disputeSchemes } from '../core/dispute-reasons.ts'
import { formatAmount } from '../core/money.ts'
import { mexicoCityTime } from '../core/time.ts'
import type { DisputeAnswerRow, DisputeFileRow, DisputeRow, DisputeTextRow } from './tables.ts'

const Nullable = (description: string) => Type.Union([Type.String(), Type.Null()], { description })

const states = disputeStateNames.map((state) => `\`${state}\` (${disputeStates[state].meaning})`).join(', ')

const categories = disputeCategoryNames.map((name) => `\`${name}\` (${disputeCategories[name][1]})`).join(', ')

export const DisputeStage = choice(disputeStageNames, { title: 'DisputeStage', description: disputeStageTexts })

const EvidenceKind = choice(evidenceKindNames, {
  title: 'EvidenceKind',
  description: evidenceKindNames.map((kind) => `\`${kind}\` (${evidenceKinds[kind][1]})`).join(', '),
})

/** The merchant's texts, by kind. */
const TextsByKind = Type.Object(
  Object.fromEntries(
    evidenceKindNames.map((kind) => [kind, Type.Optional(Type.String({ description: evidenceKinds[kind][1] }))]),
  ),
  { title: 'DisputeEvidenceTexts' },
)

const fields = {
  id: Type.String({ description: 'Of the dispute, `dsp_…`', examples: ['dsp_06gzm4nmanr01ank0qs25eymbc'] }),
  transaction: Type.String({ description: 'The operation whose payment is disputed' }),
  stage: DisputeStage,
  status: choice(disputeStateNames, { title: 'DisputeStatus', description: states }),
  network: choice(disputeSchemes, { title: 'DisputeNetwork', description: 'The network of the reason’s code' }),
  reason: Type.Object(
    {
      code: Type.String({ description: 'The network’s code', examples: ['10.4'] }),
      category: choice(disputeCategoryNames, { title: 'DisputeCategory', description: categories }),
      text: Type.Object(
        { es: Type.String({ description: 'In Spanish' }), en: Type.String({ description: 'In English' }) },
        { description: 'The meaning of the code, in both languages' },
      ),
    },
    { title: 'DisputeReason' },
  ),
  network_dispute: Type.String({ description: 'The acquirer’s id of the case' }),
  amount: Money,
  fee: Type.Object(
    {
      ...Money.properties,
      amount: Type.String({ description: 'Mexican pesos with two decimals', examples: ['174.00'] }),
    },
    {
      title: 'DisputeFee',
      description: 'For the dispute, with its IVA: held back with the amount, and given back when the dispute is won',
    },
  ),
  affiliate: Type.String({ description: 'The part of the amount that the affiliated user bears', examples: ['0.00'] }),
  opened_at: Type.String({ description: 'When the bank opened it' }),
  respond_by: Type.String({ description: 'From then on no answer is accepted' }),
  submitted_at: Nullable('When the evidence was submitted; null until then'),
  closed_because: Type.Union(
    [
      choice(['network', 'deadline', 'merchant', 'escalated'], {
        title: 'DisputeClosedBecause',
        description:
          '`network` (the bank said so), `deadline` (nobody answered), `merchant` (it was accepted), `escalated` (a chargeback followed the question)',
      }),
      Type.Null(),
    ],
    { description: 'Why it ended; null until then' },
  ),
  timestamp: Type.String({ description: 'When the acquirer reported it' }),
  status_timestamp: Type.String({ description: 'Since when it has its status' }),
}

export const Dispute = Type.Object(fields, { title: 'Dispute' })

export const EvidenceFileRecord = Type.Object(
  {
    id: Type.String({ description: 'Of the file, `dsf_…`', examples: ['dsf_06gzm4nmanr01ank0qs25eymbc'] }),
    kind: EvidenceKind,
    name: Type.String({ description: 'The file’s name, as you sent it' }),
    media_type: choice(evidenceMediaTypes, { title: 'EvidenceMediaType', description: 'By its content' }),
    bytes: Type.Integer({ description: 'The file’s size' }),
    sha256: Type.String({ description: 'The hash of the file’s bytes, 64 hexadecimal digits' }),
    timestamp: Instant,
  },
  { title: 'Evidence file' },
)

export const DisputeWithEvidence = Type.Object(
  {
    ...fields,
    evidence: Type.Object(
      {
        texts: Type.Record(Type.String(), Type.String(), {
          description: 'By kind; a kind without a text is absent',
          ...describedAs(TextsByKind),
        }),
        files: Type.Array(EvidenceFileRecord, { description: 'The files that were uploaded' }),
      },
      { title: 'DisputeEvidence' },
    ),
    answer: Type.Union(
      [
        Type.Object(
          {
            kind: choice(['evidence', 'accept'], {
              title: 'DisputeAnswerKind',
              description: '`evidence` (submitted) or `accept` (the bank keeps the money)',
            }),
            status: choice(['pending', 'taken', 'refused'], {
              title: 'DisputeAnswerStatus',
              description:
                '`pending` (on its way to the acquirer), `taken`, or `refused` (the acquirer does not take it: the operator of the service hands it in)',
            }),
            reason: Type.String({ description: 'Why it was refused; empty otherwise' }),
            status_timestamp: Type.String({ description: 'Since when it has its status' }),
          },
          { title: 'DisputeAnswer' },
        ),
        Type.Null(),
      ],
      { description: 'The merchant’s only answer; null before' },
    ),
  },
  { title: 'Dispute with evidence' },
)

export function presentDispute(row: DisputeRow): Static<typeof Dispute> {
  const { category, text } = disputeReasonOf(row.scheme, row.reason_code)
  return {
    id: row.id,
    transaction: row.operation_id,
    stage: row.stage,
    status: row.state,
    network: row.scheme,
    reason: { code: row.reason_code, category, text: { es: text[0], en: text[1] } },
    network_dispute: row.network_dispute,
    amount: money(row.amount_centavos),
    fee: money(row.fee_centavos + row.iva_centavos),
    affiliate: formatAmount(row.affiliate_centavos),
    opened_at: mexicoCityTime(row.opened_at),
    respond_by: mexicoCityTime(row.respond_by),
    submitted_at: row.submitted_at === null ? null : mexicoCityTime(row.submitted_at),
    closed_because: row.closed_because || null,
    timestamp: mexicoCityTime(row.created_at),
    status_timestamp: mexicoCityTime(row.state_at),
  }
}

/** The evidence against a dispute, without the bytes of its files. */
export interface Evidence {
  texts: DisputeTextRow[]
  files: DisputeFileRow[]
  answer: DisputeAnswerRow | undefined
}

export function presentWithEvidence(row: DisputeRow, evidence: Evidence): Static<typeof DisputeWithEvidence> {
  const { texts, files, answer } = evidence
  return {
    ...presentDispute(row),
    evidence: {
      texts: Object.fromEntries(texts.map(({ kind, content }) => [kind, content])),
      files: files.map(presentFile),
    },
    answer:
      answer === undefined
        ? null
        : {
            kind: answer.answer,
            status: answer.state,
            reason: answer.reason,
            status_timestamp: mexicoCityTime(answer.state_at),
          },
  }
}

export function presentFile(row: DisputeFileRow): Static<typeof EvidenceFileRecord> {
  const { id, kind, name, media_type, bytes, sha256 } = row
  return { id, kind, name, media_type, bytes, sha256, timestamp: mexicoCityTime(row.created_at) }
}

function money(centavos: number): Static<typeof Money> {
  return { amount: formatAmount(centavos), currency: 'MXN' }
}

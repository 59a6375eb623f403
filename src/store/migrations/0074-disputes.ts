// Disputes of card payments, the evidence against them and its way to the acquirer, and what an account pays for each dispute.

import { check } from './checks.ts'

const STAGE = ['retrieval', 'chargeback', 'arbitration']
const KIND = [
  'explanation',
  'receipt',
  'customer',
  'communication',
  'shipping',
  'service',
  'refund_policy',
  'cancellation_policy',
  'duplicate',
  'other',
]

export const disputes = {
  name: '0074-disputes',
  statements: [
    `create table disputes (
      id text primary key,
      account_id text not null references accounts (id),
      operation_id text not null references operations (id),
      network text not null,
      network_dispute text not null,
      stage text not null,
      state text not null,
      scheme text not null,
      reason_code text not null,
      amount_centavos bigint not null,
      fee_centavos bigint not null,
      iva_centavos bigint not null,
      opened_at text not null,
      respond_by text not null,
      created_at text not null,
      state_at text not null,
      closed_because text not null,
      submitted_at text,
      evidence_version bigint not null,
      due_at text
    )`,
    'create unique index disputes_once on disputes (account_id, operation_id, stage)',
    'create index disputes_by_account on disputes (account_id, id)',
    'create unique index disputes_by_case on disputes (account_id, network, network_dispute, stage)',
    `create index disputes_under_review on disputes (submitted_at) where state = 'under_review'`,
    'create index disputes_due on disputes (due_at) where due_at is not null',
    `create table dispute_texts (
      dispute_id text not null references disputes (id),
      kind text not null,
      account_id text not null,
      content text not null,
      updated_at text not null,
      primary key (dispute_id, kind)
    )`,
    `create table dispute_files (
      id text primary key,
      dispute_id text not null references disputes (id),
      account_id text not null,
      kind text not null,
      name text not null,
      media_type text not null,
      bytes bigint not null,
      sha256 text not null,
      created_at text not null
    )`,
    'create unique index dispute_files_once on dispute_files (dispute_id, sha256)',
    `create table dispute_file_parts (
      id text primary key,
      file_id text not null,
      account_id text not null,
      part bigint not null,
      sealed_part text not null
    )`,
    'create unique index dispute_file_parts_in_order on dispute_file_parts (file_id, part)',
    `create table dispute_answers (
      dispute_id text primary key references disputes (id),
      account_id text not null,
      answer text not null,
      state text not null,
      attempts bigint not null,
      reason text not null,
      due_at text,
      leased_until bigint not null,
      created_at text not null,
      state_at text not null
    )`,
    'create index dispute_answers_due on dispute_answers (due_at) where due_at is not null',
    `create index dispute_answers_open on dispute_answers (dispute_id) where state <> 'taken'`,
    `create table sandbox_disputes (
      id text primary key,
      account_id text not null,
      operation_id text not null,
      stage text not null,
      reason_code text not null,
      amount_centavos bigint,
      respond_days bigint not null,
      outcome text not null,
      opens_at text not null,
      due_at text
    )`,
    'create index sandbox_disputes_due on sandbox_disputes (due_at) where due_at is not null',
    'create index sandbox_disputes_by_operation on sandbox_disputes (operation_id, stage)',
    'alter table fee_schedules add column dispute_centavos bigint',
    'alter table fee_changes add column dispute_centavos bigint',
    ...check('disputes', {
      stage: STAGE,
      state: ['retrieval', 'needs_response', 'under_review', 'won', 'lost', 'accepted'],
      scheme: ['visa', 'mastercard', 'other'],
      amount_centavos: '> 0',
      fee_centavos: '>= 0',
      iva_centavos: '>= 0',
      closed_because: ['', 'network', 'deadline', 'merchant', 'escalated'],
      evidence_version: '>= 0',
    }),
    ...check('dispute_texts', { kind: KIND }),
    ...check('dispute_files', {
      kind: KIND,
      media_type: ['application/pdf', 'image/png', 'image/jpeg'],
      bytes: '> 0',
    }),
    ...check('dispute_file_parts', { part: '>= 0' }),
    ...check('dispute_answers', {
      answer: ['evidence', 'accept'],
      state: ['pending', 'taken', 'refused'],
      attempts: '>= 0',
      leased_until: '>= 0',
    }),
    ...check('sandbox_disputes', {
      stage: STAGE,
      amount_centavos: '> 0',
      respond_days: '> 0',
      outcome: ['', 'won', 'lost'],
    }),
    ...check('fee_schedules', { dispute_centavos: '>= 0' }),
    ...check('fee_changes', { dispute_centavos: '>= 0' }),
  ],
}

// Tables: debts that are written off, and the events about them.
import { instant, oneOf, positive, type Row, table, text } from '../../core/table.ts'

/** A debt of a merchant that one person of the operator asks to write off, and another one decides on. */
export const claimWriteOffs = table(
  'claim_write_offs',
  {
    fact: {
      id: text(),
      account_id: text(),
      amount_centavos: positive(),
      because: text(),
      /** The person who asked: id, name and e-mail. */
      asked_by: text(),
      asked_name: text(),
      created_at: instant(),
    },
    authority: {
      /** `done`: its entry is posted. */
      state: oneOf(['asked', 'done', 'refused']),
      decided_by: text(),
      decided_name: text(),
      decided_at: instant().orNull(),
    },
  },
  {
    owner: 'account',
    key: 'account_id, id',
    recorded: { by: 'id', prefix: 'clm' },
    references: { account_id: 'accounts' },
    unique: { claim_write_offs_asked: `account_id where state = 'asked'` },
    indexes: { claim_write_offs_in_order: 'id' },
  },
)
export type ClaimWriteOffRow = Row<typeof claimWriteOffs>

/** The events about the debt of a merchant; the debt itself is in the ledger. */
export const claimNotices = table(
  'claim_notices',
  {
    work: {
      account_id: text(),
      /** How many times, and when last. */
      sent: positive(),
      sent_at: instant(),
    },
  },
  { owner: 'account', key: 'account_id' },
)
export type ClaimNoticeRow = Row<typeof claimNotices>

// An account says whether the external transaction of a charge identifies a payment.
import { check } from './checks.ts'

export const externalTransactions = {
  name: '0137-external-transactions',
  statements: [
    `alter table accounts add column external_transactions text not null default 'unique'`,
    ...check('accounts', { external_transactions: ['unique', 'free'] }),
  ],
}

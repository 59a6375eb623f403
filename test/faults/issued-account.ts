// The CLABE that a bank of these stories gives an owner: the same whenever it is asked, by any process.
import { createHash } from 'node:crypto'
import type { IssuedAccount } from '../../src/connectors/spei-bank.ts'
import { makeClabe } from '../../src/core/banks/clabe.ts'

export function issuedTo(ownerId: string): IssuedAccount {
  const number = createHash('sha256').update(ownerId).digest().readUInt32BE() % 10 ** 9
  const clabe = makeClabe({ bank: '646', place: '180', account: `11${String(number).padStart(9, '0')}` })
  return { kind: 'issued', clabe, bankName: 'STP', paymentId: clabe.slice(-10) }
}

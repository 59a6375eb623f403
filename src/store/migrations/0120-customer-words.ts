// Words by which customers are found, written in the batch of every change of a customer: in the order of the list, as those of operations are.
import { wordsOfCustomer } from '../../core/customer-words.ts'
import { type Instant, mexicoCityDay } from '../../core/time.ts'

interface Customer {
  id: string
  account_id: string
  name: string
  email: string
  metadata: string | null
  created_at: Instant
}

/** Customers of before that are read at once. */
const PART = 500

export const customerWords = {
  name: '0120-customer-words',
  statements: [
    `create table customer_words (
      account_id text not null,
      word text not null,
      day text not null,
      customer_id text not null,
      primary key (account_id, word, day, customer_id)
    ) without rowid`,
  ],
  convert: async (run: (text: string) => Promise<unknown[]>) => {
    for (let after = ''; ; ) {
      const rows = (await run(`select id, account_id, name, email, metadata, created_at from customers
        where id > ${quoted(after)} order by id limit ${PART}`)) as Customer[]
      const ids = rows.map(({ id }) => quoted(id)).join()
      if (rows.length === 0) return
      const sources = (await run(`select distinct customer_id, clabe from sources where customer_id in (${ids})`)) as {
        customer_id: string
        clabe: string
      }[]
      const words = rows.flatMap((row) => {
        const clabes = sources.filter(({ customer_id }) => customer_id === row.id).map(({ clabe }) => clabe)
        const day = mexicoCityDay(row.created_at)
        return [...new Set([...wordsOfCustomer(row), ...clabes])].map(
          (word) => `(${[row.account_id, word, day, row.id].map(quoted).join()})`,
        )
      })
      if (words.length > 0)
        await run(`insert into customer_words (account_id, word, day, customer_id) values ${words.join()}`)
      after = rows.at(-1)?.id ?? ''
    }
  },
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "''")}'`
}

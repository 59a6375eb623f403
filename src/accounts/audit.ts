// What an audit checks of single control: it recounts, from the trail, what each person gave back alone on their last day.
import type { Invariant } from '../audit/invariant.ts'
import type { RoomAudit } from '../audit/room-audit.ts'
import { BATCH_SIZE, type Scan } from '../audit/scan.ts'
import { same } from '../core/language/bilingual.ts'
import { formatAmount, parseAmount } from '../core/money.ts'
import type { EventRow } from '../events/tables.ts'
import type { GaveBack } from './single-control.ts'
import { changeOf } from './trail/read.ts'

const givenAlone: Invariant = {
  name: 'given-alone',
  meaning: [
    'Lo que cada persona devolvió sin otra en su último día es lo que resulta de contar la bitácora',
    'What each person gave back alone on their last day equals a recount of the trail',
  ],
}

export const accountsAudit: RoomAudit = { invariants: [givenAlone], scan: scanGivenAlone }

interface Recounted {
  day: string
  centavos: number
}

async function scanGivenAlone(scan: Scan): Promise<void> {
  const { snapshot, accountId, found } = scan
  const recounted = await recount(scan)
  let query = snapshot.db
    .selectFrom('person_days')
    .select(['account_id', 'user_id', 'day', 'given_centavos', 'unrecorded_centavos'])
  if (accountId !== undefined) query = query.where('account_id', '=', accountId)
  for (const { account_id, user_id, day, given_centavos, unrecorded_centavos } of await query.execute()) {
    const key = keyOf(account_id, user_id)
    const trail = recounted.get(key) ?? { day, centavos: 0 }
    recounted.delete(key)
    const expected = trail.day === day ? { day, centavos: trail.centavos + unrecorded_centavos } : trail
    const [wanted, says] = [shown(expected), shown({ day, centavos: given_centavos })]
    if (wanted !== says) found(givenAlone, { id: key, expected: same(wanted), found: same(says) })
  }
  for (const [key, trail] of recounted)
    found(givenAlone, { id: key, expected: same(shown(trail)), found: ['nada', 'none'] })
}

/** The last day of each person with records, and their sum. */
async function recount({ snapshot, accountId }: Scan): Promise<Map<string, Recounted>> {
  const last = new Map<string, Recounted>()
  for (let after: string | undefined = ''; after !== undefined; ) {
    let query = snapshot.db
      .selectFrom('events')
      .select(['id', 'account_id', 'subject', 'data'])
      .where('type', '=', 'person.gave_back')
      .where('actor_kind', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH_SIZE)
    if (accountId !== undefined) query = query.where('account_id', '=', accountId)
    const rows: Pick<EventRow, 'id' | 'account_id' | 'subject' | 'data'>[] = await query.execute()
    for (const row of rows) {
      const key = keyOf(row.account_id, row.subject ?? '')
      const { day, centavos } = readRecord(row)
      const known = last.get(key)
      if (known === undefined || known.day < day) last.set(key, { day, centavos })
      else if (known.day === day) known.centavos += centavos
    }
    after = rows.length < BATCH_SIZE ? undefined : rows.at(-1)?.id
    await snapshot.pause()
  }
  return last
}

/** A record that cannot be read counts as nothing, so that its person's day differs. */
function readRecord(row: Pick<EventRow, 'data'>): Recounted {
  const { day, amount } = (changeOf(row).after ?? {}) as Partial<GaveBack>
  const parsed = parseAmount(amount)
  return parsed !== undefined && 'centavos' in parsed
    ? { day: String(day), centavos: parsed.centavos }
    : { day: '', centavos: 0 }
}

function keyOf(accountId: string, personId: string): string {
  return `${accountId} ${personId}`
}

function shown({ day, centavos }: Recounted): string {
  return `${day} ${formatAmount(centavos)}`
}

// The promise: an audit that takes longer than a checkpoint is written behind finds no record of the future in what the service wrote meanwhile.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auditCommand } from '../../../src/cli/operator/audit-books.ts'
import { createClock } from '../../../src/core/clock.ts'
import { readClockState } from '../../../src/store/clock-state.ts'
import type { Store } from '../../../src/store/store.ts'
import { moveClock, payAtStore, storeVoucher } from '../../support/fixtures/payers.ts'
import { type Merchant, onBothEngines } from '../../support/harness/world.ts'

const OPTIONS = { accountId: undefined, asJson: false, heads: false, rows: false, against: undefined }

async function paid(merchant: Merchant): Promise<void> {
  const { transaction } = await storeVoucher(merchant)
  await payAtStore(merchant, { transaction })
}

/** What a command prints, and its exit code. */
async function printed(command: () => Promise<void>): Promise<[text: string, code: typeof process.exitCode]> {
  const { write } = process.stdout
  let text = ''
  process.stdout.write = ((chunk: string) => {
    text += chunk
    return true
  }) as typeof write
  try {
    await command()
    return [text, process.exitCode]
  } finally {
    process.stdout.write = write
    process.exitCode = undefined
  }
}

onBothEngines('an audit that takes an hour', (world) => {
  test('of a service that works meanwhile finds the books right', async () => {
    const merchant = await world().merchant()
    await paid(merchant)
    const { store } = world().service
    const clock = createClock(await readClockState(store))
    let isRead = false
    const slow: Store = {
      ...store,
      snapshot: async (work) => {
        const found = await store.snapshot(work)
        if (!isRead) {
          isRead = true
          await moveClock(merchant, { advance: 'PT1H' })
          await paid(merchant)
        }
        return found
      },
    }
    const [text, code] = await printed(() =>
      auditCommand({ store: slow, clock, name: 'story', openSealed: undefined }, OPTIONS),
    )
    assert.match(text, /The books are right\./)
    assert.doesNotMatch(text, /FAIL/)
    assert.equal(code, undefined)
  })
})

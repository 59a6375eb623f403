// Registers the contract suite of a port as tests: the same duties that `cobro connectors check` runs.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import type { Connected, Rehearsal } from '../../src/connectors/connector.ts'
import { dutiesOf } from '../../src/connectors/contract/check.ts'
import { type Finding, findings, type Ground } from '../../src/connectors/contract/duty.ts'
import type { PortName, PortTypes } from '../../src/connectors/ports.ts'

/** `unchecked`: the only duties that may remain so. */
export function keepsContract(
  port: PortName,
  title: string,
  rehearse: () => Promise<Rehearsal<PortTypes[PortName]>>,
  unchecked: (duty: string) => boolean = () => false,
): void {
  describe(`contract of the port ${port}: ${title}`, () => {
    let rehearsal: Rehearsal<PortTypes[PortName]>
    before(async () => {
      rehearsal = await rehearse()
    })
    after(() => rehearsal.close?.())
    for (const duty of dutiesOf(port)) {
      test(duty.duty, async () => {
        const ground: Ground<PortTypes[PortName]> = {
          rehearsal,
          open: async () => (await rehearsal.open()) as Connected<PortTypes[PortName]>,
          newId: randomUUID,
        }
        const [found] = (await findings([duty], ground)) as [Finding]
        const wanted = unchecked(duty.duty) ? 'not checked' : 'kept'
        assert.equal(found.result, wanted, found.why ?? wanted)
      })
    }
  })
}

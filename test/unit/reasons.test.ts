// Reasons of networks in the reader's language: all that the service writes itself has Spanish words, and a network's free text is marked.
import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { wordsOf } from '../../src/connectors/iso8583/responses.ts'
import { wordsOf as openpayWords } from '../../src/connectors/openpay/errors.ts'
import { causeText } from '../../src/connectors/stp/states.ts'
import { reasonText } from '../../src/reasons.ts'

const SRC = new URL('../../src/', import.meta.url).pathname
const ROOMS = ['connectors', 'transfers', 'refunds', 'disputes', 'cards', 'vouchers']
/** Why a report is not taken, which is no reason of a refund, and the names of checks. `SOURCE` is the name of a task, `REFUSED` begins a stored outcome. */
const OF_REPORTS = /\/(reports|inbound|deposits|state-changes|suite)\.ts$/

describe('the reason of a network', () => {
  test('each reason that a room writes in its code has Spanish words', () => {
    const found = ROOMS.flatMap((room) =>
      readdirSync(join(SRC, room), { recursive: true }).map((name) => join(SRC, room, String(name))),
    )
      .filter((name) => name.endsWith('.ts') && !/\/(contract|recordings)\//.test(name) && !OF_REPORTS.test(name))
      .flatMap((name) =>
        [
          ...readFileSync(name, 'utf8').matchAll(
            /\b(?:reason|failure): (['`])([^'`]* [^'`]*)\1|const (?!SOURCE|REFUSED)[A-Z_]+ = (['`])([a-z][^'`]* [^'`]+)\3/g,
          ),
        ].map((match) =>
          (match[2] ?? match[4] ?? '')
            .replaceAll(/\$\{wordsOf\(code\)\}/g, '51: insufficient funds')
            .replaceAll(/\$\{[^}]*\}/g, '7'),
        ),
      )
    assert.ok(found.includes('the destination is not a CLABE') && found.includes('the bank never saw it'))
    assert.deepEqual(
      found.filter((reason) => reasonText(reason, 'es').startsWith('la red dice')),
      [],
    )
  })

  test('each cause of STP and each response of a host has Spanish words beside its code', () => {
    const causes = Array.from({ length: 100 }, (_, cause) => causeText(String(cause)))
    const responses = Array.from({ length: 100 }, (_, code) => wordsOf(String(code).padStart(2, '0')))
    for (const reason of [...causes, causeText(''), ...responses, ...['N7', 'R0', 'R1', 'R3'].map(wordsOf)])
      assert.doesNotMatch(reasonText(reason, 'es'), /la red dice/, reason)
    assert.equal(reasonText('3: the account is closed', 'es'), '3: la cuenta está cerrada')
    assert.equal(reasonText('3: the account is closed', 'en'), '3: the account is closed')
    assert.equal(reasonText(wordsOf('51'), 'es'), '51: fondos insuficientes')
  })

  test('a value within a sentence stays', () => {
    assert.equal(reasonText('STP cancelled it: CN', 'es'), 'STP la canceló: CN')
    assert.equal(
      reasonText('the host answers a reversal with 57: transaction not permitted to cardholder', 'es'),
      'el host contesta a una cancelación con 57: transacción no permitida al tarjetahabiente',
    )
    assert.equal(reasonText(openpayWords('', ''), 'es'), 'sin código: Openpay no dice más')
  })

  test('free text is what the network says, in both languages, and without a reason nothing is said', () => {
    const words = openpayWords('3003', "The card doesn't have sufficient funds")
    assert.equal(reasonText(words, 'es'), `la red dice: «${words}»`)
    assert.equal(reasonText(words, 'en'), `the network says: “${words}”`)
    assert.equal(reasonText('', 'es'), '')
  })
})

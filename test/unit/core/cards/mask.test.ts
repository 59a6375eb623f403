// Whatever a card carries besides its number is masked too: tracks, codes and PINs, in the forms in which networks and people write them.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { maskCardData, maskedStart } from '../../../../src/core/cards/mask.ts'
import { spentMs } from '../../../support/harness/spent-ms.ts'

const PAN = '4242424242424242'
const EXPIRY_AND_MORE = '30121019876543210'

for (const [what, text, ...leaks] of [
  ['track 2', `;${PAN}=${EXPIRY_AND_MORE}?`, '3012', '9876'],
  ['track 2 without marks', `pista ${PAN}=${EXPIRY_AND_MORE}`, '3012', '9876'],
  ['track 2 with the number in groups', `4242 4242 4242 4242 = ${EXPIRY_AND_MORE}`, '3012', '9876'],
  ['track 2 in a form', `track2=${PAN}%3D${EXPIRY_AND_MORE}%3F`, '3012', '9876'],
  ['track 2 in JSON', `{"track2":"${PAN}\\u003d${EXPIRY_AND_MORE}"}`, '3012', '9876'],
  ['track 2 of a chip', `${PAN}D${EXPIRY_AND_MORE}F`, '3012', '9876'],
  ['track 2 among the tags of a chip', `9F2608AB571342424242424242425D${EXPIRY_AND_MORE}0F5F3401`, '3012', '9876'],
  ['the number among the tags of a chip', `9F2608AB5A08${PAN}5F3401`, '4242'],
  ['track 2 of a card that nobody knows', `;9999000011112222=${EXPIRY_AND_MORE}?`, '3012', '9876', '1111'],
  ['track 1', `%B${PAN}^LOPEZ/ANA MARIA^${EXPIRY_AND_MORE}?`, '3012', '9876', 'LOPEZ'],
  ['track 1 in a form', `t1=%25B${PAN}%5ELOPEZ%2FANA%5E${EXPIRY_AND_MORE}%3F`, '3012', '9876', 'LOPEZ'],
  ['track 1 of a card that nobody knows', `B9999000011112222^LOPEZ/ANA^${EXPIRY_AND_MORE}`, '3012', '9876', '1111'],
  ['both tracks', `%B${PAN}^A/B^${EXPIRY_AND_MORE}?;${PAN}=${EXPIRY_AND_MORE}?`, '3012', '9876'],
  ['a number in lines, as JSON writes them', '{"nota":"4242\\n4242\\r\\n4242\\t4242"}', '4242'],
  ['a number in lines, in a text of JSON', '{"body":"{\\"nota\\":\\"4242\\\\n4242\\\\n4242\\\\n4242\\"}"}', '4242'],
  ['a number with the blanks of HTML', '<b>4242&nbsp;4242&nbsp;4242&nbsp;4242</b>', '4242'],
  ['a code in the next line, as JSON writes it', '{"nota":"CVV:\\n987, cvc\\t\\t987"}', '987'],
  ['a code behind a blank', 'cvv 987', '987'],
  ['a code behind its name', 'cvv987 y CVC2987', '987'],
  ['a code behind =', 'cvc2=987', '987'],
  ['a code in a sentence', 'El CVV es 987.', '987'],
  ['a code in a name of two words', '{"card_cvv":"987","cardCvv2":987,"securityCode":"9876"}', '987'],
  ['a code in a text of JSON', '{"body":"{\\"cvv\\":\\"987\\"}"}', '987'],
  ['a code in XML', '<cvv xsi:type="xsd:string">987</cvv>', '987'],
  ['a code as name and value', '{"name":"cvv","value":"987"}', '987'],
  ['a code in escaped quotes', '&quot;cvv&quot;:&quot;987&quot;', '987'],
  ['a code with marks', '**CVV:** 987', '987'],
  ['a code in wide digits', 'cvv ９８７', '９８７'],
  ['a code in escaped digits', 'cvv=%39%38%37', '%39%38%37'],
  ['a code in Spanish', 'código de seguridad: 987, cod. seg. 987', '987'],
  ['a code beside a card', `codigo 987 ${PAN}`, '987', '4242'],
  ['a code behind a card', `${PAN} 12/30 código 987`, '987', '4242'],
  ['a code with a parted accent beside a card', `${PAN} co\u0301digo 987`, '987', '4242'],
  ['a PIN', '{"pin":"9876","pinBlock":"0123456789ABCDEF"}', '9876', '89AB'],
] as const) {
  test(`${what} is masked`, () => {
    const masked = maskCardData(text)
    for (const leak of leaks) assert.ok(!masked.includes(leak), masked)
    assert.equal(maskCardData(masked), masked)
  })
}

for (const text of [
  'codigo 201: la referencia 1234 no existe',
  '{"cuenta":"646180118000000018","monto":"350.10","codigo":"000"}',
  'cvv inválido, 3 intentos',
  'clabe=646180118000000018&monto=3501',
  '12345678-1234-4123-8123-123456789012',
  '2*2=45',
])
  test(`${text} is unchanged`, () => assert.equal(maskCardData(text), text))

test('a masked text can be stored: escapes of NUL and of half a character stand for a mark', () => {
  for (const written of ['%00', '\\u0000', '&#0;', '&#x0;', '&#xd800;', '\\udfd8'])
    for (const most of [20, 2_000]) {
      const masked = maskedStart(`a${written}b %34242424242424242${' x'.repeat(600)}`, most)
      assert.ok(masked.isWellFormed() && !masked.includes('\0') && !masked.includes('2424'), JSON.stringify(masked))
    }
})

test('the text around it stays', () => {
  assert.equal(
    maskCardData(`{"t2":";${PAN}=30121019?","cvv":"987","monto":"350.10","folio":"1234"}`),
    '{"t2":";****************=********?","cvv":"***","monto":"350.10","folio":"1234"}',
  )
  assert.equal(maskCardData('cvv 987 654'), 'cvv *** 654')
})

test('no text takes long', () => {
  const pieces = fc.constantFrom('4', '*', '^', '=', 'cvv', ' ', 'es', '57', 'd', '4242', 'name', '&quot;', 'pin', '**')
  fc.assert(
    fc.property(fc.array(pieces, { minLength: 1, maxLength: 4 }), (few) => {
      const text = few.join('').repeat(2_000)
      const start = spentMs()
      maskCardData(text)
      assert.ok(spentMs() - start < 2_000, few.join(''))
    }),
    { numRuns: 60 },
  )
})

// The promise: a file is what its bytes say, whole; a name, a header or a first line makes no PDF, PNG or JPEG of anything else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { mediaTypeOf, mediaTypes } from '../../../src/disputes/file-kind.ts'
import { jpegFile, pdfFile, pngFile } from '../../evidence-files.ts'

const files = { 'application/pdf': await pdfFile('Guía 77'), 'image/png': pngFile(3, 2), 'image/jpeg': jpegFile() }

for (const type of mediaTypes) {
  const file = files[type]

  test(`a complete ${type} is accepted`, () => {
    assert.equal(mediaTypeOf(file), type)
  })

  test(`a ${type} that is cut short anywhere is refused`, () => {
    // Trailing white space of a PDF may go.
    const least = type === 'application/pdf' ? 3 : 1
    fc.assert(
      fc.property(fc.integer({ min: 0, max: file.length - least }), (length) => {
        assert.equal(mediaTypeOf(file.subarray(0, length)), undefined)
      }),
    )
  })

  test(`a ${type} with a page or an archive behind it is refused`, () => {
    for (const behind of ['<html><script>alert(1)</script></html>', 'PK\x03\x04', '\xff\xd8\xff\xe0']) {
      assert.equal(mediaTypeOf(Buffer.concat([file, Buffer.from(behind, 'latin1')])), undefined)
    }
  })

  test(`a ${type} with bytes before it is refused`, () => {
    assert.equal(mediaTypeOf(Buffer.concat([Buffer.from('\n'), file])), undefined)
  })
}

test('any other file is refused, and none makes it throw', () => {
  const starts = Object.values(files).map((file) => file.subarray(0, 12))
  const noise = fc.uint8Array({ maxLength: 400 })
  fc.assert(
    fc.property(fc.constantFrom(Buffer.alloc(0), ...starts), noise, (start, rest) => {
      assert.equal(mediaTypeOf(Buffer.concat([start, rest])), undefined)
    }),
    { numRuns: 500 },
  )
})

test('a picture with changed bytes is refused when they have a checksum', () => {
  const changed = Buffer.from(files['image/png'])
  const at = changed.indexOf('IDAT') + 6
  changed[at] = (changed[at] ?? 0) ^ 1
  assert.equal(mediaTypeOf(changed), undefined)
})

test('a photo with padding or a second picture behind it, as phones make them, is accepted', () => {
  const photo = files['image/jpeg']
  assert.equal(mediaTypeOf(Buffer.concat([photo, Buffer.alloc(512)])), 'image/jpeg')
  assert.equal(mediaTypeOf(Buffer.concat([photo, photo])), 'image/jpeg')
})

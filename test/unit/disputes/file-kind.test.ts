// The promise: a file is what its bytes say, whole; a name, a header or a first line makes no PDF, PNG or JPEG of anything else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { mediaTypeOf, mediaTypes } from '../../../src/disputes/file-kind.ts'
import { jpegFile, pdfFile, pngFile, pngOf } from '../../support/fixtures/evidence-files.ts'
import { countedTurns } from '../../support/harness/counted-turns.ts'

const files = { 'application/pdf': await pdfFile('Guía 77'), 'image/png': pngFile(3, 2), 'image/jpeg': jpegFile() }

for (const type of mediaTypes) {
  const file = files[type]

  test(`a complete ${type} is accepted`, async () => {
    assert.equal(await mediaTypeOf(file), type)
  })

  test(`a ${type} that is cut short anywhere is refused`, async () => {
    // Trailing white space of a PDF may go.
    const least = type === 'application/pdf' ? 3 : 1
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: file.length - least }), async (length) => {
        assert.equal(await mediaTypeOf(file.subarray(0, length)), undefined)
      }),
    )
  })

  test(`a ${type} with a page or an archive behind it is refused`, async () => {
    for (const behind of ['<html><script>alert(1)</script></html>', 'PK\x03\x04', '\xff\xd8\xff\xe0']) {
      assert.equal(await mediaTypeOf(Buffer.concat([file, Buffer.from(behind, 'latin1')])), undefined)
    }
  })

  test(`a ${type} with bytes before it is refused`, async () => {
    assert.equal(await mediaTypeOf(Buffer.concat([Buffer.from('\n'), file])), undefined)
  })
}

test('any other file is refused, and none makes it throw', async () => {
  const starts = Object.values(files).map((file) => file.subarray(0, 12))
  const noise = fc.uint8Array({ maxLength: 400 })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(Buffer.alloc(0), ...starts), noise, async (start, rest) => {
      assert.equal(await mediaTypeOf(Buffer.concat([start, rest])), undefined)
    }),
    { numRuns: 500 },
  )
})

test('a picture with changed bytes is refused when they have a checksum', async () => {
  const changed = Buffer.from(files['image/png'])
  const at = changed.indexOf('IDAT') + 6
  changed[at] = (changed[at] ?? 0) ^ 1
  assert.equal(await mediaTypeOf(changed), undefined)
})

test('a photo with padding or a second picture behind it, as phones make them, is accepted', async () => {
  const photo = files['image/jpeg']
  assert.equal(await mediaTypeOf(Buffer.concat([photo, Buffer.alloc(512)])), 'image/jpeg')
  assert.equal(await mediaTypeOf(Buffer.concat([photo, photo])), 'image/jpeg')
})

test('a PNG of any kind is accepted, with exactly the pixels of its header', async () => {
  const kinds: [colour: number, depth: number, samples: number][] = [
    [0, 1, 1],
    [0, 2, 1],
    [0, 4, 1],
    [0, 8, 1],
    [0, 16, 1],
    [2, 8, 3],
    [2, 16, 3],
    [4, 8, 2],
    [4, 16, 2],
    [6, 8, 4],
    [6, 16, 4],
  ]
  for (const [colour, depth, samples] of kinds) {
    const row = 1 + Math.ceil((5 * depth * samples) / 8)
    assert.equal(await mediaTypeOf(pngOf({ width: 5, height: 3, colour, depth }, Buffer.alloc(3 * row))), 'image/png')
    for (const wrong of [3 * row - 1, 3 * row + 1])
      assert.equal(await mediaTypeOf(pngOf({ width: 5, height: 3, colour, depth }, Buffer.alloc(wrong))), undefined)
  }
  // Adam7 of 5 by 3 in grey: passes of 1x1, 1x1, none, 1x1, 3x1, 2x2 and 5x1 pixels.
  const interlaced = { width: 5, height: 3, colour: 0, depth: 8, interlace: 1 }
  const passes = 2 + 2 + 0 + 2 + 4 + 2 * 3 + 6
  assert.equal(await mediaTypeOf(pngOf(interlaced, Buffer.alloc(passes))), 'image/png')
  assert.equal(await mediaTypeOf(pngOf(interlaced, Buffer.alloc(passes + 1))), undefined)
  for (const bad of [{ colour: 1 }, { colour: 5 }, { depth: 3 }, { colour: 2, depth: 4 }, { colour: 3 }])
    assert.equal(
      await mediaTypeOf(pngOf({ width: 1, height: 1, colour: 0, depth: 8, ...bad }, Buffer.alloc(2))),
      undefined,
    )
  const filter = Buffer.from([5, 0])
  assert.equal(await mediaTypeOf(pngOf({ width: 1, height: 1, colour: 0, depth: 8 }, filter)), undefined)
})

test('a PNG of more chunks than any program writes is refused', async () => {
  const png = pngFile(3, 2)
  // An empty chunk of text, with its checksum.
  const empty = Buffer.from('000000007445587468ebd7f0', 'hex')
  empty.writeUInt32BE(crc32(empty.subarray(4, 8)), 8)
  const withTexts = (many: number) =>
    Buffer.concat([png.subarray(0, 33), ...Array.from({ length: many }, () => empty), png.subarray(33)])
  assert.equal(await mediaTypeOf(withTexts(2_000)), 'image/png')
  assert.equal(await mediaTypeOf(withTexts(400_000)), undefined)
})

test('what measures more than anybody opens is refused, also when it is a few bytes', async () => {
  const huge = { width: 60_000, height: 60_000, colour: 0, depth: 1 }
  assert.equal(await mediaTypeOf(pngOf(huge, Buffer.alloc(4))), 'large')
  assert.equal(await mediaTypeOf(pngOf({ ...huge, width: 1, height: 20_000 }, Buffer.alloc(40_000))), 'large')
  assert.equal(
    await mediaTypeOf(pngOf({ width: 16_000, height: 16_000, colour: 6, depth: 16 }, Buffer.alloc(4))),
    'large',
  )
  const photo = Buffer.from(jpegFile())
  const frame = photo.indexOf(Buffer.from([0xff, 0xc0]))
  for (const [height, width] of [
    [60_000, 60_000],
    [1, 20_000],
  ] as const) {
    const wide = Buffer.from(photo)
    wide.writeUInt16BE(height, frame + 5)
    wide.writeUInt16BE(width, frame + 7)
    assert.equal(await mediaTypeOf(wide), 'large')
    assert.equal(await mediaTypeOf(Buffer.concat([photo, wide])), 'large', 'the second picture of a file counts too')
  }
})

test('a PDF whose streams, pictures or pages are too large is refused', async () => {
  const pdfWith = (object: Buffer | string) => {
    const middle = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(object as string)])
    return Buffer.concat([middle, Buffer.from(`\nxref\n0 0\nstartxref\n${middle.length + 1}\n%%EOF\n`)])
  }
  const stream = (dictionary: string, bytes: Buffer) =>
    Buffer.concat([
      Buffer.from(`1 0 obj\n<<${dictionary}/Length ${bytes.length}>>\nstream\n`),
      bytes,
      Buffer.from('\nendstream\nendobj'),
    ])
  const zeros = deflateSync(Buffer.alloc(160 * 2 ** 20))
  const twice = deflateSync(zeros)
  const large: [string, Buffer | string][] = [
    ['a bomb', stream('/Filter/FlateDecode', zeros)],
    ['a bomb in an array', stream('/Filter [ /FlateDecode ]', zeros)],
    ['a bomb packed twice', stream('/Filter[/FlateDecode/FlateDecode]', twice)],
    ['a picture of 60,000', '1 0 obj\n<</Subtype/Image/Width 60000/Height 60000>>\nendobj'],
    ['a page of 60,000', '1 0 obj\n<</Type/Page/MediaBox [0 0 60000 60000]>>\nendobj'],
    [
      'a page in a stream of objects',
      stream('/Type/ObjStm/Filter/FlateDecode', deflateSync('<</MediaBox[0 0 60000 1]>>')),
    ],
    [
      'a stream of objects with more measures than a file of pages and pictures has',
      stream('/Type/ObjStm/Filter/FlateDecode', deflateSync('/Width 1 '.repeat(101_000))),
    ],
    [
      'several such streams',
      Buffer.concat(
        Array.from({ length: 6 }, () =>
          stream('/Type/ObjStm/Filter/FlateDecode', deflateSync('/MediaBox[0 0 9 9]'.repeat(20_000))),
        ),
      ),
    ],
    ['a page far into a long text', `${'x'.repeat(131_060)}/MediaBox [0 0 60000 60000]`],
    ['a page whose measures are far behind its name', `/MediaBox${' '.repeat(3_000)}[0 0 60000 60000]`],
    [
      'streams that begin and do not end, each with the rest of the file',
      '1 0 obj\n<</Filter/FlateDecode>>stream\n'.repeat(200),
    ],
  ]
  for (const [title, object] of large) assert.equal(await mediaTypeOf(pdfWith(object)), 'large', title)
  const good: [string, Buffer | string][] = [
    ['an ordinary stream', stream('/Filter/FlateDecode', deflateSync(Buffer.alloc(2 ** 20)))],
    ['a stream that is encrypted', stream('/Filter/FlateDecode', Buffer.from('not packed at all'))],
    ['a text about streams', stream('', Buffer.from('the stream of a stream '.repeat(2_000)))],
    ['many streams', Buffer.concat(Array.from({ length: 500 }, () => stream('/Filter/FlateDecode', deflateSync('x'))))],
    ['a page and a picture', '1 0 obj\n<</MediaBox[0 0 612 792]/Width 4000/Height 3000>>\nendobj'],
  ]
  for (const [title, object] of good) assert.equal(await mediaTypeOf(pdfWith(object)), 'application/pdf', title)
})

test('others have their turn while a PDF that unpacks to a long text is looked at', async () => {
  const text = deflateSync(Buffer.alloc(4 * 2 ** 20, '/Widths '))
  const head = '%PDF-1.7\n1 0 obj\n<</Type/ObjStm/Filter/FlateDecode>>stream\n'
  const middle = Buffer.concat([Buffer.from(head), text, Buffer.from('\nendstream')])
  const whole = Buffer.concat([middle, Buffer.from(`\nxref\n0 0\nstartxref\n${middle.length + 1}\n%%EOF\n`)])
  const { turns, result } = await countedTurns(() => mediaTypeOf(whole))
  assert.equal(result, 'application/pdf')
  assert.ok(turns >= 32, `${turns} turns`)
})

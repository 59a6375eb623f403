import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { PICTURE_LIMITS, readPicture } from '../../../src/core/picture.ts'
import { png } from '../../support/fixtures/png.ts'

test('a PNG is read without its texts', async () => {
  const picture = await readPicture(png(7, 5, [Buffer.from('Author\0Ana')]))
  assert.ok(typeof picture === 'object')
  assert.deepEqual([picture.type, picture.width, picture.height], ['image/png', 7, 5])
  assert.deepEqual(picture.bytes, png(7, 5))
})

test('no bytes make it throw, and no altered bytes pass for the original picture', async () => {
  const good = png(9, 9)
  await fc.assert(
    fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const bytes = Buffer.from(good)
      bytes[at] = (bytes[at] ?? 0) ^ change
      assert.equal(typeof (await readPicture(bytes)), 'string')
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
      assert.equal(typeof (await readPicture(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), bytes]))), 'string')
    }),
  )
})

test('a JPEG is read without the camera’s metadata', async () => {
  const segment = (marker: number, body: number[]) => [0xff, marker, 0, body.length + 2, ...body]
  const frame = segment(0xc0, [8, 0, 20, 0, 30, 1, 1, 0x11, 0])
  const scan = [...segment(0xda, [1, 1, 0, 0, 63, 0]), 0x55, 0xff, 0xd9]
  const notes = segment(0xe1, [...Buffer.from('Exif\0\0GPS')])
  const picture = await readPicture(Buffer.from([0xff, 0xd8, ...notes, ...frame, ...scan]))
  assert.ok(typeof picture === 'object')
  assert.deepEqual([picture.type, picture.width, picture.height], ['image/jpeg', 30, 20])
  assert.deepEqual(picture.bytes, Buffer.from([0xff, 0xd8, ...frame, ...scan]))
  // Four colours are of a printer.
  const printer = segment(0xc0, [8, 0, 20, 0, 30, 4, 1, 0x11, 0])
  assert.equal(await readPicture(Buffer.from([0xff, 0xd8, ...printer, ...scan])), 'printer')
})

test('packed data is unpacked no further than its header declares', async () => {
  const wide = png(PICTURE_LIMITS.side + 1, 1)
  assert.equal(await readPicture(wide), 'side')
})

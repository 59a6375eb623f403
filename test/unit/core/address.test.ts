import assert from 'node:assert/strict'
import { isIP } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { addressBlock, maskAddress } from '../../../src/core/address.ts'

test('a masked address is the network alone', () => {
  for (const [address, network] of [
    ['203.0.113.9', '203.0.113.0/24'],
    ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['203.0.113.9:51234', '203.0.113.0/24'],
    ['2001:db8:1:2::3', '2001:db8:1::/48'],
    ['[2001:db8:1:2::3]:51234', '2001:db8:1::/48'],
    ['::1', '0:0:0::/48'],
    ['2001::1', '2001:0:0::/48'],
    ['1::2:3:4:5:6:7', '1:0:2::/48'],
    ['fe80::1%eth0', 'fe80:0:0::/48'],
    ['unknown', ''],
    ['', ''],
  ] as const) {
    assert.equal(maskAddress(address, 'network'), network, address)
    assert.equal(maskAddress(address, 'none'), '')
  }
  assert.equal(maskAddress('::ffff:203.0.113.9', 'full'), '203.0.113.9')
})

test('addresses of one network have the same mask, and the rest of an address is hidden', () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((number) => number.toString(16))
  const head = fc.tuple(group, group, group)
  const tail = fc.tuple(group, group, group, group, group)
  fc.assert(
    fc.property(head, tail, tail, (network, one, other) => {
      const [first, second] = [one, other].map((rest) => [...network, ...rest].join(':'))
      assert.equal(isIP(first ?? ''), 6)
      assert.equal(maskAddress(first ?? '', 'network'), `${network.join(':')}::/48`)
      assert.equal(maskAddress(first ?? '', 'network'), maskAddress(second ?? '', 'network'))
    }),
  )
})

test('an IPv4 address counts by itself, an IPv6 address with its household', () => {
  for (const [address, block] of [
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2::3', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002:3:4:5:6', '2001:db8:1:2'],
    ['::ffff:cb00:7109', '203.0.113.9'],
    ['0:0:0:0:0:FFFF:cb00:7109', '203.0.113.9'],
    // A proxy that reports the port too: each connection has another.
    ['203.0.113.9:51234', '203.0.113.9'],
    ['[::ffff:203.0.113.9]:51234', '203.0.113.9'],
    ['[2001:db8:1:2::3]:51234', '2001:db8:1:2'],
    ['[2001:db8:1:2::3]', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['', ''],
  ] as const)
    assert.equal(addressBlock(address), block)
})

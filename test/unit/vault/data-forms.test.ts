// The forms of the encrypted message, against samples made by other programs.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dataForms } from '../../../src/vault/envelope.ts'

const key = Buffer.from('0123456789abcdef0123456789abcdef')
const message = '{"total":{"amount":10.5}}'

type DataFormName = keyof typeof dataForms

// Made with the openssl command line (ECB, CBC) and Python's cryptography (GCM).
const samples: [what: string, DataFormName, base64: string, plaintext: string][] = [
  ['ECB with PKCS#7', 'aes-256-ecb', 'mdBfiL+2e7gstQ3YxxqpbidHjyDQ4TsoLHMras1OOI0=', message],
  ['ECB with zero bytes', 'aes-256-ecb', 'mdBfiL+2e7gstQ3YxxqpbsHeRRiALE9C6OyK2wzgBaQ=', message],
  ['ECB with spaces', 'aes-256-ecb', 'mdBfiL+2e7gstQ3Yxxqpbt5A75EJKEzOskcTXcdbNXs=', `${message}       `],
  ['CBC', 'aes-256-cbc', 'AAECAwQFBgcICQoLDA0OD14OuWcosTpiDAoeB+hawCjaqAwCQHSJqEZ+IeTWPOtU', message],
  ['GCM', 'aes-256-gcm', 'AAECAwQFBgcICQoLVsfPE615vo6Sp1PfHKCkapIqObYMkkH2XXMarqy8MFsuUfKwVFpKGtU=', message],
]
describe('data forms', () => {
  for (const [what, form, base64, plaintext] of samples) {
    it(`opens ${what}`, () => {
      const data = Buffer.from(base64, 'base64')
      assert.ok(dataForms[form].fits(data.length))
      assert.equal(dataForms[form].open(key, data)?.toString('utf8'), plaintext)
    })
  }

  it('excludes forms that the length rules out', () => {
    const fitting = (bytes: number) =>
      (Object.keys(dataForms) as DataFormName[]).filter((form) => dataForms[form].fits(bytes))
    assert.deepEqual(fitting(0), [])
    assert.deepEqual(fitting(15), [])
    assert.deepEqual(fitting(16), ['aes-256-ecb'])
    assert.deepEqual(fitting(28), [])
    assert.deepEqual(fitting(29), ['aes-256-gcm'])
    assert.deepEqual(fitting(32), ['aes-256-ecb', 'aes-256-gcm', 'aes-256-cbc'])
  })

  it('does not open GCM with any changed bit', () => {
    const data = Buffer.from(samples[4]?.[2] ?? '', 'base64')
    for (let bit = 0; bit < data.length * 8; bit++) {
      const changed = Buffer.from(data)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      assert.equal(dataForms['aes-256-gcm'].open(key, changed), undefined)
    }
  })
})

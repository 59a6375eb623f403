// A profile of which everything is shown to payers: names, contact, colour and logo.
import assert from 'node:assert/strict'
import { png } from '../support/fixtures/png.ts'
import type { Merchant } from '../support/harness/world.ts'

export async function setProfile(merchant: Merchant): Promise<void> {
  const profile = {
    legal_name: 'Taller Ñandú S.A. de C.V.',
    rfc: 'GODE561231GR8',
    phone: '5512345678',
    email: 'preguntas.de.clientes@tallernandu.mx',
    site: 'https://tallernandu.mx',
    colour: '#8c1d18',
  }
  assert.equal((await merchant.call('PUT', '/v1/profile', profile)).status, 200)
  const content = png(120, 60).toString('base64')
  assert.equal((await merchant.call('PUT', '/v1/profile/logo', { content })).status, 200)
}

// The e-mail to whoever may approve says what waits, in both languages: nobody signs in only to learn what a colleague wants.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryForLetter } from '../../../src/console/approvals/letter-summary.ts'
import type { SignedIn } from '../../support/fixtures/console.ts'
import { secondPersons } from '../../support/fixtures/second-persons.ts'
import { onBothEngines } from '../../support/harness/world.ts'

onBothEngines('the e-mail about a request says what is asked for', (world) => {
  const { shop, ask } = secondPersons(world)
  const change = async (one: SignedIn, method: string, path: string, body: object = {}) => {
    const answer = await one.call('POST', `/v1/console/ask${path}`, body, { 'cobro-asked-method': method })
    assert.equal(answer.status, 200, answer.text)
  }

  test('a change of a key, a webhook or a rule, a new key, a new person and a new affiliate are named', async () => {
    const { merchant, ana, luis } = await shop()
    const letter = async () => {
      await world().work()
      const { messages } = (await merchant.get('/v1/sandbox/mailbox?limit=100')).body.result
      const own = messages.filter(({ recipient }: { recipient: string }) => recipient === luis.email)
      return own[0].body as string
    }
    const key = (await merchant.post('/v1/credentials', { name: 'Caja 3', scopes: ['charge', 'read'] })).body.result
    await change(ana, 'DELETE', `/credentials/${key.id}`)
    const revoked = await letter()
    assert.match(revoked, /Ana Núñez.* pide aprobar «Revocar una llave: Caja 3 · sk_dev_\w+»\./)
    assert.match(revoked, /Ana Núñez.* asks you to approve “Revoke a key: Caja 3 · sk_dev_\w+”\./)

    const hook = (await merchant.post('/v1/webhook', { url: 'https://tienda.example.mx/avisos' })).body.result
    await change(ana, 'POST', `/webhook/${hook.id}/pause`)
    // The merchant's own address is no link in the letter: it leads nowhere that decides anything.
    assert.match(await letter(), /“Pause a webhook: tienda\.example\.mx\/avisos”\./)

    await change(ana, 'PUT', '/payment-rules', { external_transactions: 'free' })
    assert.match(await letter(), /«Cambiar la regla de cobro»\.[\s\S]*“Change the rule of charges”\./)

    await ask(ana, '/credentials', { name: 'Servidor', scopes: ['refund', 'read'] })
    assert.match(await letter(), /make a key that moves money or makes keys: Servidor\./)

    await ask(ana, '/console/people', { email: 'eva@example.mx', name: 'Eva Paz', role: 'finance' })
    assert.match(await letter(), /un papel con el que se devuelve dinero o se aprueba: Eva Paz, eva@example\.mx\./)

    await ask(ana, '/affiliates', {
      user: 'luz',
      name: 'Luz Paz',
      email: 'luz@example.mx',
      clabe: '002010077777777771',
    })
    assert.match(await letter(), /registrar un afiliado[^.]*: Luz Paz\./)
  })
})

test('what two operators decide is named with what it is about and its amount', () => {
  const mends = { act: 'close', what: 'line', account: 'acc_1', account_name: 'Tienda', to: null } as const
  const asked = { kind: 'change', method: 'POST', path: '/v1/console/open/stl_1/close', body: {}, mends } as const
  assert.deepEqual(summaryForLetter(asked, 15_000), {
    change: [
      'Dar por perdida: Línea de un estado de cuenta, $150.00, Tienda',
      'Write off: Line of a statement, $150.00, Tienda',
    ],
  })
})

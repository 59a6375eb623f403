import assert from 'node:assert/strict'
import { test } from 'node:test'
import { person, send, signedIn, withCookie } from '../../support/fixtures/console.ts'
import { onBothEngines } from '../../support/harness/world.ts'

const VIEWS = '/v1/console/views'

onBothEngines('a view of the operations is kept for its person and account, as the list would take it', (world) => {
  test('a view is in another browser too, under one name, and gone when it is removed', async () => {
    const ana = await person(world(), await world().merchant(), 'reader')
    const keep = (name: string, query: string) => ana.call('PUT', VIEWS, { name, query })
    const first = await keep('Pagadas', 'status=N&charge_method=SPE')
    assert.equal(first.status, 200, first.text)
    assert.equal((await keep('Por correo', 'email=ana%40ejemplo.mx&q=&start_date=2026-11-01')).status, 200)
    const elsewhere = await signedIn(world(), ana.email)
    const list = async () =>
      (await elsewhere.call('GET', VIEWS)).body.result.views.map((one: { name: string; query: string }) => [
        one.name,
        one.query,
      ])
    assert.deepEqual(await list(), [
      ['Pagadas', 'status=N&charge_method=SPE'],
      ['Por correo', 'email=ana%40ejemplo.mx&start_date=2026-11-01'],
    ])
    // The same name is another view from now on, with the same id.
    const again = await keep('Pagadas', 'status=P')
    assert.equal(again.body.result.id, first.body.result.id)
    assert.deepEqual((await list())[0], ['Pagadas', 'status=P'])
    assert.equal((await elsewhere.call('DELETE', `${VIEWS}/${first.body.result.id}`)).status, 200)
    assert.equal((await list()).length, 1)
    assert.equal((await elsewhere.call('DELETE', `${VIEWS}/${first.body.result.id}`)).status, 200, 'gone is gone')
  })

  test('a view belongs to one person, and another account has its own', async () => {
    const merchant = await world().merchant()
    const ana = await person(world(), merchant, 'owner')
    const luis = await person(world(), merchant, 'owner')
    const { id } = (await ana.call('PUT', VIEWS, { name: 'Mía', query: 'status=N' })).body.result
    assert.deepEqual((await luis.call('GET', VIEWS)).body.result.views, [])
    assert.equal((await luis.call('DELETE', `${VIEWS}/${id}`)).status, 200)
    assert.equal((await luis.call('PUT', VIEWS, { name: 'Mía', query: 'status=P' })).status, 200)
    assert.deepEqual((await ana.call('GET', VIEWS)).body.result.views, [{ id, name: 'Mía', query: 'status=N' }])
  })

  test('filters that the list would refuse, or does not have, are refused', async () => {
    const ana = await person(world(), await world().merchant(), 'owner')
    const wrong = [
      { name: 'x', query: 'status=ROTO' },
      { name: 'x', query: 'start_date=ayer' },
      { name: 'x', query: 'otra=cosa' },
      { name: 'x', query: 'offset=50' },
      { name: 'x', query: 'q=' },
      { name: 'x', query: '' },
      { name: 'x', query: 'q=4242424242424242' },
      { name: 'x', query: `q=${'a'.repeat(1_000)}` },
      { name: '4242 4242 4242 4242', query: 'status=N' },
      { name: '', query: 'status=N' },
      { name: 'x'.repeat(41), query: 'status=N' },
      { name: 'a\0b', query: 'status=N' },
      { name: 'x', query: 'q=a%00b' },
      { name: 'x', query: 'status=N', more: 1 },
    ]
    for (const body of wrong) {
      const { status, text } = await ana.call('PUT', VIEWS, body)
      assert.equal(status, 400, `${JSON.stringify(body)}: ${text}`)
    }
    assert.deepEqual((await ana.call('GET', VIEWS)).body.result.views, [])
  })

  test('a person keeps at most twenty views, also when many requests come at once', async () => {
    const ana = await person(world(), await world().merchant(), 'owner')
    const keep = (name: string) => ana.call('PUT', VIEWS, { name, query: 'status=N' })
    const same = await Promise.all([keep('Una'), keep('Una'), keep('Una')])
    assert.ok(
      same.every(({ status }) => status === 200),
      same.map(({ text }) => text).join(),
    )
    for (let at = 1; at < 18; at += 1) assert.equal((await keep(`Vista ${at}`)).status, 200)
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map(keep))
    while ((await keep(`Más ${Math.random()}`)).status === 200);
    const { views } = (await ana.call('GET', VIEWS)).body.result
    assert.equal(views.length, 20)
    assert.equal((await keep('Una')).status, 200, 'one that is there may change')
  })

  test('in the sandbox on this machine views belong to the machine, for every browser on it', async () => {
    const local = async () => {
      const answer = await send(world(), 'POST', '/v1/console/session/local', {}, { host: '127.0.0.1:8080' })
      return withCookie(world(), '', answer)
    }
    const { id } = (
      await (await local()).call('PUT', VIEWS, { name: 'Aquí', query: 'status=N' }, { host: '127.0.0.1:8080' })
    ).body.result
    const { views } = (await (await local()).call('GET', VIEWS, undefined, { host: '127.0.0.1:8080' })).body.result
    assert.ok(views.some((one: { id: string }) => one.id === id))
  })
})

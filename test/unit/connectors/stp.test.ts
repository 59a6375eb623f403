// STP through every fault of its network: an order is sent once, a clear refusal is final, and what is not clear is asked for.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import fc from 'fast-check'
import { needsOf } from '../../../src/connectors/connect.ts'
import type { Connected, ConnectNeeds } from '../../../src/connectors/connector.ts'
import { centavosOf, readJson } from '../../../src/connectors/exact-json.ts'
import type { InboundOutcome } from '../../../src/connectors/notice.ts'
import { outcomeFault } from '../../../src/connectors/read-notice.ts'
import type { SpeiBank, TransferOutcome } from '../../../src/connectors/spei-bank.ts'
import { passingState } from '../../../src/connectors/state.ts'
import { issueAccount, sizeOf, stp } from '../../../src/connectors/stp/connector.ts'
import { amountText, asciiText } from '../../../src/connectors/stp/order-fields.ts'
import { registered } from '../../../src/connectors/stp/transfers.ts'
import { clabeControlDigit, isValidClabe } from '../../../src/core/banks/clabe.ts'
import { participantOf } from '../../../src/core/banks/participants.ts'
import { readDeclared } from '../../../src/core/declared-settings.ts'
import { type FakeStp, type Fault, fakeStp, SECRET } from '../../stp/fake-stp.ts'
import { patient } from '../../support/harness/ports.ts'

const DAY = '2026-11-24'
const NOW = Date.parse('2026-11-24T18:00:00.000Z')
const DESTINATION = '012180001554321090'

describe('STP', () => {
  let fake: FakeStp
  let bank: Connected<SpeiBank>
  let nowMs = NOW
  let today = DAY
  let keys = 0
  const nextKey = () => {
    keys += 1
    return `CBR${String(keys).padStart(8, '0')}`
  }
  const open = async (change: Record<string, string> = {}, needs: Partial<ConnectNeeds> = {}) => {
    const standing = { state: passingState(), nowMs: () => nowMs }
    return stp.connect({ ...needsOf({ ...fake.settings, ...change }, standing), ...needs })
  }
  before(async () => {
    fake = await fakeStp({ today: () => today })
  })
  beforeEach(async () => {
    nowMs = NOW
    today = DAY
    fake.heal()
    fake.settleAs('LQ')
    bank = await open()
  })
  after(async () => {
    assert.deepEqual(fake.forged, [])
    await fake.close()
  })

  const transfer = (trackingKey: string, change: object = {}) => ({
    trackingKey,
    destination: DESTINATION,
    beneficiary: 'Lucía Peña|Núñez',
    amountCentavos: 125_050,
    concept: 'Devolución del pedido 42',
    kind: 'refund' as const,
    participant: '40012',
    numericReference: 211_142,
    ...change,
  })
  const send = (request: ReturnType<typeof transfer>) => bank.transfer(request, fake.untilUnanswered())
  const find = (trackingKey: string, day = DAY) => bank.findTransfer({ trackingKey, day }, patient())
  const sentUnder = (key: string) => [...fake.sent.values()].filter((one) => one.claveRastreo === key).length
  const receive = async (path: string, body: unknown, how: object = {}): Promise<InboundOutcome> => {
    const call = bank.inbound?.find((one) => one.path === path)
    assert.ok(call)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const headers = { authorization: `Basic ${Buffer.from(`stp:${SECRET}`).toString('base64')}` }
    const request = {
      method: 'POST',
      path,
      query: '',
      headers,
      body: Buffer.from(text),
      address: '203.0.113.7',
      ...how,
    }
    const outcome = await call.receive(request, patient())
    assert.equal(outcomeFault('speiBank', outcome), undefined)
    return outcome
  }

  for (const [fault, taken] of [
    ['silent', true],
    ['lost', false],
    ['html', false],
    ['taken-html', true],
    ['half', true],
    ['zero', true],
    ['slow', true],
    ['queries-only', false],
  ] as [Fault, boolean][]) {
    test(`an order whose answer is ${fault} is unknown, is found as it is, and is never two`, async () => {
      const request = transfer(nextKey())
      fake.fail('/ordenPago/registra', fault)
      assert.equal((await send(request)).kind, 'unknown')
      assert.equal((await find(request.trackingKey)).kind, taken ? 'settled' : 'never-seen')
      const again = await send(request)
      assert.equal(again.kind, taken ? 'settled' : 'accepted')
      assert.equal(sentUnder(request.trackingKey), 1)
    })
  }

  test('a key that STP says is used, of an order that STP does not show, is unknown and not sent again', async () => {
    const request = transfer(nextKey())
    await send(request)
    fake.fail('/consultaOrden', 'html')
    assert.deepEqual(await send(request), { kind: 'unknown', failed: true })
    assert.equal(sentUnder(request.trackingKey), 1)
  })

  test('a key that STP says is used, for another account or amount, is not this transfer', async () => {
    const key = nextKey()
    await send(transfer(key))
    assert.equal((await send(transfer(key, { amountCentavos: 1 }))).kind, 'unknown')
    assert.equal((await send(transfer(key, { destination: '646180110400000007' }))).kind, 'unknown')
  })

  test('an id that STP gave to another order, and an order of another company or day, say nothing about this one', async () => {
    const [one, two] = [transfer(nextKey()), transfer(nextKey())]
    const first = await send(one)
    assert.ok(first.kind === 'accepted')
    fake.lie('/ordenPago/registra', { resultado: { id: Number(first.networkReference) } })
    assert.deepEqual(await send(two), { kind: 'unknown', failed: true })
    nowMs += 86_400_000
    const shown = { ...fake.order(one.trackingKey), fechaOperacion: 20_261_124 }
    for (const [change, kind] of [
      [{}, 'settled'],
      [{ empresa: 'OTRA' }, 'unknown'],
      [{ fechaOperacion: 20_261_123 }, 'unknown'],
      [{ claveRastreo: 'OTHER' }, 'unknown'],
      [{ estado: undefined }, 'unknown'],
    ] as const) {
      fake.lie('/consultaOrden', { estado: 0, respuesta: { ...shown, ...change } })
      assert.equal((await find(one.trackingKey)).kind, kind, JSON.stringify(change))
    }
    fake.lie('/consultaOrden', { estado: 0, respuesta: [shown] })
    assert.equal((await find(one.trackingKey)).kind, 'unknown')
  })

  test('a deposit of another amount or account under the same key does not say that ours went back', async () => {
    const body = fake.deposit({ cuentaBeneficiario: CLABE, claveRastreo: nextKey() })
    const trackingKey = String(body.claveRastreo)
    const deposit = { trackingKey, institution: '012', day: DAY, clabe: CLABE, amountCentavos: 15_010 }
    for (const [change, kind] of [
      [{ estado: 'D' }, 'settled'],
      [{ estado: 'D', monto: 9 }, 'unknown'],
      [{ estado: 'LQ', monto: 9 }, 'unknown'],
      [{ estado: 'D', cuentaBeneficiario: '646180123400000049' }, 'unknown'],
    ] as const) {
      fake.lie('/consultaOrden', { estado: 0, respuesta: { ...body, ...change } })
      const found = await bank.findTransfer({ trackingKey: nextKey(), day: DAY, deposit }, patient())
      assert.equal(found.kind, kind, JSON.stringify(change))
    }
  })

  test('a conciliation with a page that comes twice, or with what is of another day or company, is none', async () => {
    const rows = Array.from({ length: 1_000 }, (_, at) => ({
      ...fake.deposit({ cuentaBeneficiario: CLABE, claveRastreo: `ROW${at}` }),
      estado: 'CCO',
    }))
    const page = (total: number, datos: object[]) => fake.lie('/V2/conciliacion', { estado: 0, datos, total })
    const movements = async () => (await bank.movements?.({ day: DAY }, patient()))?.kind
    page(2_000, rows)
    page(2_000, rows)
    page(2_000, [])
    assert.equal(await movements(), 'unknown', 'the second page is the first')
    page(1, [{ ...rows[0], empresa: 'OTRA' }])
    assert.equal(await movements(), 'unknown')
    nowMs += 86_400_000
    page(1, [{ ...rows[0], fechaOperacion: 20_261_123 }])
    assert.equal(await movements(), 'unknown')
    page(1, [{ ...rows[0], fechaOperacion: 20_261_124 }])
    assert.equal(await movements(), 'movements')
  })

  test('a refusal has STP’s words, and an order has the id of STP', async () => {
    const refused = (await send(transfer(nextKey(), { trackingKey: 'NOT-A-KEY' }))) as TransferOutcome
    assert.deepEqual(refused, { kind: 'rejected', reason: 'STP -34: Clave de rastreo' })
    const accepted = await send(transfer(nextKey()))
    assert.match(accepted.kind === 'accepted' ? (accepted.networkReference ?? '') : '', /^7\d{7}$/)
  })

  test('what an order says is plain ASCII, and its amount has two decimals', async () => {
    const key = nextKey()
    await send(transfer(key))
    const order = fake.order(key)
    assert.equal(order?.nombreBeneficiario, 'Lucia Pena Nunez')
    assert.equal(order?.conceptoPago, 'Devolucion del pedido 42')
    assert.equal(order?.monto, '1250.50')
    assert.equal(order?.folioOrigen, key)
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 99_999_999_999_999 }), (text, centavos) => {
        assert.match(asciiText(text, 39), /^[\x20-\x7b\x7d\x7e]{0,39}$/)
        assert.match(amountText(centavos), /^(0|[1-9]\d*)\.\d\d$/)
        assert.equal(centavosOf(amountText(centavos)), centavos)
      }),
    )
  })

  test('states of STP are the transfer’s: settled can become returned', async () => {
    const key = nextKey()
    fake.settleAs('C')
    await send(transfer(key))
    const order = fake.order(key)
    assert.ok(order)
    assert.equal((await find(key)).kind, 'accepted')
    for (const [estado, kind] of [
      ['E', 'accepted'],
      ['LQ', 'settled'],
      ['TLQ', 'settled'],
      ['CN', 'rejected'],
      ['D', 'returned'],
      ['QQ', 'unknown'],
    ] as const) {
      Object.assign(order, { estado, causaDevolucion: '3' })
      const found = await find(key)
      assert.equal(found.kind, kind, estado)
      if (found.kind === 'returned') assert.equal(found.reason, '3: the account is closed')
    }
  })

  test('an order of an earlier banking day is found under that day', async () => {
    const key = nextKey()
    await send(transfer(key))
    today = '2026-11-25'
    nowMs = Date.parse('2026-11-25T18:00:00.000Z')
    assert.equal((await find(key)).kind, 'settled')
    assert.equal((await find(key, '2026-11-25')).kind, 'never-seen')
  })

  test('an order that STP took just after its day turned is found under the next day when its state is reported', async () => {
    const key = nextKey()
    today = '2026-11-25'
    await send(transfer(key))
    nowMs = Date.parse('2026-11-25T18:00:00.000Z')
    const outcome = await receive('/order-states', { id: 1, empresa: 'COBROMX', folioOrigen: key, estado: 'LQ' })
    assert.ok(outcome.kind === 'taken' && outcome.notices.length === 1)
  })

  test('a lying notice of a state is what STP shows when it is asked', async () => {
    const key = nextKey()
    // What STP shows of it.
    const SHOWN = { amountCentavos: 125_050, destination: DESTINATION }
    await send(transfer(key))
    const tells = (estado: string, change: object = {}) =>
      receive('/order-states', { id: fake.order(key)?.idEF, empresa: 'COBROMX', folioOrigen: key, estado, ...change })
    for (const estado of ['CN', 'D', 'Cancel', 'devolucion', 'LQ', 'exito', 'a new word']) {
      const outcome = await tells(estado)
      assert.ok(outcome.kind === 'taken', estado)
      assert.deepEqual(outcome.notices, [{ kind: 'transfer', trackingKey: key, state: 'settled', ...SHOWN }])
    }
    Object.assign(fake.order(key) as object, { tsLiquidacion: String(NOW) })
    const dated = await tells('LQ')
    assert.deepEqual(dated.kind === 'taken' && dated.notices[0], {
      kind: 'transfer',
      trackingKey: key,
      state: 'settled',
      at: new Date(NOW).toISOString(),
      ...SHOWN,
    })
    // By STP's id alone, as a number.
    assert.equal((await tells('LQ', { folioOrigen: '' })).kind, 'taken')
    Object.assign(fake.order(key) as object, { estado: 'D', causaDevolucion: '13' })
    const back = await tells('LQ')
    assert.deepEqual(back.kind === 'taken' && back.notices[0], {
      kind: 'transfer',
      trackingKey: key,
      state: 'returned',
      reason: '13: the beneficiary does not recognise the payment',
      ...SHOWN,
    })
    fake.fail('/consultaOrden', 'html')
    assert.equal((await tells('D')).kind, 'unknown')
    assert.equal((await tells('D', { folioOrigen: 'NOBODYS1', id: 3 })).kind, 'unreadable')
    assert.equal((await tells('D', { empresa: 'OTRA' })).kind, 'unreadable')
  })

  const CLABE = '646180123400000036'
  test('a deposit is read to the centavo, and one without its payer is a deposit', async () => {
    const read = async (change: object, text = (body: string) => body) => {
      const outcome = await receive(
        '/deposits',
        text(JSON.stringify(fake.deposit({ cuentaBeneficiario: CLABE, ...change }))),
      )
      assert.ok(outcome.kind === 'deposit', JSON.stringify(outcome))
      return outcome.notice
    }
    const notice = await read({ claveRastreo: 'K1' })
    assert.deepEqual(notice, {
      kind: 'payment',
      networkTransaction: 'K1',
      institution: '012',
      operationDay: DAY,
      networkReference: CLABE,
      amountCentavos: 15_010,
      payerClabe: '012180001554321090',
      payerName: 'LUCIA PRADO',
    })
    assert.equal((await read({ monto: '350.1' })).amountCentavos, 35_010)
    assert.equal(
      (await read({ monto: 0 }, (body) => body.replace('"monto":0', '"monto":1234567.10'))).amountCentavos,
      123_456_710,
    )
    // A service in Java writes ten million pesos so.
    assert.equal((await read({ monto: 0 }, (body) => body.replace('"monto":0', '"monto":1.0E7'))).amountCentavos, 1e9)
    for (const cuentaOrdenante of [undefined, null, '', 'null', 'NULL', '0', '4242424242424242', '5512345678'])
      assert.equal((await read({ cuentaOrdenante, nombreOrdenante: null })).payerClabe, undefined)
    const at = String(NOW - 5_000)
    assert.equal((await read({ tsLiquidacion: at })).paidAt, new Date(NOW - 5_000).toISOString())
    assert.equal((await read({}, (body) => `{"abono":${body}}`)).amountCentavos, 15_010)
  })

  const wrong: Record<string, [change: object, cause: number]> = {
    'a negative amount': [{ monto: -150.1 }, 14],
    'a negative amount as text': [{ monto: '-150.10' }, 14],
    'three decimals': [{ monto: '150.101' }, 14],
    nothing: [{ monto: 0 }, 14],
    'more than any account can hold': [{ monto: '1e30' }, 14],
    'a word': [{ monto: 'mucho' }, 14],
    'no amount': [{ monto: undefined }, 14],
    'a list as amount': [{ monto: [150] }, 14],
    'no key': [{ claveRastreo: '' }, 14],
    'a key that is too long': [{ claveRastreo: 'K'.repeat(31) }, 14],
    'a key with a NUL': [{ claveRastreo: 'K\u0000' }, 14],
    'a day that does not exist': [{ fechaOperacion: 20260230 }, 14],
    'a day in the future': [{ fechaOperacion: 20261130 }, 14],
    'no id': [{ id: null }, 14],
    'an id that is none': [{ id: 'x' }, 14],
    'no institution': [{ institucionOrdenante: 'BBVA' }, 14],
    'a CLABE with a wrong digit': [{ cuentaBeneficiario: '646180123400000037' }, 14],
    'another company’s': [{ empresa: 'OTRA' }, 6],
    'no company': [{ empresa: null }, 6],
  }
  for (const [title, [change, cause]] of Object.entries(wrong)) {
    test(`a deposit with ${title} is kept for a person and sent back with cause ${cause}`, async () => {
      const outcome = await receive('/deposits', fake.deposit({ cuentaBeneficiario: CLABE, ...change }))
      assert.ok(outcome.kind === 'unreadable')
      assert.deepEqual(outcome.answer, { status: 400, body: `{"mensaje":"devolver","id":${cause}}` })
    })
  }

  test('a deposit under the key of an order of ours is believed only when STP says that the order came back', async () => {
    const key = nextKey()
    await send(transfer(key))
    const body = fake.deposit({ claveRastreo: key, cuentaBeneficiario: CLABE, monto: '1250.50' })
    const lie = await receive('/deposits', body)
    assert.ok(lie.kind === 'unreadable' && lie.answer?.status === 400)
    Object.assign(fake.order(key) as object, { estado: 'D', causaDevolucion: '3' })
    const back = await receive('/deposits', body)
    assert.ok(back.kind === 'taken' && back.notices[0]?.kind === 'transfer' && back.notices[0].state === 'returned')
    fake.fail('/consultaOrden', 'html')
    assert.equal((await receive('/deposits', body)).kind, 'unknown')
  })

  test('a code 0 is a refusal only for a signature or a field', () => {
    const meant = (id: number, descripcionError: string) =>
      registered({ kind: 'answered', status: 200, body: { resultado: { id: String(id), descripcionError } } }).kind
    assert.equal(meant(0, 'Firma invalida'), 'refused')
    assert.equal(meant(0, 'El campo NOMBRE BENEFICIARIO es obligatorio'), 'refused')
    for (const answer of [
      'No se obtuvo respuesta del servicio',
      'Respuesta invalida del servicio',
      'El campo no llego a tiempo',
      '',
      'Error',
    ])
      assert.equal(meant(0, answer), 'unclear', answer)
    for (const [id, kind] of [
      [1_000, 'unclear'],
      [999, 'unclear'],
      [9, 'unclear'],
      [8, 'refused'],
      [5, 'used'],
      [-1, 'used'],
      [-2, 'used'],
      [-30, 'later'],
      [-200, 'refused'],
      [-777, 'refused'],
    ] as const)
      assert.equal(meant(id, 'x'), kind, String(id))
    for (const body of [
      {},
      { resultado: null },
      { resultado: {} },
      { resultado: { id: 'x' } },
      { resultado: { id: ['1000'] } },
    ])
      assert.equal(registered({ kind: 'answered', status: 200, body }).kind, 'unclear')
    assert.equal(registered({ kind: 'answered', status: 500, body: { resultado: { id: '70000000' } } }).kind, 'unclear')
  })

  test('a deposit that is repeated under STP’s id with another day, key, account or amount is sent back as repeated', async () => {
    const body = fake.deposit({ cuentaBeneficiario: CLABE })
    assert.equal((await receive('/deposits', body)).kind, 'deposit')
    for (const change of [
      { fechaOperacion: 20261123 },
      { claveRastreo: 'ANOTHER' },
      { monto: 1 },
      { cuentaBeneficiario: '646180110400000007' },
      { institucionOrdenante: 40014 },
    ]) {
      const outcome = await receive('/deposits', { ...body, ...change })
      assert.ok(outcome.kind === 'unreadable' && outcome.answer?.body === '{"mensaje":"devolver","id":30}')
    }
    const same = { ...body, id: String(body.id), monto: '150.10', institucionOrdenante: '40012', cuentaOrdenante: null }
    assert.equal((await receive('/deposits', same)).kind, 'deposit')
  })

  test('while our own database is away, STP is asked to repeat, and nothing is sent back', async () => {
    const away = async () => {
      throw Object.assign(new Error('away'), { code: 'ECONNREFUSED' })
    }
    const state = { ...passingState(), keepFirst: away, read: away }
    bank = await open({}, { state })
    const body = fake.deposit({ cuentaBeneficiario: CLABE })
    assert.equal((await receive('/deposits', body)).kind, 'unknown')
    assert.equal((await receive('/order-states', { ...body, estado: 'LQ' })).kind, 'unknown')
  })

  test('what comes into the company’s own account is confirmed and kept for the operator', async () => {
    const outcome = await receive('/deposits', fake.deposit({ cuentaBeneficiario: fake.settings.ACCOUNT }))
    assert.ok(outcome.kind === 'unreadable' && outcome.answer?.status === 200)
  })

  test('with CONFIRM_DEPOSITS, a deposit that STP does not show is not taken', async () => {
    bank = await open({ CONFIRM_DEPOSITS: 'yes' })
    const body = fake.deposit({ cuentaBeneficiario: CLABE })
    assert.equal((await receive('/deposits', body)).kind, 'unknown')
    fake.credit({ ...body, monto: 9 }, 'R')
    assert.equal((await receive('/deposits', body)).kind, 'unreadable')
    fake.credit(body, 'R')
    assert.equal((await receive('/deposits', body)).kind, 'deposit')
  })

  test('a deposit goes back once, whatever happens to the answers', async () => {
    for (const fault of ['silent', 'html', 'half', 'zero', undefined] as const) {
      const body = fake.deposit({ cuentaBeneficiario: CLABE, cuentaOrdenante: null, claveRastreo: nextKey() })
      fake.credit(body, 'CCO')
      const deposit = {
        trackingKey: String(body.claveRastreo),
        institution: '012',
        day: DAY,
        clabe: CLABE,
        amountCentavos: 15_010,
      }
      const request = { trackingKey: nextKey(), deposit }
      if (fault) fake.fail('/ordenPago/retornaOrden', fault)
      const first = await bank.returnDeposit?.(request, fake.untilUnanswered())
      assert.equal(first?.kind, fault === undefined ? 'accepted' : 'unknown')
      const again = await bank.returnDeposit?.(request, patient())
      assert.equal(again?.kind, fault === 'html' ? 'accepted' : 'settled')
      assert.equal(
        (await bank.findTransfer({ trackingKey: request.trackingKey, day: DAY, deposit }, patient())).kind,
        'settled',
      )
    }
  })

  test('a deposit that STP does not have is rejected at the first try', async () => {
    const body = fake.deposit({ cuentaBeneficiario: CLABE, claveRastreo: nextKey() })
    fake.credit(body, 'LQ')
    const deposit = {
      trackingKey: String(body.claveRastreo),
      institution: '012',
      day: DAY,
      clabe: CLABE,
      amountCentavos: 15_010,
    }
    assert.deepEqual(await bank.returnDeposit?.({ trackingKey: nextKey(), deposit }, patient()), {
      kind: 'rejected',
      reason: 'STP -1: No existe',
    })
  })

  test('a statement has what STP credited and what it sent, and the company’s own money is left out', async () => {
    today = '2026-11-20'
    nowMs = Date.parse('2026-11-20T18:00:00.000Z')
    const [one, two] = [nextKey(), nextKey()]
    await send(transfer(one))
    await send(transfer(two))
    Object.assign(fake.order(two) as object, { estado: 'D' })
    for (const [claveRastreo, estado, change] of [
      ['GOOD,"1', 'CCO', {}],
      ['SENTBACK', 'D', {}],
      ['RETURN', 'CCO', { tipoPago: 17 }],
      ['OWN', 'CCO', { cuentaBeneficiario: fake.settings.ACCOUNT }],
      ['BACK', 'CCO', {}],
    ] as const)
      fake.credit(fake.deposit({ cuentaBeneficiario: CLABE, claveRastreo, ...change }), estado)
    const deposit = { trackingKey: 'BACK', institution: '012', day: '2026-11-20', clabe: CLABE, amountCentavos: 15_010 }
    assert.equal((await bank.returnDeposit?.({ trackingKey: 'CBRBACK1', deposit }, patient()))?.kind, 'accepted')
    assert.deepEqual(await bank.statement?.({ day: '2026-11-20' }, patient()), { kind: 'not-yet' })
    today = DAY
    nowMs = NOW
    const outcome = await bank.statement?.({ day: '2026-11-20' }, patient())
    assert.deepEqual(outcome?.kind === 'statement' && outcome.content.split('\n'), [
      'statement,1,stp,2026-11-20,2026-11-20',
      'network,rail,id,day,amount,kind,fee,reference,institution,payer_clabe,paid_at',
      `stp,spei,"GOOD,""1",2026-11-20,150.10,payment,,${CLABE},012,012180001554321090,`,
      `stp,spei,BACK,2026-11-20,150.10,payment,,${CLABE},012,012180001554321090,`,
      `stp,spei,${one},2026-11-20,1250.50,transfer-out,,,,,`,
      `stp,spei,${two},2026-11-20,1250.50,transfer-out,,,,,`,
      `stp,spei,${two},2026-11-20,1250.50,return,,,,,`,
      'stp,spei,CBRBACK1,2026-11-20,150.10,transfer-out,,,,,',
      'trailer,6,4201.80',
      '',
    ])
    const seen = await bank.movements?.({ day: '2026-11-20' }, patient())
    assert.equal(seen?.kind === 'movements' && seen.notices.length, 3)
    fake.fail('/V2/conciliacion', 'html')
    assert.deepEqual(await bank.statement?.({ day: '2026-11-20' }, patient()), { kind: 'unknown', failed: true })
    assert.deepEqual(
      await bank.statement?.({ day: '2026-11-19' }, patient()).then((answer) => answer.kind),
      'statement',
    )
  })

  test('the balance is what could be sent now', async () => {
    fake.setBalance('1250.5')
    assert.deepEqual(await bank.balance?.({}, patient()), { kind: 'balance', availableCentavos: 125_050 })
    fake.setBalance('0.00')
    assert.deepEqual(await bank.balance?.({}, patient()), { kind: 'balance', availableCentavos: 0 })
    fake.setBalance('much')
    assert.equal((await bank.balance?.({}, patient()))?.kind, 'unknown')
  })

  test('CLABEs are numbered without repeats, skip the company’s own, and end with the range', async () => {
    const [state, prefix] = [passingState(), '6461801234567890']
    const own = `${prefix}2${clabeControlDigit(`${prefix}2`)}`
    assert.equal(sizeOf(prefix), 9)
    assert.ok(isValidClabe(own))
    const all = []
    for (let owner = 0; owner < 8; owner += 1) {
      const issued = await issueAccount(state, { prefix, own }, `owner-${owner}`)
      assert.ok(issued.kind === 'issued' && isValidClabe(issued.clabe) && issued.clabe.startsWith(prefix))
      all.push(issued.clabe)
    }
    assert.equal(new Set(all).size, 8)
    assert.ok(!all.includes(own))
    assert.equal((await issueAccount(state, { prefix, own }, 'one-more')).kind, 'refused')
    assert.equal((await issueAccount(state, { prefix, own }, 'owner-0')).kind, 'issued')
  })

  test('a start names each setting that does not fit, without the passphrase', async () => {
    const file = (name: string, text: string) => {
      const path = join(tmpdir(), `${process.pid}-${name}`)
      writeFileSync(path, text)
      return path
    }
    const plain = file(
      'plain.pem',
      execFileSync('openssl', ['genpkey', '-algorithm', 'RSA'], { stdio: ['ignore', 'pipe', 'ignore'] }).toString(),
    )
    for (const [change, expected] of [
      [{ KEY_FILE: '/nowhere.pem' }, /STP_KEY_FILE cannot be read: ENOENT/],
      [{ KEY_FILE: file('empty.pem', '') }, /STP_KEY_FILE holds no private key in PEM form/],
      [{ KEY_FILE: plain }, /STP_KEY_FILE is not protected by a passphrase/],
      [{ KEY_PASSPHRASE: 'another-phrase' }, /STP_KEY_FILE does not open with STP_KEY_PASSPHRASE$/],
      [{ CA_FILE: '/nowhere.pem' }, /STP_CA_FILE cannot be read: ENOENT/],
    ] as const)
      await assert.rejects(open(change), expected)
    const environment = Object.fromEntries(Object.entries(fake.settings).map(([key, value]) => [`STP_${key}`, value]))
    const faultsOf = (change: Record<string, string>) =>
      readDeclared({ ...environment, ...change }, { connector: 'stp', declared: stp.settings ?? {}, taken: {} }).faults
    assert.deepEqual(faultsOf({}), [])
    for (const [name, value] of [
      ['STP_COMPANY', 'cobro mx'],
      ['STP_CLABE_PREFIX', '012180'],
      ['STP_ACCOUNT', '646180123400000011'],
      ['STP_NAME', 'Peña'],
      ['STP_RFC', 'X'],
      ['STP_ORDERS_URL', 'http://prod.stpmex.com/speiws/rest'],
      ['STP_QUERIES_URL', 'https://u:p@prod.stpmex.com/'],
      ['STP_INBOUND_ADDRESSES', 'stpmex.com'],
      ['STP_INBOUND_ADDRESSES', '0.0.0.0/0'],
      ['STP_CONFIRM_DEPOSITS', 'maybe'],
    ] as const)
      assert.match(faultsOf({ [name]: value }).join(), new RegExp(`^${name}=`), `${name}=${value}`)
    assert.match(faultsOf({ STP_INBOUND_SECRET: 'short' }).join(), /^STP_INBOUND_SECRET: at least 24/)
  })

  test('an amount is read exactly in every notation that a number may have, and never rounded', () => {
    const cents = fc.integer({ min: 1, max: 99_999_999_999_999 })
    fc.assert(
      fc.property(
        cents,
        fc.integer({ min: -15, max: 15 }),
        fc.integer({ min: 0, max: 4 }),
        (centavos, power, zeros) => {
          const plain = amountText(centavos)
          assert.equal(centavosOf(plain + '0'.repeat(zeros)), centavos)
          assert.equal(centavosOf(`${plain}${'0'.repeat(zeros)}1`), undefined)
          // The point moves, and the power of ten moves it back.
          const digits = String(centavos).padStart(20, '0') + '0'.repeat(20)
          const at = 18 - power
          const moved = `${digits.slice(0, at).replace(/^0+(?=.)/, '')}.${digits.slice(at).replace(/0+$/, '') || '0'}`
          const fits = moved.split('.').every((part) => part.length <= 15)
          if (!fits) return
          for (const e of ['e', 'E']) assert.equal(centavosOf(`${moved}${e}${power}`), centavos, moved)
          if (power >= 0) assert.equal(centavosOf(`${moved}E+${power}`), centavos)
        },
      ),
    )
    for (const none of [
      '',
      '0',
      '0.00',
      '0e5',
      '-1',
      '1e',
      'e1',
      '1.e1',
      '1e99',
      '1e-3',
      '5E-3',
      '1.505',
      '1e13',
      '0x10',
      '1,5',
      'NaN',
    ])
      assert.equal(centavosOf(none), undefined, none)
  })

  test('a number is read as it is written, and every institution with CLABEs has five digits at SPEI', () => {
    assert.deepEqual(readJson('{"a":350.10,"b":1e2,"c":10.000000000000000001}')?.value, {
      a: '350.10',
      b: '1e2',
      c: '10.000000000000000001',
    })
    for (const [clabe, participant] of [
      ['012180001554321090', '40012'],
      ['646180118012345673', '90646'],
      ['166180000000000000', '37166'],
      ['722969000000000000', '90722'],
    ])
      assert.equal(participantOf(clabe ?? ''), participant)
    assert.equal(participantOf('999180000000000000'), undefined)
  })
})
